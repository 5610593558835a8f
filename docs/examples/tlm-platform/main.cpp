// A TLM-2.0 platform around a mesh: four generators, four memories, with an sc_main of its own.
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstring>
#include <iostream>
#include <plexus/hw/tlm/tlm_network.hpp>
#include <plexus/models/platform/networks.hpp>

struct memory : sc_core::sc_module {
  tlm_utils::simple_target_socket<memory> socket{"socket"};
  std::vector<unsigned char> bytes = std::vector<unsigned char>(0x1000);

  explicit memory(sc_core::sc_module_name name) : sc_module{name} {
    socket.register_b_transport(this, &memory::serve);
  }
  void serve(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    unsigned char* const here = &bytes[payload.get_address()];
    if (payload.is_write()) std::memcpy(here, payload.get_data_ptr(), payload.get_data_length());
    if (payload.is_read()) std::memcpy(payload.get_data_ptr(), here, payload.get_data_length());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay += sc_core::sc_time{30, sc_core::SC_NS};  // an access
  }
};

struct generator : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<generator> socket{"socket"};
  unsigned number;
  bool good = true;

  generator(sc_core::sc_module_name name, unsigned which) : sc_module{name}, number{which} {
    HW_PROCESSES(generator);
    SC_THREAD(run);
  }
  void move(tlm::tlm_command command, sc_dt::uint64 address, unsigned char* data) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data);
    payload.set_data_length(16);
    payload.set_streaming_width(16);
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    good = good && payload.is_response_ok();
  }
  void run() {
    for (unsigned i = 0; i < 100; ++i) {
      unsigned char written[16], read[16];
      std::memset(written, static_cast<int>(16 * number + i % 16), sizeof written);
      const sc_dt::uint64 address = (i % 4) * 0x1000 + number * 0x100;  // every memory in turn
      move(tlm::TLM_WRITE_COMMAND, address, written);
      move(tlm::TLM_READ_COMMAND, address, read);
      good = good && std::memcmp(written, read, sizeof read) == 0;
    }
  }
};

int sc_main(int, char*[]) {
  const plexus::ClockPeriod clock{{2, sc_core::SC_NS}};
  plexus::direct_network mesh{"mesh", plexus::mesh_shape({4, 2}), {}, clock};
  plexus::TlmSetting setting;
  for (unsigned i = 0; i < 4; ++i) setting.map.push_back({i * 0x1000, 0x1000, 4 + i});
  plexus::tlm_network network{"network", mesh, setting};

  sc_core::sc_vector<generator> generators{"generator", 4, [](const char* name, std::size_t i) {
                                             return new generator{name, static_cast<unsigned>(i)};
                                           }};
  sc_core::sc_vector<memory> memories{"memory", 4};
  for (unsigned i = 0; i < 4; ++i) {
    generators[i].socket.bind(network.target_socket[i]);
    network.initiator_socket[4 + i].bind(memories[i].socket);
  }

  sc_core::sc_start();  // until nothing is left to happen
  bool good = true;
  for (const generator& one : generators) good = good && one.good;
  std::cout << network.completed() << " transactions in " << sc_core::sc_time_stamp() << ": "
            << (good ? "all right" : "wrong") << '\n';
  return good ? 0 : 1;
}
