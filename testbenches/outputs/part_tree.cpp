#include "testbenches/outputs/part_tree.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <ostream>
#include <typeinfo>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "hw/channel/bindings.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/channel/link.hpp"
#include "hw/observe/light_parts.hpp"
#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

/// The type of a module as it stands in the sources; of others what SystemC calls them.
std::string kind_of(const sc_core::sc_object& object) {
  std::string kind = object.kind();
  if (kind != "sc_module") return kind;
  const std::unique_ptr<char, void (*)(void*)> written{
      abi::__cxa_demangle(typeid(object).name(), nullptr, nullptr, nullptr), std::free};
  if (written == nullptr) return kind;
  kind = written.get();
  for (const std::string room : {"plexus::", "(anonymous namespace)::"}) {
    for (std::size_t at = 0; (at = kind.find(room)) != std::string::npos;) {
      kind.erase(at, room.size());
    }
  }
  return kind;
}

/// A part's name below another one: all of it where it is not.
std::string name_below(const std::string& parent, const std::string& name) {
  return name.starts_with(parent + '.') ? name.substr(parent.size() + 1) : name;
}

void add_names(std::vector<std::string>& names, const duplex_if& both) {
  const link_tx_if* const tx = both.tx();
  const link_rx_if* const rx = both.rx();
  if (tx != nullptr) names.push_back(tx->full_name());
  if (rx != nullptr && (tx == nullptr || rx->full_name() != names.back())) {
    names.push_back(rx->full_name());
  }
}

/// Is what the port is bound to neither an object of SystemC nor a channel with a name?
bool is_nameless(const sc_core::sc_port_base& port) {
  const sc_core::sc_interface* const bound = port.get_interface();
  return dynamic_cast<const sc_core::sc_object*>(bound) == nullptr &&
         dynamic_cast<const channel_if*>(bound) == nullptr;
}

std::vector<std::string> bound_to(const sc_core::sc_object& port) {
  if (const auto* const both = dynamic_cast<const sc_core::sc_port_b<duplex_if>*>(&port)) {
    std::vector<std::string> names;
    for (int i = 0; i < both->size(); ++i) add_names(names, *(*both)[i]);
    return names;
  }
  const auto* const plain = dynamic_cast<const sc_core::sc_port_base*>(&port);
  if (plain != nullptr && plain->get_interface() != nullptr && is_nameless(*plain)) {
    // A channel within a module: that of the port where a part can be exchanged, else that around.
    const sc_core::sc_object* module = port.get_parent_object();
    const bool inside = dynamic_cast<const exchange_port_if*>(&port) != nullptr;
    if (!inside && module->get_parent_object() != nullptr) module = module->get_parent_object();
    return {module->name()};
  }
  if (const auto* const ours = dynamic_cast<const bindings_if*>(&port)) return ours->bound_to();
  const sc_core::sc_interface* bound = nullptr;
  if (plain != nullptr) {
    bound = plain->get_interface();
  } else if (const auto* const open = dynamic_cast<const sc_core::sc_export_base*>(&port)) {
    bound = open->get_interface();
  }
  return bound == nullptr ? std::vector<std::string>{} : std::vector<std::string>{name_of(*bound)};
}

bool is_port(const sc_core::sc_object& object) {
  return dynamic_cast<const sc_core::sc_port_base*>(&object) != nullptr ||
         dynamic_cast<const sc_core::sc_export_base*>(&object) != nullptr;
}

/// Processes, and channels that the kernel alone calls.
bool is_part(const sc_core::sc_object& object) {
  return dynamic_cast<const sc_core::sc_process_b*>(&object) == nullptr &&
         object.kind() != std::string{"sc_prim_channel"};
}

TreePart tree_of(const LightPart& light) {
  TreePart part{light.name, light.kind, {}, {}};
  for (const auto& [role, name] : light.ends) part.ports.push_back({role, "end", {name}});
  return part;
}

bool is_below(const TreePart& parent, const std::string& name) {
  return name.size() > parent.name.size() && name[parent.name.size()] == '.' &&
         name.starts_with(parent.name);
}

/// `elsewhere`: light parts that do not stand directly below their bank, by their names.
TreePart tree_of(const sc_core::sc_object& top, std::size_t depth,
                 std::vector<TreePart>& elsewhere) {
  TreePart tree{top.name(), kind_of(top), {}, {}};
  for (const sc_core::sc_object* child : top.get_child_objects()) {
    if (is_port(*child)) {
      tree.ports.push_back({child->basename(), child->kind(), bound_to(*child)});
    } else if (depth > 0 && is_part(*child)) {
      tree.children.push_back(tree_of(*child, depth - 1, elsewhere));
    }
  }
  const auto* const bank = dynamic_cast<const light_parts_if*>(&top);
  if (bank != nullptr && depth > 0) {
    bank->for_each_light_part([&](const LightPart& light) {
      const bool here = is_below(tree, light.name) &&
                        name_below(tree.name, light.name).find('.') == std::string::npos;
      (here ? tree.children : elsewhere).push_back(tree_of(light));
    });
  }
  return tree;
}

/// Puts a part where its name says.
void place(TreePart& tree, TreePart&& part) {
  const auto within = std::ranges::find_if(
      tree.children, [&](const TreePart& child) { return is_below(child, part.name); });
  if (within != tree.children.end()) return place(*within, std::move(part));
  tree.children.push_back(std::move(part));
}

/// Digits as `#`, and what they were.
std::string pattern_of(const std::string& name) {
  std::string pattern;
  for (const char letter : name) {
    const bool digit = std::isdigit(static_cast<unsigned char>(letter)) != 0;
    if (!digit) {
      pattern += letter;
    } else if (pattern.empty() || pattern.back() != '#') {
      pattern += '#';
    }
  }
  return pattern;
}

/// The same for parts below `parent` that are alike.
std::string likeness(const TreePart& part, const std::string& parent) {
  std::string text = pattern_of(name_below(parent, part.name)) + ':' + part.kind + '(';
  for (const TreePort& port : part.ports) {
    text += fmt::format("{}:{}:{},", port.name, port.kind, port.bound.size());
  }
  text += ')';
  // Of children alike, too, their number is enough.
  std::string before;
  std::size_t alike = 0;
  const auto close = [&] {
    if (alike > 0) text += fmt::format("{}x{{{}}}", alike, before);
  };
  for (const TreePart& child : part.children) {
    std::string one = likeness(child, part.name);
    if (one != before) {
      close();
      before = std::move(one);
      alike = 0;
    }
    ++alike;
  }
  close();
  return text;
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 6;
  if (names.empty()) return "nothing";
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kMost; ++i) {
    text += (i == 0 ? "" : ", ") + names[i];
  }
  if (names.size() > kMost) text += fmt::format(", .. ({} in all)", names.size());
  return text;
}

/// `count` parts below `parent` that are alike, from `first` to `last`.
void print(std::ostream& out, const std::string& parent, const TreePart& first,
           const TreePart& last, std::size_t count, std::size_t level) {
  const std::string name = name_below(parent, first.name);
  const std::string indent(2 * level, ' ');
  if (count == 1) {
    fmt::print(out, "{}{}  {}\n", indent, name, first.kind);
  } else {
    fmt::print(out, "{}{} .. {}  {}, {} alike\n", indent, name, name_below(parent, last.name),
               first.kind, count);
  }
  for (const TreePort& port : first.ports) {
    fmt::print(out, "{}  {} -> {}\n", indent, port.name, listed(port.bound));
  }
  // Rows of parts that are alike; no other one of such a name lies between two of a row.
  std::vector<std::vector<const TreePart*>> rows;
  std::unordered_map<std::string, std::pair<std::string, std::size_t>> latest;  // by name
  for (const TreePart& child : first.children) {
    std::string alike = likeness(child, first.name);
    auto& [known, row] = latest[pattern_of(name_below(first.name, child.name))];
    if (known != alike) {
      known = std::move(alike);
      row = rows.size();
      rows.emplace_back();
    }
    rows[row].push_back(&child);
  }
  for (const auto& row : rows) {
    print(out, first.name, *row.front(), *row.back(), row.size(), level + 1);
  }
}

}  // namespace

TreePart part_tree(const sc_core::sc_object& top, std::size_t depth) {
  std::vector<TreePart> elsewhere;
  TreePart tree = tree_of(top, depth, elsewhere);
  for (TreePart& part : elsewhere) place(tree, std::move(part));
  return tree;
}

void print_tree(std::ostream& out, const TreePart& tree) { print(out, "", tree, tree, 1, 0); }

Json tree_json(const TreePart& tree) {
  Json ports = Json::array();
  for (const TreePort& port : tree.ports) {
    ports.push_back({{"name", port.name}, {"kind", port.kind}, {"bound", port.bound}});
  }
  Json children = Json::array();
  for (const TreePart& child : tree.children) children.push_back(tree_json(child));
  return {{"name", tree.name},
          {"kind", tree.kind},
          {"ports", std::move(ports)},
          {"children", std::move(children)}};
}

}  // namespace plexus
