/// An omega_fifo_element with a fault planted in it, so that tests can see that it is found.
/// `fault_i` chooses the fault and is stable during a run.
module omega_fifo_element_faulty #(
  parameter  int unsigned DataWidth    = 32,
  parameter  int unsigned AddressWidth = 3,
  parameter  int unsigned AgeWidth     = 16,
  parameter  int unsigned Depth        = 2,   /// 1 or 2
  localparam int unsigned RouteWidth   = AddressWidth > 1 ? $clog2(AddressWidth) : 1,
  localparam int unsigned CountWidth   = $clog2(Depth + 1),
  localparam int unsigned DeepWidth    = $clog2(Depth + 2)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic [2:0]                fault_i,  /// 0 none, 1 and so on as below
  input  logic [1:0]                arbitration_i,
  input  logic                      coin_i,
  input  logic [RouteWidth-1:0]     route_bit_i,
  input  logic [1:0]                valid_i,
  output logic [1:0]                ready_o,
  input  logic [2*AddressWidth-1:0] destination_i,
  input  logic [2*AgeWidth-1:0]     age_i,
  input  logic [2*DataWidth-1:0]    data_i,
  output logic [1:0]                valid_o,
  input  logic [1:0]                ready_i,
  output logic [2*AddressWidth-1:0] destination_o,
  output logic [2*AgeWidth-1:0]     age_o,
  output logic [2*DataWidth-1:0]    data_o,
  output logic [3:0]                grant_o,
  output logic [2*CountWidth-1:0]   occupancy_o
);
  typedef enum logic [2:0] {
    None = 3'd0,
    OutputsSwapped = 3'd1,
    GrantLost = 3'd2,       // that of the lower output to the lower input
    PriorityStuck = 3'd3,   // the upper input always wins
    OneTooDeep = 3'd4,      // the FIFOs
    PacketLost = 3'd5,      // a packet for the lower output leaves and does not come out
    NoSuchBit = 3'd6        // breaks the assertion RouteBitExists if AddressWidth is no power of 2
  } fault_e;

  fault_e fault;
  logic   deep;
  assign fault = fault_e'(fault_i);
  assign deep  = fault == OneTooDeep;

  logic [1:0]                arbitration, ready, deep_ready, valid, deep_valid;
  logic [2*AddressWidth-1:0] destination, deep_destination;
  logic [2*AgeWidth-1:0]     age, deep_age;
  logic [2*DataWidth-1:0]    data, deep_data;
  logic [3:0]                grant, deep_grant;
  logic [2*CountWidth-1:0]   occupancy;
  logic [2*DeepWidth-1:0]    deep_occupancy;
  logic [RouteWidth-1:0]     route_bit;
  assign arbitration = fault == PriorityStuck ? 2'd1 : arbitration_i;
  assign route_bit   = fault == NoSuchBit ? '1 : route_bit_i;

  omega_fifo_element #(
    .DataWidth   (DataWidth),
    .AddressWidth(AddressWidth),
    .AgeWidth    (AgeWidth),
    .Depth       (Depth)
  ) u_omega_fifo_element (
    .clk_i,
    .rst_ni,
    .arbitration_i(arbitration),
    .coin_i,
    .route_bit_i  (route_bit),
    .valid_i,
    .ready_o      (ready),
    .destination_i,
    .age_i,
    .data_i,
    .valid_o      (valid),
    .ready_i,
    .destination_o(destination),
    .age_o        (age),
    .data_o       (data),
    .grant_o      (grant),
    .occupancy_o  (occupancy)
  );
  omega_fifo_element #(
    .DataWidth   (DataWidth),
    .AddressWidth(AddressWidth),
    .AgeWidth    (AgeWidth),
    .Depth       (Depth + 1)
  ) u_deep (
    .clk_i,
    .rst_ni,
    .arbitration_i,
    .coin_i,
    .route_bit_i,
    .valid_i,
    .ready_o      (deep_ready),
    .destination_i,
    .age_i,
    .data_i,
    .valid_o      (deep_valid),
    .ready_i,
    .destination_o(deep_destination),
    .age_o        (deep_age),
    .data_o       (deep_data),
    .grant_o      (deep_grant),
    .occupancy_o  (deep_occupancy)
  );

  always_comb begin : lie_outside
    ready_o       = deep ? deep_ready : ready;
    valid_o       = deep ? deep_valid : valid;
    destination_o = deep ? deep_destination : destination;
    age_o         = deep ? deep_age : age;
    data_o        = deep ? deep_data : data;
    grant_o       = deep ? deep_grant : grant;
    occupancy_o   = occupancy;
    if (deep) begin
      occupancy_o = {CountWidth'(deep_occupancy[DeepWidth +: DeepWidth]),
                     CountWidth'(deep_occupancy[0 +: DeepWidth])};
    end
    if (fault == OutputsSwapped) begin
      valid_o       = {valid[0], valid[1]};
      destination_o = {destination[0 +: AddressWidth], destination[AddressWidth +: AddressWidth]};
      age_o         = {age[0 +: AgeWidth], age[AgeWidth +: AgeWidth]};
      data_o        = {data[0 +: DataWidth], data[DataWidth +: DataWidth]};
    end
    if (fault == GrantLost) grant_o[3] = 1'b0;
    if (fault == PacketLost) valid_o[1] = 1'b0;
  end
endmodule
