// A FIFO in SystemVerilog, made by `verilator --sc`, sends through a ring.
#include <iostream>
#include <plexus/hw/tlm/pin_endpoint.hpp>
#include <plexus/models/platform/networks.hpp>

#include "Vstream_fifo.h"

using sc_core::sc_signal;

/// Twelve packets of three words for port 5; the first word says so.
struct source : sc_core::sc_module {
  sc_core::sc_in<bool> clk{"clk"}, rst_n{"rst_n"}, ready{"ready"};
  sc_core::sc_out<bool> valid{"valid"}, last{"last"};
  sc_core::sc_out<std::uint32_t> data{"data"};
  unsigned sent = 0;

  explicit source(sc_core::sc_module_name name) : sc_module{name} {
    HW_PROCESSES(source);
    SC_METHOD(edge);
    sensitive << clk.pos();
    dont_initialize();
  }
  void edge() {
    if (rst_n.read() && valid.read() && ready.read()) ++sent;
    valid.write(rst_n.read() && sent < 36);
    data.write(sent % 3 == 0 ? 5 : 100 + sent);
    last.write(sent % 3 == 2);
  }
};

struct sink : sc_core::sc_module {
  sc_core::sc_in<bool> clk{"clk"}, valid{"valid"}, last{"last"};
  sc_core::sc_in<std::uint32_t> data{"data"};
  unsigned packets = 0, sum = 0;

  explicit sink(sc_core::sc_module_name name) : sc_module{name} {
    HW_PROCESSES(sink);
    SC_METHOD(edge);
    sensitive << clk.pos();
    dont_initialize();
  }
  void edge() {
    if (!valid.read()) return;
    sum += data.read();
    if (last.read()) ++packets;
  }
};

/// The pins between a module and its endpoint.
struct Stream {
  sc_signal<bool> valid, ready, last;
  sc_signal<std::uint32_t> data;
};

int sc_main(int, char*[]) {
  sc_core::sc_clock clk{"clk", sc_core::sc_time{10, sc_core::SC_NS}};
  sc_signal<bool> rst_n;
  plexus::direct_network ring{"ring", plexus::ring_shape(8)};
  const auto first_word_says = [](const std::uint32_t& first) { return plexus::NodeId{first}; };
  plexus::pin_endpoint<> here{"here", first_word_says}, there{"there", first_word_says};
  here.port(ring.port[0]);
  there.port(ring.port[5]);

  source from{"from"};
  Vstream_fifo fifo{"fifo"};
  sink to{"to"};
  Stream in, out, come, unused_in, unused_out;
  from.clk(clk), from.rst_n(rst_n);
  from.valid(in.valid), from.ready(in.ready), from.data(in.data), from.last(in.last);
  fifo.clk_i(clk), fifo.rst_ni(rst_n);
  fifo.valid_i(in.valid), fifo.ready_o(in.ready), fifo.data_i(in.data), fifo.last_i(in.last);
  fifo.valid_o(out.valid), fifo.ready_i(out.ready), fifo.data_o(out.data), fifo.last_o(out.last);
  const auto bind = [&](plexus::pin_endpoint<>& endpoint, Stream& sends, Stream& gets) {
    endpoint.clk_i(clk), endpoint.rst_ni(rst_n);
    endpoint.send_valid_i(sends.valid), endpoint.send_ready_o(sends.ready);
    endpoint.send_data_i(sends.data), endpoint.send_last_i(sends.last);
    endpoint.receive_valid_o(gets.valid), endpoint.receive_ready_i(gets.ready);
    endpoint.receive_data_o(gets.data), endpoint.receive_last_o(gets.last);
  };
  bind(here, out, unused_in);
  bind(there, unused_out, come);
  come.ready.write(true);
  to.clk(clk), to.valid(come.valid), to.last(come.last), to.data(come.data);

  sc_core::sc_start(sc_core::sc_time{35, sc_core::SC_NS});
  rst_n.write(true);
  sc_core::sc_start(sc_core::sc_time{2, sc_core::SC_US});
  std::cout << to.packets << " packets through the FIFO and the ring, sum of their words " << to.sum
            << '\n';
  return to.packets == 12 ? 0 : 1;
}
