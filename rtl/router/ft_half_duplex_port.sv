/// Who gets a link that both directions of a branch share: at most one grant per step.
/// Combinational.
///
/// On demand the preferred direction comes first, the other one if it is idle. With time division
/// the first half of a step belongs to the way up, the second to the way down.
module ft_half_duplex_port (
  input  logic up_req_i,
  input  logic down_req_i,
  /// on demand: 1 the way up comes first, 0 the way down
  input  logic up_first_i,
  /// time division instead
  input  logic tdm_i,
  /// time division: 0 first, 1 second half of the step
  input  logic half_step_i,
  output logic up_gnt_o,
  output logic down_gnt_o
);
  assign up_gnt_o   = up_req_i && (tdm_i ? !half_step_i : (up_first_i || !down_req_i));
  assign down_gnt_o = down_req_i && (tdm_i ? half_step_i : (!up_first_i || !up_req_i));

`ifndef SYNTHESIS
  always_comb begin : contract
    OneWay: assert (!(up_gnt_o && down_gnt_o)) else $error("a link granted to both directions");
    OnlyAsked: assert ((!up_gnt_o || up_req_i) && (!down_gnt_o || down_req_i))
      else $error("a link granted to a way that does not want it");
    OwnHalf: assert (!tdm_i || (up_gnt_o == (up_req_i && !half_step_i) &&
                                down_gnt_o == (down_req_i && half_step_i)))
      else $error("a link granted outside its half of the step");
    WantedIsGranted: assert (tdm_i || (up_gnt_o || down_gnt_o) == (up_req_i || down_req_i))
      else $error("a wanted link is granted to nobody");
  end
  // What runs should meet: plexus coverage counts it.
  always_comb begin : points
    BothAsk: cover (up_req_i && down_req_i && !tdm_i);
    UpFirst: cover (up_gnt_o && down_req_i);
    DownFirst: cover (down_gnt_o && up_req_i);
    FirstHalf: cover (tdm_i && !half_step_i);
    SecondHalf: cover (tdm_i && half_step_i);
  end
`endif
endmodule
