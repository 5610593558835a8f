// Made by rtl/make-benches: what the twins of ft_half_duplex_port were told and showed in
//   plexus run fat-tree allgather --algorithm flooding --nodes 8 --duplex half --lockstep ft_half_duplex_port
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module ft_half_duplex_port_bench;
  logic up_req_i;
  logic down_req_i;
  logic up_first_i;
  logic tdm_i;
  logic half_step_i;
  logic up_gnt_o;
  logic down_gnt_o;
  // expected, and which bits are compared where not all are
  logic e_up_gnt_o = 0;
  logic e_down_gnt_o = 0;
  ft_half_duplex_port dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(up_gnt_o, '1)
      `COMPARE(down_gnt_o, '1)
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
