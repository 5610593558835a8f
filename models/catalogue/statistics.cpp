#include "models/catalogue/statistics.hpp"

#include "models/catalogue/json.hpp"

namespace plexus {

void Statistics::set(const Statistic& declared, Json value) {
  (*values_)[declared.name] = std::move(value);
}
void Statistics::set(const Statistic& declared, bool value) { set(declared, Json(value)); }
void Statistics::set(const Statistic& declared, std::int64_t value) { set(declared, Json(value)); }
void Statistics::set(const Statistic& declared, std::uint64_t value) { set(declared, Json(value)); }
void Statistics::set(const Statistic& declared, double value) { set(declared, Json(value)); }
void Statistics::set(const Statistic& declared, std::string_view value) {
  set(declared, Json(value));
}
void Statistics::set(const Statistic& declared, const std::vector<std::int64_t>& values) {
  set(declared, Json(values));
}
void Statistics::set(const Statistic& declared, const std::vector<std::uint64_t>& values) {
  set(declared, Json(values));
}
void Statistics::set(const Statistic& declared, const std::vector<double>& values) {
  set(declared, Json(values));
}
void Statistics::set(const Statistic& declared, const std::vector<std::string>& values) {
  set(declared, Json(values));
}

void Statistics::erase(const Statistic& declared) { values_->erase(declared.name); }

}  // namespace plexus
