// Made by rtl/make-benches: what the twins of bank_arbiter were told and showed in
//   plexus run shared-memory alltoall --nodes 4 --bank-mode interleaved --banks 4 --words 4 --lockstep bank_arbiter
`timescale 1ns/1ns
/* verilator lint_off WIDTH */
`define COMPARE(pin, mask) compared = compared + 1; if (((pin ^ e_``pin) & mask) !== 0) begin \
  $display("at %0d ns %s is %h, not %h", $time, `"pin`", pin, e_``pin); wrong = wrong + 1; end
module bank_arbiter_bench;
  localparam int Processors = 8;
  localparam int Banks = 4;
  localparam int BankWidth = Banks > 1 ? $clog2(Banks) : 1;
  logic [Processors-1:0] req_i;
  logic [Processors*BankWidth-1:0] bank_i;
  logic [Processors-1:0] slot_i;
  logic [Processors-1:0] gnt_o;
  logic [Processors-1:0] stall_o;
  // expected, and which bits are compared where not all are
  logic [7:0] e_gnt_o = 0;
  logic [7:0] e_stall_o = 0;
  bank_arbiter #(.Processors(Processors), .Banks(Banks)) dut (.*);

  int wrong = 0;
  int compared = 0;

  task check;
    begin
      `COMPARE(gnt_o, '1)
      `COMPARE(stall_o, '1)
    end
  endtask

  initial begin
    req_i = 8'hf; bank_i = 16'h0; slot_i = 8'hf;
    e_gnt_o = 8'h1; e_stall_o = 8'he; #1 check;
    #1 bank_i = 16'h1; e_gnt_o = 8'h3; e_stall_o = 8'hc; #1 check;
    #1 bank_i = 16'h6; e_gnt_o = 8'h7; e_stall_o = 8'h8; #1 check;
    #1 bank_i = 16'h1b; e_gnt_o = 8'hf; e_stall_o = 8'h0; #1 check;
    #1 req_i = 8'he; bank_i = 16'h6c; slot_i = 8'he; e_gnt_o = 8'he; #1 check;
    #1 req_i = 8'hc; bank_i = 16'hb0; slot_i = 8'hc; e_gnt_o = 8'hc; #1 check;
    #1 req_i = 8'h8; bank_i = 16'hc0; slot_i = 8'h8; e_gnt_o = 8'h8; #1 check;
    #1 req_i = 8'hf; bank_i = 16'he4; slot_i = 8'hf; e_gnt_o = 8'hf; #1 check;
    #1 req_i = 8'h0; bank_i = 16'h0; slot_i = 8'h0; e_gnt_o = 8'h0; #1 check;
    if (wrong != 0) $fatal(1, "bank_arbiter_bench: %0d of %0d outputs are wrong", wrong, compared);
    $display("bank_arbiter_bench: %0d outputs are right", compared);
    $finish;
  end
endmodule
