#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <type_traits>
#include <utility>

#include "hw/fast/line_pool.hpp"

namespace plexus {

class node;
/// The program of `self` has ended.
inline void note_end(node& self);  // see node.hpp

/// What is left of a program when it waits: whose it is, and where it goes on.
struct Rest {
  node* self;
  std::coroutine_handle<> handle;
};

/// A program's rest at an await, and how many actions must end first.
class Waiter {
 public:
  Waiter() {}  // filled in when the wait begins  NOLINT(modernize-use-equals-default)
  Waiter(node& self, std::coroutine_handle<> rest, unsigned actions)
      : rest_{&self, rest}, actions_{actions}, failed_{false} {}
  /// A wait of `self` for one action; where to go on is told later, ..
  explicit Waiter(node& self) : rest_{&self, {}}, actions_{1}, failed_{false} {}
  /// .. once that is known.
  void resume_at(std::coroutine_handle<> rest) { rest_.handle = rest; }
  /// One of the actions has ended. With the last one the processor resumes the program.
  inline void one_done();  // see node.hpp
  /// One of the actions has failed: the program is resumed at once, whatever the others do.
  void one_failed();
  [[nodiscard]] node& self() const { return *rest_.self; }
  /// One of the actions had ended before the wait began; true if none is left.
  bool one_was_done() { return --actions_ == 0; }

 private:
  Rest rest_;
  unsigned actions_;
  bool failed_;
};

/// Something that takes time and that a program can ask for: a send, a receive, a lock step. The
/// part that brings it about calls `complete` once, in the time step in which it ends.
class Action {
 public:
  Action() {}  // NOLINT(modernize-use-equals-default): see `waiter_`
  void complete() { waiter_->one_done(); }

 protected:
  /// Once it is waited for: the node whose program does.
  [[nodiscard]] node& self() const { return waiter_->self(); }
  void waits_for(Waiter& waiter) { waiter_ = &waiter; }

 private:
  Waiter* waiter_;  ///< filled in when the wait begins
};

/// What a program waits for, once: the one awaitable. `Request`, an action, says what it is; it has
/// - `start()`, which says by `true`, where it may, that the action has ended already;
/// - `is_ready()`: it has ended before it began, or there is nothing to do;
/// - `result()`: what the program is given.
template <typename Request>
class [[nodiscard]] Ask final : public Request {
 public:
  template <typename... Of>
  explicit Ask(node& self, Of&&... of) : Request{std::forward<Of>(of)...}, waiter_{self} {}
  [[nodiscard]] node& self() const { return waiter_.self(); }

  /// Starts the action for `waiter`; true if it has ended already.
  bool begin(Waiter& waiter) {
    if (Request::is_ready()) return true;
    Request::waits_for(waiter);
    if constexpr (kEndsLater) return Request::start(), false;
    if constexpr (!kEndsLater) return Request::start();
  }
  bool await_ready() { return Request::is_ready(); }
  auto await_suspend(std::coroutine_handle<> rest) {
    waiter_.resume_at(rest);
    Request::waits_for(waiter_);
    if constexpr (kEndsLater) Request::start();
    if constexpr (!kEndsLater) return !Request::start();
  }
  decltype(auto) await_resume() { return Request::result(); }

 private:
  static constexpr bool kEndsLater = std::is_void_v<decltype(std::declval<Request&>().start())>;

  Waiter waiter_;
};

/// What runs on a processor: a coroutine. A program may await actions and other programs.
class [[nodiscard]] Program {
 public:
  struct promise_type;
  using Handle = std::coroutine_handle<promise_type>;

  struct promise_type {
    std::exception_ptr error;

    /// When the program ends, `caller` goes on, ..
    void then_resume(std::coroutine_handle<> caller) {
      after_ = reinterpret_cast<std::uintptr_t>(caller.address());
    }
    /// .. or `joiner` is told, which runs it beside others, ..
    void then_tell(Waiter& joiner) { after_ = reinterpret_cast<std::uintptr_t>(&joiner) | kJoiner; }
    /// .. or the node whose program it is.
    void then_tell(node& self) { after_ = reinterpret_cast<std::uintptr_t>(&self) | kNode; }

    static void* operator new(std::size_t size) { return LinePool::take(size); }
    static void operator delete(void* frame, std::size_t size) { LinePool::give_back(frame, size); }

    Program get_return_object() { return Program{Handle::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    auto final_suspend() noexcept {
      struct Return {
        bool await_ready() noexcept { return false; }
        std::coroutine_handle<> await_suspend(Handle ended) noexcept {
          return ended.promise().what_follows();
        }
        void await_resume() noexcept {}
      };
      return Return{};
    }
    void return_void() {}
    void unhandled_exception() { error = std::current_exception(); }

   private:
    // In one word, so that most programs are three cache lines long.
    static constexpr std::uintptr_t kJoiner = 1;
    static constexpr std::uintptr_t kNode = 2;

    std::coroutine_handle<> what_follows() noexcept {
      const std::uintptr_t place = after_ & ~(kJoiner | kNode);
      if (place != 0 && place == after_) {
        return std::coroutine_handle<>::from_address(reinterpret_cast<void*>(place));
      }
      if ((after_ & kJoiner) != 0) {
        auto& joiner = *reinterpret_cast<Waiter*>(place);
        error ? joiner.one_failed() : joiner.one_done();
      }
      if ((after_ & kNode) != 0) note_end(*reinterpret_cast<node*>(place));
      return std::noop_coroutine();
    }

    std::uintptr_t after_ = 0;
  };

  Program() = default;
  Program(Program&& other) noexcept : handle_{std::exchange(other.handle_, {})} {}
  Program& operator=(Program&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Program() {
    if (handle_) handle_.destroy();
  }

  [[nodiscard]] Handle handle() const { return handle_; }
  [[nodiscard]] bool done() const { return !handle_ || handle_.done(); }
  /// Has `self`, whose program it is, told when it ends.
  void tell_end(node& self) {
    if (handle_) handle_.promise().then_tell(self);
  }
  /// Throws what the program ended with, if it did not end well.
  void check() const {
    if (handle_ && handle_.promise().error) std::rethrow_exception(handle_.promise().error);
  }

  /// A program calls a program: `co_await broadcast_along_row(self, ...)`.
  auto operator co_await() && {
    struct Call {
      Program callee;
      bool await_ready() { return callee.done(); }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) {
        callee.handle_.promise().then_resume(caller);
        return callee.handle_;
      }
      void await_resume() { callee.check(); }
    };
    return Call{std::move(*this)};
  }

 private:
  explicit Program(Handle handle) : handle_{handle} {}
  Handle handle_;
};

}  // namespace plexus
