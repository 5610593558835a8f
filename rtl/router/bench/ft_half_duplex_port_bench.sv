// Made by rtl/make-benches: what fat_tree.branches.branch_router_1_0_to_router_2_0.port_0 was told and showed in
//   plexus run fat-tree allgather --algorithm flooding --nodes 8 --duplex half --lockstep ft_half_duplex_port
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
module ft_half_duplex_port_bench;
  logic up_req_i;
  logic down_req_i;
  logic up_first_i;
  logic tdm_i;
  logic half_step_i;
  logic up_gnt_o;
  logic down_gnt_o;
  // expected, and which bits are compared
  logic e_up_gnt_o = 0, m_up_gnt_o = ~0;
  logic e_down_gnt_o = 0, m_down_gnt_o = ~0;
  ft_half_duplex_port dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      compared = compared + 1;
      if (((up_gnt_o ^ e_up_gnt_o) & m_up_gnt_o) !== 0) begin
        $display("ft_half_duplex_port_bench: at %0d ns up_gnt_o is %h, not %h", $time, up_gnt_o, e_up_gnt_o);
        wrong = wrong + 1;
      end
      compared = compared + 1;
      if (((down_gnt_o ^ e_down_gnt_o) & m_down_gnt_o) !== 0) begin
        $display("ft_half_duplex_port_bench: at %0d ns down_gnt_o is %h, not %h", $time, down_gnt_o, e_down_gnt_o);
        wrong = wrong + 1;
      end
    end
  endtask

  initial begin
    up_req_i = 1'b1; down_req_i = 1'b0; up_first_i = 1'b0; tdm_i = 1'b0; half_step_i = 1'b0;
    e_up_gnt_o = 1'b1; #1 check;
    #1 up_req_i = 1'b0; down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 up_req_i = 1'b1; down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 up_req_i = 1'b0; down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 up_req_i = 1'b1; down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 up_req_i = 1'b0; down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 up_req_i = 1'b1; down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 up_req_i = 1'b0; down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 up_req_i = 1'b1; down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 up_req_i = 1'b0; down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 up_req_i = 1'b1; down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 up_req_i = 1'b0; down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 up_req_i = 1'b1; down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 up_req_i = 1'b0; down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 up_req_i = 1'b1; down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 up_req_i = 1'b0; down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 up_req_i = 1'b1; down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 up_req_i = 1'b0; down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 up_req_i = 1'b1; down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 up_req_i = 1'b0; down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 up_req_i = 1'b1; down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 up_req_i = 1'b0; down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 up_req_i = 1'b1; down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 up_req_i = 1'b0; down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 up_req_i = 1'b1; down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 up_req_i = 1'b0; down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 up_req_i = 1'b1; down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    #1 down_req_i = 1'b0; e_up_gnt_o = 1'b1; e_down_gnt_o = 1'b0; #1 check;
    #1 up_req_i = 1'b0; down_req_i = 1'b1; e_up_gnt_o = 1'b0; e_down_gnt_o = 1'b1; #1 check;
    if (wrong != 0) $fatal(1, "ft_half_duplex_port_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("ft_half_duplex_port_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
