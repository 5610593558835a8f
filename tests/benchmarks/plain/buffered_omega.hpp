#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

/// A yardstick: a buffered omega network of 2 x 2 elements under uniform traffic in plain C++
/// arrays, alternating arbitration, one word per packet, every packet checked at its port.
namespace plexus::plain {

class buffered_omega {
 public:
  buffered_omega(unsigned stages, std::uint32_t depth, double load)
      : queues_((stages + std::size_t{1}) << stages),
        places_(queues_.size() * depth),
        awake_(queues_.size() / 2, 0),
        upper_won_(queues_.size(), 0),
        numbers_(std::size_t{1} << stages, 0),
        stages_{stages},
        ports_{1U << stages},
        depth_{depth},
        load_{load} {}

  /// Runs `cycles` cycles; returns the elements that packets went through.
  std::uint64_t run(std::uint32_t cycles) {
    for (std::uint32_t now = 0; now < cycles; ++now) {
      take_out();
      for (unsigned stage = stages_; stage-- > 0;) {
        for (std::uint32_t element = 0; element < ports_ / 2; ++element) {
          const std::size_t number = stage * std::size_t{ports_ / 2} + element;
          if (awake_[number] != 0) move(stage, element, number);
        }
      }
      put_in();
    }
    if (in_ != out_ + inside()) throw std::logic_error{"a packet is lost"};
    return moves_;
  }

 private:
  struct Packet {
    std::uint32_t source = 0;
    std::uint32_t destination = 0;
    std::uint32_t number = 0;
  };
  struct Queue {
    std::uint32_t count = 0;
    std::uint32_t head = 0;
    std::uint32_t popped = 0;  ///< in the present cycle: its place is free in the next
  };

  Queue& queue(unsigned stage, std::uint32_t line) {
    return queues_[stage * std::size_t{ports_} + line];
  }
  Packet& head(const Queue& of) {
    return places_[std::size_t(&of - queues_.data()) * depth_ + of.head];
  }
  void push(Queue& to, const Packet& packet) {
    places_[std::size_t(&to - queues_.data()) * depth_ + (to.head + to.count) % depth_] = packet;
    ++to.count;
  }
  /// The line in front of the next stage.
  [[nodiscard]] std::uint32_t shuffled(std::uint32_t line) const {
    return ((line << 1) | (line >> (stages_ - 1))) & (ports_ - 1);
  }

  void move(unsigned stage, std::uint32_t element, std::size_t number) {
    Queue* const in = &queue(stage, 2 * element);
    const unsigned bit = stages_ - 1 - stage;
    std::uint32_t wants[2] = {2, 2};
    for (unsigned i = 0; i < 2; ++i) {
      in[i].popped = 0;
      if (in[i].count > 0) wants[i] = head(in[i]).destination >> bit & 1;
    }
    const bool last = stage + 1 == stages_;
    for (unsigned output = 0; output < 2; ++output) {
      const std::uint32_t line = 2 * element + output;
      Queue& behind = queue(stage + 1, last ? line : shuffled(line));
      if (!last && behind.count + behind.popped >= depth_) continue;
      std::uint8_t& upper_won = upper_won_[2 * number + output];
      unsigned winner = wants[0] == output ? 0 : 1;
      if (wants[winner] != output) continue;
      if (wants[0] == wants[1]) winner = upper_won;
      upper_won = winner == 0;
      push(behind, head(in[winner]));
      if (!last) awake_[number - element + ports_ / 2 + shuffled(line) / 2] = 1;
      in[winner].head = (in[winner].head + 1) % depth_;
      --in[winner].count;
      in[winner].popped = 1;
      ++moves_;
    }
    awake_[number] = in[0].count + in[1].count + in[0].popped + in[1].popped > 0;
  }
  void take_out() {
    for (std::uint32_t port = 0; port < ports_; ++port) {
      Queue& behind = queue(stages_, port);
      if (behind.count == 0) continue;
      if (head(behind).destination != port) throw std::logic_error{"a packet went astray"};
      behind.count = 0;
      ++out_;
    }
  }
  void put_in() {
    for (std::uint32_t port = 0; port < ports_; ++port) {
      if (coin_(random_) >= load_) continue;
      Queue& first = queue(0, shuffled(port));
      const auto destination = static_cast<std::uint32_t>(random_() & (ports_ - 1));
      if (first.count + first.popped >= depth_) continue;
      push(first, {port, destination, numbers_[port]++});
      awake_[shuffled(port) / 2] = 1;
      ++in_;
    }
  }
  [[nodiscard]] std::uint64_t inside() const {
    std::uint64_t packets = 0;
    for (const Queue& one : queues_) packets += one.count;
    return packets;
  }

  std::vector<Queue> queues_;  ///< by stage and line; then behind the last stage
  std::vector<Packet> places_;
  std::vector<std::uint8_t> awake_;  ///< by element
  std::vector<std::uint8_t> upper_won_;
  std::vector<std::uint32_t> numbers_;
  std::mt19937_64 random_{1};
  std::uniform_real_distribution<double> coin_{0, 1};
  unsigned stages_;
  std::uint32_t ports_;
  std::uint32_t depth_;
  double load_;
  std::uint64_t in_ = 0;
  std::uint64_t out_ = 0;
  std::uint64_t moves_ = 0;
};

}  // namespace plexus::plain
