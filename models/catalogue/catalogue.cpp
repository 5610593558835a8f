#include "models/catalogue/catalogue.hpp"

#include <algorithm>
#include <utility>

namespace plexus {

namespace {

void add_new(std::vector<std::string>& list, const std::string& name) {
  if (std::ranges::find(list, name) == list.end()) list.push_back(name);
}

}  // namespace

void enter(Catalogue& catalogue, CatalogueEntry entry) {
  catalogue.algorithms.push_back(std::move(entry));
}

std::vector<std::string> Catalogue::machines() const {
  std::vector<std::string> names;
  for (const CatalogueEntry& entry : algorithms) add_new(names, entry.machine);
  return names;
}

std::vector<std::string> Catalogue::operations(const std::string& machine) const {
  std::vector<std::string> names;
  for (const CatalogueEntry& entry : algorithms) {
    if (entry.machine == machine) add_new(names, entry.operation);
  }
  return names;
}

std::vector<const CatalogueEntry*> Catalogue::algorithms_of(const std::string& machine,
                                                            const std::string& operation) const {
  std::vector<const CatalogueEntry*> found;
  for (const CatalogueEntry& entry : algorithms) {
    if (entry.machine == machine && entry.operation == operation) found.push_back(&entry);
  }
  return found;
}

const CatalogueEntry* Catalogue::find(const std::string& machine, const std::string& operation,
                                      const std::string& algorithm) const {
  for (const CatalogueEntry* entry : algorithms_of(machine, operation)) {
    if (algorithm.empty() ? entry->is_default : entry->name == algorithm) return entry;
  }
  return nullptr;
}

}  // namespace plexus
