#include "models/catalogue/catalogue.hpp"

#include <algorithm>
#include <utility>

namespace plexus {

namespace {

void add_new(std::vector<std::string>& list, const std::string& name) {
  if (std::ranges::find(list, name) == list.end()) list.push_back(name);
}

void add_fitting(std::vector<const CatalogueEntry*>& found,
                 const std::vector<CatalogueEntry>& entries, const std::string& machine,
                 const std::string& operation) {
  for (const CatalogueEntry& entry : entries) {
    if (entry.machine == machine && entry.operation == operation) found.push_back(&entry);
  }
}

}  // namespace

void enter(Catalogue& catalogue, CatalogueEntry entry) {
  catalogue.algorithms.push_back(std::move(entry));
}

std::vector<std::string> machines_of(const std::vector<CatalogueEntry>& entries) {
  std::vector<std::string> names;
  for (const CatalogueEntry& entry : entries) add_new(names, entry.machine);
  return names;
}

std::vector<std::string> operations_of(const std::vector<CatalogueEntry>& entries,
                                       const std::string& machine) {
  std::vector<std::string> names;
  for (const CatalogueEntry& entry : entries) {
    if (entry.machine == machine) add_new(names, entry.operation);
  }
  return names;
}

std::vector<std::string> Catalogue::machines() const { return machines_of(algorithms); }

std::vector<std::string> Catalogue::operations(const std::string& machine) const {
  return operations_of(algorithms, machine);
}

std::vector<const CatalogueEntry*> Catalogue::algorithms_of(const std::string& machine,
                                                            const std::string& operation) const {
  std::vector<const CatalogueEntry*> found;
  add_fitting(found, algorithms, machine, operation);
  return found;
}

std::vector<const CatalogueEntry*> Catalogue::all_of(const std::string& machine,
                                                     const std::string& operation) const {
  std::vector<const CatalogueEntry*> found = algorithms_of(machine, operation);
  add_fitting(found, searches, machine, operation);
  return found;
}

const CatalogueEntry* Catalogue::find(const std::string& machine, const std::string& operation,
                                      const std::string& algorithm) const {
  for (const CatalogueEntry* entry : all_of(machine, operation)) {
    if (algorithm.empty() ? entry->is_default : entry->name == algorithm) return entry;
  }
  return nullptr;
}

}  // namespace plexus
