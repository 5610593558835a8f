#include "testbenches/outputs/part_tree.hpp"

#include <cctype>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/json.hpp"
#include "tests/command.hpp"
#include "tests/every_machine.hpp"
#include "tests/testbenches/files.hpp"

namespace plexus {

namespace {

/// Every part of a tree as `plexus tree .. --json` prints it, by name.
/// Each stands where its name says.
void gather(const Json& part, std::map<std::string, const Json*>& parts) {
  CAPTURE(part["name"].get<std::string>());
  CHECK(parts.emplace(part["name"], &part).second);  // each has one line
  CHECK_FALSE(part["kind"].get<std::string>().empty());
  for (const Json& child : part["children"]) {
    CHECK(child["name"].get<std::string>().starts_with(part["name"].get<std::string>() + '.'));
    gather(child, parts);
  }
}

struct Tree {
  explicit Tree(const std::string& line) {
    const Said said = plexus_command("tree " + line + " --json");
    CAPTURE(line, said.err);
    REQUIRE(said.status == 0);
    json = said.json();
    gather(json, parts);
  }

  /// Is it a part, or one of the ways from a port?
  [[nodiscard]] bool has(const std::string& name) const {
    const std::size_t to = name.rfind("_to_");
    return parts.contains(name) ||
           (to != std::string::npos && parts.contains(name.substr(0, to) + "_to_*"));
  }

  Json json;
  std::map<std::string, const Json*> parts;
};

/// The parts of which the rows of a trace tell.
std::set<std::string> traced_parts(const std::string& path) {
  std::ifstream in{path};
  std::set<std::string> names;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    const std::size_t first = line.find(',') + 1;
    names.insert(line.substr(first, line.find(',', first) - first));
  }
  return names;
}

/// The scopes of a wave that show something.
std::set<std::string> shown_parts(const std::string& path) {
  std::ifstream in{path};
  std::set<std::string> names;
  std::vector<std::string> scope;
  std::string word;
  while (in >> word && word != "$enddefinitions") {
    if (word == "$scope") {
      in >> word >> word;
      scope.push_back(word);
    } else if (word == "$upscope") {
      scope.pop_back();
    } else if (word == "$var" && !scope.empty()) {
      std::string name;
      for (const std::string& one : scope) name += (name.empty() ? "" : ".") + one;
      names.insert(name);
    }
  }
  return names;
}

/// The operations of all machines that run on hardware.
std::vector<const CatalogueEntry*> runs() {
  std::vector<const CatalogueEntry*> entries;
  for (const std::string& machine : every_machine().machines()) {
    for (const std::string& operation : every_machine().operations(machine)) {
      const CatalogueEntry* const entry = every_machine().find(machine, operation);
      if (entry != nullptr && entry->simulates) entries.push_back(entry);
    }
  }
  return entries;
}

/// Does the machine of this operation exist by its defaults?
bool runs_by_defaults(const std::string& line) {
  return plexus_command("tree " + line).status == 0;
}

}  // namespace

TEST_CASE("links between the routers of traffic have their lines in the tree", "[tree][machines]") {
  const auto [machine, link] =
      GENERATE(table<std::string, std::string>({{"ring", "ring.network.link_0_to_7"},
                                                {"torus", "torus.network.link_0_to_1"},
                                                {"hypercube", "hypercube.network.link_0_to_4"},
                                                {"graph", "graph.network.link_0_to_1"}}));
  TemporaryFolder folder;
  const std::string trace = folder / "run.csv";
  const std::string line = machine + " traffic";
  CAPTURE(line);
  const Tree tree{line};
  REQUIRE(tree.parts.contains(link));
  const Json& ports = (*tree.parts.at(link))["ports"];
  CHECK(ports.at(0)["bound"].at(0) == machine + ".network.router_0");
  REQUIRE(plexus_command("run " + line + " --warmup 0 --measure 50 --trace " + trace).status == 0);
  for (const std::string& part : traced_parts(trace)) {
    CAPTURE(part);
    CHECK(tree.parts.contains(part));
  }
}

TEST_CASE("parts that are alike share a line, also where others stand between them", "[tree]") {
  const auto lines = [](const std::string& nodes) {
    const std::string text = plexus_command("tree fat-tree --nodes " + nodes).out;
    return std::ranges::count(text, '\n');
  };
  CHECK(lines("64") < 2 * lines("8"));
}

TEST_CASE("a tree refuses what is for runs", "[tree][errors]") {
  const Said said = plexus_command("tree ring --vcd ring.vcd");
  CHECK(said.status == 2);
  CHECK(said.err ==
        "plexus: --vcd is an option of plexus run: say plexus run ring move --algorithm pipelined "
        "--vcd, or leave it out.\n");
}

TEST_CASE("every part of a wave and of a trace has its line in the tree", "[tree][machines]") {
  TemporaryFolder folder;
  std::set<std::string> machines;
  for (const CatalogueEntry* const entry : runs()) {
    std::string line = entry->machine + ' ' + entry->operation;
    if (entry->operation == "traffic") line += entry->machine == "pops" ? "" : " --measure 60";
    CAPTURE(line);
    if (!runs_by_defaults(line)) continue;
    const std::string trace = folder / "run.csv";
    const std::string wave = folder / "run.vcd";
    const Said run = plexus_command("run " + line + " --trace " + trace + " --vcd " + wave);
    if (run.status == 2) continue;  // it needs a file, or more than it may have here
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    const Tree tree{line};
    machines.insert(entry->machine);
    for (const std::string& name : traced_parts(trace)) {
      CAPTURE(name);
      CHECK(tree.has(name));
    }
    const std::set<std::string> shown = shown_parts(wave);
    CHECK_FALSE(shown.empty());
    for (const std::string& name : shown) {
      CAPTURE(name);
      CHECK(tree.has(name));
    }
  }
  CHECK(machines.size() == every_machine().machines().size());
}

TEST_CASE("every part that a machine is made of has its line in the tree", "[tree][machines]") {
  using Counts = std::map<std::string, unsigned>;
  const std::map<std::string, Counts> made_of{
      {"bus", {{"bus_node", 8}, {"bus", 1}, {"bus_arbiter", 1}, {"channel", 1}}},
      {"shared-memory", {{"memory_node", 8}, {"memory_banks", 1}, {"bus_arbiter", 1}, {"slot", 8}}},
      {"ring", {{"processor", 8}, {"link_bank", 1}, {"link", 16}, {"relay_node", 1}}},
      {"ring traffic", {{"router_bank", 1}, {"vc_router", 8}, {"source", 8}}},
      {"torus", {{"processor", 16}, {"link", 64}}},
      {"hypercube", {{"processor", 8}, {"link", 24}}},
      {"hypercube allgather", {{"processor", 8}, {"link", 24}, {"exchange_ctl", 1}}},
      {"graph", {{"processor", 6}, {"link", 14}}},
      {"omega",
       {{"processor", 8},
        {"switch_stage<omega_element>", 3},
        {"omega_element", 12},
        {"port", 8},
        {"pass_scheduler", 1}}},
      {"omega permutation --network benes", {{"omega_element", 20}, {"benes_setup", 1}}},
      {"omega traffic",
       {{"switch_stage<omega_fifo_element>", 3},
        {"omega_fifo_element", 12},
        {"port", 8},
        {"source", 8}}},
      {"reconfigurable",
       {{"crossbar_node", 9}, {"crossbar", 1}, {"crossbar_port", 9}, {"config_manager", 1}}},
      {"reconfigurable traffic", {{"packet_crossbar", 1}, {"source", 9}, {"ways", 9}}},
      {"fat-tree", {{"terminal", 8}, {"packet_router", 7}, {"branch_bank", 1}, {"branch", 28}}},
      {"express-mesh", {{"alu_node", 256}, {"link", 1008}}},
      {"express-mesh reduce --algorithm global-bus",
       {{"alu_node", 256}, {"link", 960}, {"tap_bus_bank", 1}, {"bus", 1}}},
      {"pops",
       {{"pops_node", 16},
        {"transmitters", 16},
        {"receivers", 16},
        {"pops_coupler", 16},
        {"coupler_arbiter", 17},    // the part, and a place for each coupler
        {"receiver_arbiter", 17}}}  // and for each processor
  };
  std::set<std::string> machines;
  for (const auto& [line, expected] : made_of) {
    CAPTURE(line);
    const Tree tree{line};
    Counts counts;
    for (const auto& [name, part] : tree.parts) ++counts[(*part)["kind"].get<std::string>()];
    for (const auto& [kind, count] : expected) {
      CAPTURE(kind);
      CHECK(counts[kind] == count);
    }
    machines.insert(line.substr(0, line.find(' ')));
  }
  CHECK(machines.size() == every_machine().machines().size());
}

TEST_CASE("what a port is bound to stands in the tree itself", "[tree][machines]") {
  for (const std::string& machine : every_machine().machines()) {
    CAPTURE(machine);
    const Tree tree{machine};
    const std::string top = tree.json["name"];
    std::size_t bindings = 0;
    for (const auto& [name, part] : tree.parts) {
      for (const Json& port : (*part)["ports"]) {
        CAPTURE(name, port["name"].get<std::string>());
        CHECK_FALSE(port["kind"].get<std::string>().empty());
        for (const Json& bound : port["bound"]) {
          CAPTURE(bound.get<std::string>());
          CHECK((bound == top || bound.get<std::string>().starts_with(top + '.')));
          ++bindings;
        }
      }
    }
    CHECK(bindings > 0);
  }
}

TEST_CASE("elements of the last stage are bound to the queues of the network", "[tree]") {
  const Tree tree{"omega traffic --nodes 4"};
  std::set<std::string> behind;
  for (const char* element : {"element_0", "element_1"}) {
    for (const Json& port :
         (*tree.parts.at(std::string{"omega.switch.stage_1."} + element))["ports"]) {
      if (port["name"] != "outputs") continue;
      for (const Json& bound : port["bound"]) behind.insert(bound);
    }
  }
  CHECK(behind == std::set<std::string>{"omega.switch.queue_0", "omega.switch.queue_1",
                                        "omega.switch.queue_2", "omega.switch.queue_3"});
}

TEST_CASE("a link of a ring tells who is at its ends, a node what it is bound to", "[tree]") {
  const Tree tree{"ring broadcast --nodes 5"};
  const auto& links = tree.parts;
  REQUIRE(links.contains("ring.links.link_4_to_0"));
  CHECK(*links.at("ring.links.link_4_to_0") ==
        Json{{"name", "ring.links.link_4_to_0"},
             {"kind", "link"},
             {"ports",
              {{{"name", "sender"}, {"kind", "end"}, {"bound", {"ring.node_4"}}},
               {{"name", "receiver"}, {"kind", "end"}, {"bound", {"ring.node_0"}}}}},
             {"children", Json::array()}});
  const Json& node = *links.at("ring.node_4");
  CHECK(node["kind"] == "processor");
  CHECK(node["ports"] == Json{{{"name", "channels"},
                               {"kind", "sc_port"},
                               {"bound",
                                {"ring.links.link_4_to_0", "ring.links.link_0_to_4",
                                 "ring.links.link_4_to_3", "ring.links.link_3_to_4"}}}});
}

TEST_CASE("parts that are alike share a line, others have their own", "[tree]") {
  const auto leaf = [](const std::string& name, const std::string& kind, std::size_t bound) {
    return TreePart{name, kind, {{"out", "sc_port", std::vector<std::string>(bound, "top.x")}}, {}};
  };
  TreePart top{"top", "machine", {}, {}};
  for (int i = 0; i < 12; ++i) {
    top.children.push_back(leaf("top.node_" + std::to_string(i), "node", i == 7 ? 1 : 2));
  }
  top.children.push_back({"top.stage_0", "stage", {}, {leaf("top.stage_0.element_0", "cell", 0)}});
  top.children.push_back({"top.stage_1", "stage", {}, {leaf("top.stage_1.element_0", "cell", 0)}});
  top.children.push_back({"top.stage_2", "stage", {}, {}});
  std::ostringstream out;
  print_tree(out, top);
  CHECK(out.str() ==
        "top  machine\n"
        "  node_0 .. node_6  node, 7 alike\n"
        "    out -> top.x, top.x\n"
        "  node_7  node\n"
        "    out -> top.x\n"
        "  node_8 .. node_11  node, 4 alike\n"
        "    out -> top.x, top.x\n"
        "  stage_0 .. stage_1  stage, 2 alike\n"
        "    element_0  cell\n"
        "      out -> nothing\n"
        "  stage_2  stage\n");
}

TEST_CASE("a tree ends at the level that is asked for", "[tree]") {
  const Tree machine{"ring --depth 0"};
  CHECK(machine.parts.size() == 1);
  const Tree nodes{"ring --nodes 4 --depth 1"};
  CHECK(nodes.parts.contains("ring.node_3"));
  CHECK(nodes.parts.contains("ring.links"));
  CHECK_FALSE(nodes.parts.contains("ring.links.link_0_to_1"));
  const Tree whole{"ring --nodes 4"};
  CHECK(whole.parts.contains("ring.links.link_0_to_1"));
  const std::string text = plexus_command("tree ring --nodes 64").out;
  CHECK_THAT(text, Catch::Contains("  node_0 .. node_63  processor, 64 alike\n"));
}

TEST_CASE("a tree that makes no sense is refused with a sentence", "[tree]") {
  const std::map<std::string, std::string> words{
      {"tree", "No machine is named"},
      {"tree rign", "did you mean 'ring'"},
      {"tree ring brodcast", "did you mean 'broadcast'"},
      {"tree ring --depth -1", "--depth -1 is out of range"},
      {"tree ring --depth", "--depth needs a value"},
      {"tree ring --depth --nodes 4", "--depth needs a value"},
      {"tree ring --depth two", "two"},
      {"tree ring --sides 4", "takes no --sides"},
      {"tree ring --nodes 1", "--nodes 1 is out of range"},
      {"tree ring topology", "builds no machine"},
      {"tree ring broadcast --algorithm fast", "'fast' is no algorithm"}};
  for (const auto& [line, expected] : words) {
    CAPTURE(line);
    const Said said = plexus_command(line);
    CHECK(said.status == 2);
    CHECK(said.out.empty());
    CHECK_THAT(said.err, Catch::StartsWith("plexus: ") && Catch::Contains(expected));
    const Said told = plexus_command(line + " --json");
    CHECK((told.status == 2 && told.json().contains("error")));
  }
  CHECK_THAT(plexus_command("tree --help").out, Catch::StartsWith("plexus tree MACHINE"));
}

}  // namespace plexus
