#include "hw/tlm/tlm_network.hpp"
#include "hw/tlm/tlm_transit.hpp"

namespace plexus {

void tlm_exchange::check_setting() const {
  const std::string named = std::string{"The setting of "} + name() + ": ";
  if (responses_->ports() != requests_->ports()) {
    report_wiring(named + "the network of responses, " + responses_->name() + ", has " +
                  std::to_string(responses_->ports()) + " ports, that of requests, " +
                  requests_->name() + ", has " + std::to_string(requests_->ports()) +
                  ": give both as many.");
  }
  if (setting_.word_bytes < 1) report_wiring(named + "word_bytes is 0: a word has at least one.");
  if (setting_.request_header < 1_words || setting_.response_header < 1_words) {
    report_wiring(named + "a header has no words: give it at least one.");
  }
  const auto too_long = [&](Words header, const packet_network& network) {
    if (header <= network.port[0]->most_words()) return;
    report_wiring("{}a header of {} words is more than {} carries in a packet, {} words.", named,
                  header.count(), network.name(), network.port[0]->most_words().count());
  };
  too_long(setting_.request_header, *requests_);
  too_long(setting_.response_header, *responses_);
  if (setting_.outstanding < 1) {
    report_wiring(named + "outstanding is 0: an initiator needs at least one.");
  }
}

/// The range in which an address lies; null: none.
const AddressRange* tlm_exchange::range_at(std::uint64_t address) const {
  for (const AddressRange& range : setting_.map) {
    if (address >= range.first && address <= range.last()) return &range;
  }
  return nullptr;
}

/// The range in which all of its addresses lie.
const AddressRange* tlm_exchange::range_of(const Payload& payload) const {
  const std::uint64_t first = payload.get_address();
  const std::uint64_t length = std::max<std::uint64_t>(
      std::min<std::uint64_t>(payload.get_data_length(), payload.get_streaming_width()), 1);
  const AddressRange* const range = range_at(first);
  return range != nullptr && length - 1 <= range->last() - first ? range : nullptr;
}

Words tlm_exchange::words_of(std::uint64_t bytes) const {
  return Words{static_cast<std::int64_t>((bytes + setting_.word_bytes - 1) / setting_.word_bytes)};
}

Words tlm_exchange::request_words(const Payload& payload) const {
  Words words = setting_.request_header;
  if (payload.is_write()) words += words_of(payload.get_data_length());
  const bool moves = payload.get_command() != tlm::TLM_IGNORE_COMMAND;
  if (moves && payload.get_byte_enable_ptr() != nullptr) {
    words += words_of((std::uint64_t{payload.get_byte_enable_length()} + 7) / 8);
  }
  return words;
}

Words tlm_exchange::response_words(const Payload& payload) const {
  return setting_.response_header +
         (payload.is_read() ? words_of(payload.get_data_length()) : 0_words);
}

/// What the standard says of a payload that no target can serve; TLM_OK_RESPONSE for others.
tlm::tlm_response_status tlm_exchange::judge(const Payload& payload) const {
  if (payload.get_command() != tlm::TLM_IGNORE_COMMAND) {
    if (payload.get_data_ptr() == nullptr) return tlm::TLM_GENERIC_ERROR_RESPONSE;
    if (payload.get_data_length() == 0 || payload.get_streaming_width() == 0) {
      return tlm::TLM_BURST_ERROR_RESPONSE;
    }
    if (payload.get_byte_enable_ptr() != nullptr && payload.get_byte_enable_length() == 0) {
      return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    }
  }
  const AddressRange* const range = range_of(payload);
  if (range == nullptr) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  const bool carried = request_words(payload) <= gates_.front().port->most_words() &&
                       response_words(payload) <= gates_.back().port->most_words();
  return carried ? tlm::TLM_OK_RESPONSE : tlm::TLM_BURST_ERROR_RESPONSE;
}

}  // namespace plexus
