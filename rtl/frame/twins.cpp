#include "rtl/frame/twins.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "hw/tlm/packet_network.hpp"
#include "models/catalogue/installation.hpp"
#include "rtl/frame/bank.hpp"
#include "rtl/frame/block.hpp"
#include "rtl/frame/twin_clock.hpp"

namespace plexus {

namespace {

/// One block that a run wants, and how.
struct Wanted {
  TwinBlock block;
  TwinSite site;
};

/// Throws SizeMissing if `part` is one of a network with a clock that twins do not have.
void check_clock(const sc_core::sc_object& part) {
  const auto* const network = dynamic_cast<const packet_network*>(&part);
  if (network != nullptr && network->clock().period() != ClockPeriod{}.period()) {
    throw SizeMissing{"Twins have a clock of 10 ns, and network " + std::string{network->name()} +
                      " has one of " + network->clock().period().to_string() +
                      ": leave its twins out, or give it that clock."};
  }
  if (part.get_parent_object() != nullptr) check_clock(*part.get_parent_object());
}

}  // namespace

std::string block_of(const std::string& asked) { return asked.substr(0, asked.find('=')); }

TwinSource source_of(const TwinBlock& block, const std::filesystem::path& users_file) {
  return {block.name, source_folder() / block.file(), users_file};
}

struct Twins::Parts {
  Parts(TwinOptions&& asked, const std::vector<TwinBlock>& more)
      : options{std::move(asked)},
        wanted{resolve(options, more)},
        clock{"twins", options.wave, options.seed, options.view} {
    for (Wanted& one : wanted) one.site.clock = &clock;
  }

  static std::vector<Wanted> resolve(const TwinOptions& options,
                                     const std::vector<TwinBlock>& more) {
    std::vector<Wanted> wanted;
    std::vector<TwinBlock> blocks = twin_blocks();
    blocks.insert(blocks.end(), more.begin(), more.end());
    for (const auto& [list, mode] : {std::pair{&options.rtl, TwinMode::kReplace},
                                     std::pair{&options.lockstep, TwinMode::kLockstep}}) {
      for (const std::string& asked : *list) {
        wanted.push_back(find(blocks, wanted, asked));
        wanted.back().site.mode = mode;
        wanted.back().site.ties = options.ties;
        wanted.back().site.source.tell = options.tell;
      }
    }
    for (const Wanted& one : wanted) {
      for (const Wanted& other : wanted) check_beside(one, other);
    }
    if (!wanted.empty()) return wanted;
    throw std::invalid_argument{
        "--rtl-vcd shows RTL twins, and none runs; add --rtl or --lockstep with one of: " +
        names(blocks) + '.'};
  }

  static void check_beside(const Wanted& one, const Wanted& other) {
    const auto has = [&](const std::vector<std::string>& blocks) {
      return std::ranges::find(blocks, other.block.name) != blocks.end();
    };
    const bool both = one.site.mode == TwinMode::kReplace;
    if (other.site.mode != TwinMode::kReplace) return;
    if (!has(one.block.yields_to) && !(both && has(one.block.does_the_same_as))) return;
    throw std::invalid_argument{fmt::format(
        "Twins of {} and {} cannot share a run in which that of {} is in its part's place: "
        "leave out one of them, or name both after --lockstep.",
        one.block.name, other.block.name, other.block.name)};
  }

  static std::string names(const std::vector<TwinBlock>& blocks) {
    std::string text;
    for (const TwinBlock& block : blocks) text += (text.empty() ? "" : ", ") + block.name;
    return text;
  }

  static Wanted find(const std::vector<TwinBlock>& blocks, const std::vector<Wanted>& before,
                     const std::string& asked) {
    const std::string name = block_of(asked);
    const auto block = std::ranges::find(blocks, name, &TwinBlock::name);
    if (block == blocks.end()) {
      throw std::invalid_argument{"The part " + name +
                                  " has no RTL twin; parts that have one: " + names(blocks) + '.'};
    }
    const auto same = [&](const Wanted& other) { return other.block.name == name; };
    if (std::ranges::any_of(before, same)) {
      throw std::invalid_argument{"The part " + name +
                                  " is named twice; name it once, after --rtl or --lockstep."};
    }
    const std::string users_file = asked.size() > name.size() ? asked.substr(name.size() + 1) : "";
    if (users_file.empty() && asked.size() > name.size()) {
      throw std::invalid_argument{"After " + name + "= the name of a file is missing: " + name +
                                  "=FILE.sv, or " + name + " alone for the part's own twin."};
    }
    TwinSite site;
    site.source = source_of(*block, users_file);
    return {*block, site};
  }

  void attach(sc_core::sc_object& part) {
    for (const Wanted& one : wanted) {
      auto bank = one.block.attach(part, one.site);
      if (!bank) continue;
      banks.push_back(std::move(bank));  // it watches the part, also if it is refused now
      check_clock(part);
      attached.insert(one.block.name);
    }
    for (sc_core::sc_object* child : part.get_child_objects()) attach(*child);
  }

  TwinOptions options;
  std::vector<Wanted> wanted;
  twin_clock clock;
  std::set<std::string> attached;  ///< blocks that have found a part
  std::vector<std::unique_ptr<twin_bank>> banks;
};

Twins::Twins(TwinOptions options, const std::vector<TwinBlock>& more) {
  if (options.any()) parts_ = std::make_unique<Parts>(std::move(options), more);
}

Twins::Twins(TwinOptions options) : Twins{std::move(options), {}} {}
Twins::~Twins() = default;

void Twins::attach(sc_core::sc_object& part) {
  if (parts_) parts_->attach(part);
}

void Twins::require_all_attached() const {
  if (!parts_) return;
  for (const Wanted& one : parts_->wanted) {
    if (parts_->attached.contains(one.block.name)) continue;
    throw std::invalid_argument{"The machine as it is asked for has no " + one.block.name +
                                ": leave out its twin, or choose other parameters."};
  }
}

std::string Twins::lint() const {
  std::string text;
  for (std::size_t i = 0; parts_ && i < parts_->banks.size(); ++i) {
    const std::string& lint = parts_->banks[i]->lint();
    if (!lint.empty() && text.find(lint) == std::string::npos) text += lint + '\n';
  }
  return text;
}

std::vector<TwinEvidence> Twins::evidence() const {
  std::vector<TwinEvidence> all;
  for (std::size_t i = 0; parts_ && i < parts_->banks.size(); ++i) {
    const TwinEvidence one = parts_->banks[i]->evidence();
    const auto known = std::ranges::find(all, one.block, &TwinEvidence::block);
    known == all.end() ? all.push_back(one) : known->add(one);
  }
  return all;
}

const TwinRecord& Twins::record() const {
  static const TwinRecord nothing;
  TwinRecorder* const recorder = parts_ ? parts_->clock.recorder() : nullptr;
  return recorder == nullptr ? nothing : recorder->record();
}

std::size_t Twins::models() const {
  std::size_t models = 0;
  for (std::size_t i = 0; parts_ && i < parts_->banks.size(); ++i) {
    models += parts_->banks[i]->lanes();
  }
  return models;
}

void Twins::finish() {
  if (parts_) parts_->clock.finish();
}

}  // namespace plexus
