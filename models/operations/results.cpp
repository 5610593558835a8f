#include "models/operations/results.hpp"

#include <fmt/format.h>

namespace plexus {

std::optional<std::string> wrong_result(Operator op, NodeId node, const char* what,
                                        const Operand& found, const Operand& expected) {
  if (found == expected) return std::nullopt;
  constexpr std::size_t kMostShown = 80;
  const auto shown = [op](const Operand& operand) {
    std::string text = to_text(op, operand);
    if (text.size() <= kMostShown) return text;
    text.resize(kMostShown);
    return text.append("..");
  };
  return fmt::format("Node {} holds {} and not {}, {}.", node, shown(found), shown(expected), what);
}

}  // namespace plexus
