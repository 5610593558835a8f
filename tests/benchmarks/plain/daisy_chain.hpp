#pragma once

#include <coroutine>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

/// A yardstick: an allgather once round a cycle of nodes in plain C++, without a kernel, with the
/// promises that Plexus keeps: a program per node that waits, packets, links that are busy for the
/// time of a hop, a port rule, and data that are checked at the end.
namespace plexus::plain {

class daisy_chain {
 public:
  /// `next`: by node, the one that it sends to. A hop takes `hop` cycles.
  daisy_chain(std::vector<std::uint32_t> next, std::uint32_t steps, std::uint32_t hop)
      : nodes_(next.size()), links_(next.size()), wheel_(hop + 1), steps_{steps}, hop_{hop} {
    for (std::uint32_t v = 0; v < nodes_.size(); ++v) {
      links_[v].to = next[v];
      nodes_[v].held.reserve(steps + 1);
      nodes_[v].held.push_back(v);
      programs_.push_back(rotate(v));
    }
  }
  ~daisy_chain() {
    for (const Program& program : programs_) program.handle.destroy();
  }
  daisy_chain(const daisy_chain&) = delete;
  daisy_chain& operator=(const daisy_chain&) = delete;

  /// Runs to the end; returns the hops made. Throws std::logic_error where a promise is broken.
  std::uint64_t run() {
    for (const Program& program : programs_) due_.push_back(program.handle);
    std::uint64_t hops = 0;
    for (std::uint64_t now = 0;; ++now) {
      std::vector<std::uint32_t>& ended = wheel_[now % wheel_.size()];
      for (const std::uint32_t link : ended) end(link);
      hops += ended.size();
      active_ -= ended.size();
      ended.clear();
      for (const std::coroutine_handle<> program : due_) program.resume();
      due_.clear();
      for (const std::uint32_t link : requested_) start(link, now);
      requested_.clear();
      if (active_ == 0) break;
    }
    check();
    return hops;
  }

 private:
  struct Packet {
    std::uint64_t id = 0;
    std::uint32_t block = 0;
    std::uint32_t words = 0;
  };
  struct Link {
    Packet packet;
    std::uint32_t to = 0;
    bool busy = false;
  };
  struct Node {
    std::coroutine_handle<> waiting;
    Packet received;
    bool reads = false;
    bool writes = false;
    std::vector<std::uint32_t> held;
  };
  struct Program {
    struct promise_type {
      Program get_return_object() {
        return {std::coroutine_handle<promise_type>::from_promise(*this)};
      }
      std::suspend_always initial_suspend() noexcept { return {}; }
      std::suspend_always final_suspend() noexcept { return {}; }
      void return_void() {}
      void unhandled_exception() { std::terminate(); }
    };
    std::coroutine_handle<promise_type> handle;
  };
  /// The next packet that comes.
  struct Arrival {
    Node& self;
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> rest) { self.waiting = rest; }
    Packet await_resume() const { return self.received; }
  };

  static void require(bool kept, const char* what) {
    if (!kept) throw std::logic_error{what};
  }

  Program rotate(std::uint32_t self) {
    Packet travelling{self, self, 1};
    for (std::uint32_t step = 0; step < steps_; ++step) {
      Link& leaving = links_[self];
      require(!leaving.busy, "the link is busy");
      leaving.busy = true;
      leaving.packet = travelling;
      requested_.push_back(self);
      travelling = co_await Arrival{nodes_[self]};
    }
  }
  void start(std::uint32_t number, std::uint64_t now) {
    const Link& link = links_[number];
    Node& sender = nodes_[number];
    Node& receiver = nodes_[link.to];
    require(!sender.writes && !receiver.reads, "one transfer at a time in each direction");
    sender.writes = receiver.reads = true;
    wheel_[(now + hop_) % wheel_.size()].push_back(number);
    ++active_;
  }
  void end(std::uint32_t number) {
    Link& link = links_[number];
    Node& receiver = nodes_[link.to];
    link.busy = nodes_[number].writes = receiver.reads = false;
    receiver.received = link.packet;
    receiver.held.push_back(link.packet.block);
    due_.push_back(std::exchange(receiver.waiting, {}));
  }
  /// Every node holds the blocks of the `steps` nodes before it, each once.
  void check() const {
    std::vector<std::uint32_t> seen(nodes_.size(), ~0U);
    for (std::uint32_t v = 0; v < nodes_.size(); ++v) {
      require(nodes_[v].held.size() == steps_ + std::size_t{1}, "a block is missing");
      for (const std::uint32_t block : nodes_[v].held) {
        require(std::exchange(seen[block], v) != v, "a block came twice");
      }
    }
  }

  std::vector<Node> nodes_;
  std::vector<Link> links_;  ///< by sender
  std::vector<std::vector<std::uint32_t>> wheel_;
  std::vector<Program> programs_;
  std::vector<std::coroutine_handle<>> due_;
  std::vector<std::uint32_t> requested_;
  std::uint32_t steps_;
  std::uint32_t hop_;
  std::uint64_t active_ = 0;
};

}  // namespace plexus::plain
