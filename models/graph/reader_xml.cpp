#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <pugixml.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/graph/draft.hpp"

namespace plexus {

namespace {

using LineOf = std::function<std::size_t(const pugi::xml_node&)>;

GraphShape graphml(const pugi::xml_node& root, const GraphFile& file, const LineOf& line_of) {
  GraphDraft draft{file};
  const pugi::xml_node drawn = root.child("graph");
  if (!drawn) draft.refuse(1, "there is no <graphml> with a <graph>, and no <system>");
  std::map<std::string, std::string> names;                   // of keys
  std::vector<std::pair<std::string, std::string>> defaults;  // of links
  for (const pugi::xml_node& key : root.children("key")) {
    const std::string name = key.attribute("attr.name").value();
    names[key.attribute("id").value()] = name;
    const pugi::xml_node value = key.child("default");
    if (value && std::string{key.attribute("for").value()} != "node") {
      defaults.emplace_back(name, value.child_value());
    }
  }
  const auto name_of = [&](const pugi::xml_node& data) {
    const std::string key = data.attribute("key").value();
    if (!names.contains(key)) {
      draft.refuse(line_of(data), fmt::format("there is no <key> with the id '{}'", key));
    }
    return names.at(key);
  };
  const bool directed = std::string{drawn.attribute("edgedefault").value()} == "directed";
  if (directed) draft.set_directed();
  for (const pugi::xml_node& node : drawn.children("node")) {
    const std::string id = node.attribute("id").value();
    if (id.empty()) draft.refuse(line_of(node), "a <node> needs an id");
    if (!draft.add_node(id)) draft.refuse(line_of(node), fmt::format("node {} is there twice", id));
    for (const pugi::xml_node& data : node.children("data")) {
      if (name_of(data) != "switch") continue;
      std::string value = data.child_value();
      std::ranges::transform(value, value.begin(), [](unsigned char c) { return std::tolower(c); });
      if (value == "true" || value == "1") {
        draft.make_switch(id);
      } else if (value != "false" && value != "0") {
        draft.refuse(line_of(data), fmt::format("switch is true or false, not '{}'", value));
      }
    }
  }
  for (const pugi::xml_node& node : drawn.children("edge")) {
    GraphEdge edge{node.attribute("source").value(), node.attribute("target").value()};
    edge.line = line_of(node);
    const std::string own = node.attribute("directed").value();
    if (!own.empty() && (own == "true") != directed) {
      draft.refuse(edge.line, "all edges are directed, or none is: say so by edgedefault alone");
    }
    for (const std::string& end : {edge.from, edge.to}) {
      if (!draft.knows(end)) draft.refuse(edge.line, fmt::format("there is no node '{}'", end));
    }
    for (const auto& [name, value] : defaults) draft.set(edge, name, value);
    for (const pugi::xml_node& data : node.children("data")) {
      draft.set(edge, name_of(data), data.child_value());
    }
    draft.add_edge(std::move(edge));
  }
  return draft.graph();
}

/// GB/s of one NVLink or xGMI, as NCCL and RCCL count them.
double speed_of_link(const pugi::xml_node& gpu, const std::string& kind) {
  if (kind == "xgmi") {
    const std::string gcn = gpu.attribute("gcn").value();
    return gcn == "910" || gcn.starts_with("gfx90a") ? 36 : gcn.starts_with("gfx94") ? 48 : 24;
  }
  const int sm = gpu.attribute("sm").as_int(80);
  if (sm >= 100) return 40.1;
  if (sm >= 90) return 20.6;
  return sm == 86 ? 12 : sm < 70 ? 18 : 20;
}

/// GB/s of a PCIe device, as NCCL counts them; where the file does not know, of 16 lanes of the
/// third generation.
double speed_of_pcie(const pugi::xml_node& pci) {
  constexpr double kUsual = 8;  // GT/s
  constexpr int kLanes = 16;
  const pugi::xml_attribute speed = pci.attribute("link_speed");  // "16.0 GT/s PCIe"
  double transfers = speed.as_double(kUsual);
  if (std::string{speed.value()}.find("MT/s") != std::string::npos) transfers /= 1000;
  if (!(transfers > 0)) transfers = kUsual;
  const int lanes = pci.attribute("link_width").as_int(kLanes);
  const double useful = transfers < kUsual ? 0.075 : 0.09375;  // bytes of a transfer
  return transfers * useful * (lanes > 0 ? lanes : kLanes);
}

constexpr double kMegabits = 8e3;  // Mbit/s are 1 GB/s

/// The GPUs of one or several equal hosts, and what joins them: their own links, PCIe with its
/// bridges and processors, and the network, which joins the hosts.
class Topology {
 public:
  Topology(const GraphFile& file, LineOf line_of) : draft_{file}, line_of_{std::move(line_of)} {}

  GraphShape read(pugi::xml_document& document) {
    draft_.set_host();
    if (!document.select_node("//gpu")) add_gpus(document);
    std::size_t gpus = 0;
    for (const pugi::xpath_node& one : document.select_nodes("//gpu")) {
      const pugi::xml_node gpu = one.node();
      const bool in_pci = std::string{gpu.parent().name()} == "pci";
      if (!gpu.attribute("dev") || !in_pci || address_of(gpu.parent().attribute("busid")).empty()) {
        draft_.refuse(line_of_(gpu), "a <gpu> has a dev and stands in a <pci> with a busid");
      }
      ++gpus;
    }
    for (host_ = 0; host_ < draft_.file().hosts; ++host_) {
      names_.clear();
      for (const pugi::xpath_node& one : document.select_nodes("//gpu")) {
        name_gpu(one.node(), static_cast<std::int64_t>(gpus));
      }
      std::vector<std::pair<std::string, std::string>> processors;  // and who makes them
      for (const pugi::xml_node& cpu : document.child("system").children()) {
        const bool is_cpu = std::string{cpu.name()} == "cpu";
        const std::string name =
            is_cpu ? here(std::string{"cpu"} + cpu.attribute("numaid").value()) : std::string{};
        for (const auto& [other, vendor] : processors) {
          if (is_cpu) join(name, other, vendor == "AuthenticAMD" ? 16 : 10, line_of_(cpu));
        }
        if (is_cpu) processors.emplace_back(name, cpu.attribute("vendor").value());
        if (is_cpu) add_devices(cpu, name, 0);
        if (std::string{cpu.name()} == "pci") add_device(cpu, {}, 0);
      }
      for (const pugi::xpath_node& one : document.select_nodes("//gpu")) add_links(one.node());
    }
    const bool is_joined =
        std::ranges::any_of(links_, [](const auto& one) { return one.first.second == kNetwork; });
    if (draft_.file().hosts > 1 && !is_joined) {
      draft_.refuse(
          1, fmt::format("there is no <net>, which would join the {} hosts", draft_.file().hosts));
    }
    prune();
    for (const auto& [ends, link] : links_) {
      for (const std::string& end : {ends.first, ends.second}) {
        draft_.add_node(end);
        if (!gpus_.contains(end)) draft_.make_switch(end);
      }
      GraphEdge edge{ends.first, ends.second};
      edge.line = link.line;
      edge.bandwidth = draft_.words_a_cycle(link.gigabytes, link.line);
      draft_.add_edge(std::move(edge));
    }
    for (const std::string& gpu : gpus_) draft_.add_node(gpu);  // also one that nothing joins
    draft_.sort_numbers();
    return draft_.graph();
  }

 private:
  static constexpr const char* kNetwork = "network";  ///< comes behind what else is joined to it

  struct Link {
    double gigabytes = 0;
    std::size_t line = 1;
  };

  static std::string address_of(const pugi::xml_attribute& attribute) {
    std::string address = attribute.value();
    std::ranges::transform(address, address.begin(), [](unsigned char letter) {
      return static_cast<char>(std::tolower(letter));
    });
    return address;
  }

  /// Files that clouds hand out for NCCL to complete name no GPUs: those of their devices are GPUs
  /// that have the class of one, numbered by their addresses; so are network ports, which are as
  /// fast as they are joined.
  static void add_gpus(pugi::xml_document& document) {
    std::map<std::string, pugi::xml_node> devices;
    for (const pugi::xpath_node& one : document.select_nodes("//pci")) {
      const std::string address = address_of(one.node().attribute("busid"));
      const std::string kind = one.node().attribute("class").value();
      const bool is_port = kind.starts_with("0x0200") || kind.starts_with("0x0207");
      if (is_port && !one.node().child("nic")) {
        one.node().append_child("nic").append_child("net").append_attribute("speed").set_value(
            speed_of_pcie(one.node()) * kMegabits);
      }
      const bool is_gpu =  // display, 3D, processing accelerator
          kind.starts_with("0x0380") || kind.starts_with("0x0302") || kind.starts_with("0x1200");
      if (is_gpu && !address.empty()) devices.emplace(address, one.node());
    }
    int dev = 0;
    for (auto& [address, device] : devices) {
      device.append_child("gpu").append_attribute("dev").set_value(dev++);
    }
  }

  /// The name of something that every host has.
  [[nodiscard]] std::string here(const std::string& name) const {
    return draft_.file().hosts > 1 ? fmt::format("{}/{}", host_, name) : name;
  }

  void name_gpu(const pugi::xml_node& gpu, std::int64_t gpus) {
    const std::string dev = gpu.attribute("dev").value();
    std::string name = dev;
    if (host_ > 0) name = std::to_string(draft_.whole(dev, line_of_(gpu), 0) + host_ * gpus);
    const bool is_new = gpus_.insert(name).second;
    if (is_new && names_.emplace(address_of(gpu.parent().attribute("busid")), name).second) return;
    draft_.refuse(line_of_(gpu), fmt::format("gpu {} or its busid is there twice", dev));
  }

  /// Of several links between two, all carry.
  void join(const std::string& one, const std::string& other, double gigabytes, std::size_t line) {
    Link& link = links_[std::minmax(one, other)];
    link = {link.gigabytes + gigabytes, line};
  }

  void add_devices(const pugi::xml_node& parent, const std::string& name, int depth) {
    for (const pugi::xml_node& child : parent.children()) {
      const std::string kind = child.name();
      if (kind == "pci") add_device(child, name, depth);
      if (kind == "nic") add_ports(child, name);
    }
  }

  /// A GPU, a bridge, or what has network ports, below `parent` if there is one.
  void add_device(const pugi::xml_node& pci, const std::string& parent, int depth) {
    constexpr int kDeepest = 100;
    if (depth > kDeepest) draft_.refuse(line_of_(pci), "there are too many <pci> one in another");
    const std::string address = address_of(pci.attribute("busid"));
    if (address.empty()) draft_.refuse(line_of_(pci), "a <pci> needs a busid");
    const auto gpu = names_.find(address);
    const std::string name = gpu == names_.end() ? here(address) : gpu->second;
    if (!parent.empty()) join(parent, name, speed_of_pcie(pci), line_of_(pci));
    if (gpu == names_.end()) add_devices(pci, name, depth + 1);
  }

  /// Ports of a network that joins all hosts. One host alone has nobody to reach by it.
  void add_ports(const pugi::xml_node& nic, const std::string& name) {
    constexpr double kUsual = 10'000;  // Mbit/s, where the file does not know
    if (draft_.file().hosts < 2) return;
    for (const pugi::xml_node& net : nic.children("net")) {
      const double speed = net.attribute("speed").as_double(kUsual);
      join(name, kNetwork, (speed > 0 ? speed : kUsual) / kMegabits, line_of_(net));
    }
  }

  /// Its NVLinks or xGMI. A file has those of both ends; several switches count as one.
  void add_links(const pugi::xml_node& gpu) {
    const std::string name = names_.at(address_of(gpu.parent().attribute("busid")));
    for (const pugi::xml_node& link : gpu.children()) {
      const std::string kind = link.name();
      if (kind != "nvlink" && kind != "xgmi") continue;
      const std::size_t line = line_of_(link);
      const double gigabytes =
          static_cast<double>(draft_.whole(link.attribute("count").value(), line, 1)) *
          speed_of_link(gpu, kind);
      const std::string target = address_of(link.attribute("target"));
      const std::string target_class = link.attribute("tclass").value();
      if (const auto other = names_.find(target); other != names_.end()) {
        if (other->second == name) {
          draft_.refuse(line, fmt::format("gpu {} has a link to itself", name));
        }
        const auto back = [&](const pugi::xml_node& one) {
          return address_of(one.attribute("target")) == address_of(gpu.parent().attribute("busid"));
        };
        const pugi::xml_node far = gpu_at(link, target);
        if (!far.find_child(back)) {
          draft_.refuse(line, fmt::format("there is no link back from gpu {} to gpu {}",
                                          other->second, name));
        }
        join(name, other->second, gigabytes / 2, line);
      } else if (target_class.starts_with("0x068000")) {
        join(name, here("nvswitch"), gigabytes, line);
      } else if (target_class.starts_with("0x068001")) {
        add_link_to_processor(gpu, name, gigabytes, line);
      } else {
        draft_.refuse(line, fmt::format("<{}> leads to '{}', which is no gpu of the file, and no "
                                        "switch by its tclass",
                                        kind, link.attribute("target").value()));
      }
    }
  }

  [[nodiscard]] static pugi::xml_node gpu_at(const pugi::xml_node& any,
                                             const std::string& address) {
    const pugi::xml_node pci = any.root().find_node([&](const pugi::xml_node& one) {
      return std::string{one.name()} == "pci" && address_of(one.attribute("busid")) == address;
    });
    return pci.child("gpu");
  }

  void add_link_to_processor(const pugi::xml_node& gpu, const std::string& name, double gigabytes,
                             std::size_t line) {
    pugi::xml_node above = gpu;
    while (above && std::string{above.name()} != "cpu") above = above.parent();
    if (!above)
      draft_.refuse(line, "the link leads to a processor, and the gpu stands in no <cpu>");
    join(name, here(std::string{"cpu"} + above.attribute("numaid").value()), gigabytes, line);
  }

  /// Takes away switches that lead nowhere.
  void prune() {
    for (bool again = true; std::exchange(again, false);) {
      std::map<std::string, std::size_t> degree;
      for (const auto& [ends, link] : links_) ++degree[ends.first], ++degree[ends.second];
      std::erase_if(links_, [&](const auto& one) {
        const auto leads_nowhere = [&](const std::string& end) {
          return !gpus_.contains(end) && degree[end] == 1;
        };
        const bool goes = leads_nowhere(one.first.first) || leads_nowhere(one.first.second);
        again = again || goes;
        return goes;
      });
    }
  }

  GraphDraft draft_;
  LineOf line_of_;
  std::int64_t host_ = 0;
  std::set<std::string> gpus_;                ///< names, of all hosts
  std::map<std::string, std::string> names_;  ///< of the host's GPUs, by address
  std::map<std::pair<std::string, std::string>, Link> links_;
};

}  // namespace

GraphShape read_graph_xml(const std::string& text, const GraphFile& file) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(text.data(), text.size());
  const auto line_at = [&](std::ptrdiff_t offset) {
    const auto end = text.begin() + std::clamp<std::ptrdiff_t>(
                                        offset, 0, static_cast<std::ptrdiff_t>(text.size()));
    return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
  };
  if (!parsed) GraphDraft{file}.refuse(line_at(parsed.offset), parsed.description());
  const LineOf line_of = [&](const pugi::xml_node& node) { return line_at(node.offset_debug()); };
  if (document.child("system")) return Topology{file, line_of}.read(document);
  return graphml(document.child("graphml"), file, line_of);
}

}  // namespace plexus
