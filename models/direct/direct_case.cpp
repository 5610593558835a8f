#include "models/direct/direct_case.hpp"

namespace plexus {

void DirectCase::read(const Values& values) {
  if (values.has("words")) {  // not asked for by a question about the machine itself
    words = values.words();
    timing = values.timing();
    rule = values.port_rule();
  }
  if (values.has("root")) root = values.node("root");
  if (values.has("source")) source = values.node("source");
  if (values.has("destination")) destination = values.node("destination");
  if (values.has("schedule")) scheduled.name = values.word("schedule");
  if (values.has("op")) op = op_of(values);
  if (values.has("packets")) packet_wish = paper_1986::packet_wish(values);
}

}  // namespace plexus
