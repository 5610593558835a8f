#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "hw/rule/port_rule.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/catalogue/json_fwd.hpp"
#include "models/catalogue/refusal.hpp"

namespace plexus {

/// The parameters of one run by their names in the specification (`k_star`), in the order in which
/// the bench declares them: what was given on the command line, and defaults for the rest.
class Values {
 public:
  [[nodiscard]] bool has(const std::string& name) const;
  [[nodiscard]] const Json& at(const std::string& name) const;
  void set(const std::string& name, Json value);
  [[nodiscard]] const Json& json() const { return *values_; }

  [[nodiscard]] std::int64_t number(const std::string& name) const;
  [[nodiscard]] NodeId node(const std::string& name) const;
  [[nodiscard]] bool flag(const std::string& name) const;
  [[nodiscard]] std::string word(const std::string& name) const;
  [[nodiscard]] std::vector<std::int64_t> list(const std::string& name) const;

  // What nearly every machine has.
  [[nodiscard]] Words words() const { return Words{number("words")}; }
  [[nodiscard]] LinkTiming timing() const {
    return {Cycles{number("startup")}, Words{number("bandwidth")}};
  }
  [[nodiscard]] PortRule port_rule() const { return *parse_port_rule(word("port_rule")); }

 private:
  JsonBox values_;
};

/// One parameter of a bench: what `plexus list` and `--help` say of it, and how it is read.
struct Parameter {
  std::string name;   ///< the specification's, with `_`; the option has `-`
  std::string type;   ///< integer, flag, word, list, ...
  std::string range;  ///< for people: `>= 1`, `0 .. nodes - 1`
  std::string help;   ///< one line
  /// Value if none is given; may depend on the parameters declared before.
  std::function<Json(const Values&)> fallback;
  /// What `list` prints for the default: the value, or words where it depends on others.
  JsonBox shown_default;
  /// Reads the text of an option. Throws Refusal.
  std::function<Json(const std::string& text)> read;
  /// Checks a value against those of the parameters declared before. Throws Refusal.
  std::function<void(const Json& value, const Values& before)> check;
  /// Does the parameter apply, beside the values of those declared before? Where it does not, it is
  /// an error to give it, and the run has no such parameter. Empty: always.
  std::function<bool(const Values& before)> applies;
  std::string condition;  ///< `--bank-mode interleaved`: what has to hold for it to apply
  /// Refuses a value that is given where the parameter does not apply, if more is to be said of it
  /// than that. Empty, or returns: it is refused as any other.
  std::function<void(const Json& value, const Values& before)> misplaced;
  /// The text of the option that makes a machine of `nodes` (>= 1), if the parameter, which is
  /// `self`, says how large a machine is that has no `nodes` among its parameters; else empty.
  /// Throws Refusal where no such machine has so many, or something else says how many there are.
  std::function<std::string(const Parameter& self, std::int64_t nodes)> of_nodes;
  /// Says how an algorithm works: on one without it its value asks for what that one cannot do, and
  /// is refused as `feature`.
  bool feature = false;

  [[nodiscard]] std::string option() const;  ///< `--k-star`
};

/// A whole number in low .. high; a number outside is refused as `kind`.
Parameter integer(const std::string& name, std::int64_t low, std::int64_t high, Json fallback,
                  const std::string& help, RefusalClass kind = RefusalClass::kRange);
/// A whole number >= low.
Parameter integer(const std::string& name, std::int64_t low, Json fallback,
                  const std::string& help);
/// One of some words.
Parameter word(const std::string& name, const std::vector<std::string>& words,
               const std::string& fallback, const std::string& help);
/// `true` or `false`.
Parameter flag(const std::string& name, bool fallback, const std::string& help);
/// A text that is taken as it stands; `range` says what it may be, and whoever has it checks that.
/// What every other kind of value begins with.
Parameter free_text(const std::string& name, const std::string& type, const std::string& range,
                    const Json& fallback, const std::string& help);
/// A comma-separated list of whole numbers >= low.
Parameter integers(const std::string& name, std::int64_t low, Json fallback,
                   const std::string& help);
/// A list, as JSON or of whole numbers between commas, or a word in its place. Whoever has it
/// checks what it says: `check` of the value and those before, which throws Refusal.
Parameter list_or_word(const std::string& name, const std::string& type, const std::string& range,
                       const Json& fallback, const std::string& help,
                       std::function<void(const Json&, const Values&)> check);
/// A decimal number in low .. high.
Parameter decimal(const std::string& name, double low, double high, double fallback,
                  const std::string& help);

/// The parameter with another default, as a function of the values before and as words.
Parameter with_default(Parameter parameter, const Json& shown,
                       std::function<Json(const Values&)> fallback);
/// The parameter as one that says how an algorithm works (Parameter::feature).
Parameter as_feature(Parameter parameter);
/// The parameter with a further check.
Parameter with_check(Parameter parameter, const std::string& range,
                     std::function<void(const Json&, const Values&)> check);
/// The parameter with the range low .. high(before); `range` says so in words.
Parameter within(Parameter parameter, const std::string& range, std::int64_t low,
                 std::function<std::int64_t(const Values&)> high);
/// The parameter, where it applies only together with others: `condition` in words, and as a
/// function of the values before.
Parameter only_with(Parameter parameter, const std::string& condition,
                    std::function<bool(const Values&)> applies);

/// `words`, `startup`, `bandwidth` with the defaults 64, 0, 1.
std::vector<Parameter> transfer_parameters();
/// Most processors of a machine that can be asked for; memory sets the real limit.
inline constexpr std::int64_t kMostNodes = 1'000'000'000;

/// What `--nodes` says.
[[nodiscard]] std::int64_t nodes_asked(const Values& values);
/// A node number, 0 .. count(values) - 1.
Parameter node_parameter(const std::string& name, Json fallback,
                         std::function<std::int64_t(const Values&)> count, const std::string& help);
/// `source`, by default node 0, and `destination`, another node; its default as a function of the
/// values before and as words. Nodes are 0 .. count(values) - 1.
std::vector<Parameter> source_and_destination(
    const std::function<std::int64_t(const Values&)>& count, const std::string& shown,
    std::function<Json(const Values&)> destination);
/// The node half-way round from the `source`, of `nodes`.
Json half_way_round(const Values& values);
/// `k_star`: 1 .. nodes; the default as a function of the values before and as words.
Parameter k_star_parameter(const Json& shown, std::function<Json(const Values&)> fallback,
                           const std::string& help);
/// `packets`: 1 .. words, `optimal` or `formula`.
Parameter packets_parameter();
/// The number of packets that `packets` asks for. Throws Refusal (size) if this computer has no
/// room for so many, waiting at their source in each of `streams`.
std::int64_t packets_of(const Values& values, const std::function<std::int64_t()>& formula,
                        const std::function<std::int64_t()>& optimal, std::int64_t streams = 2);
/// `port_rule`, with the machine's own default.
Parameter port_rule_parameter(PortRule fallback);

/// The values of a run to which `given` (an object, by name) says some of them: defaults for the
/// rest. Throws Refusal where one does not fit, applies to nothing, or names no parameter.
Values complete(const std::vector<Parameter>& parameters, const Json& given);

/// Several lists of parameters as one.
std::vector<Parameter> joined(std::initializer_list<std::vector<Parameter>> lists);

/// What stands between commas, also where that is nothing.
std::vector<std::string> split_at_commas(const std::string& text);

/// Reads a whole number; a Refusal names `name` where `text` is none, and `range`, in words, where
/// it is far outside.
std::int64_t read_integer(const std::string& name, const std::string& text,
                          const std::string& range = {});

/// The candidate that `text` most probably means; empty if none is near.
std::string nearest(const std::string& text, const std::vector<std::string>& candidates);

/// "--k-star" for "k_star".
std::string option_of(const std::string& name);

}  // namespace plexus
