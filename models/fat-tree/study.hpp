#pragma once

#include "models/catalogue/study.hpp"

namespace plexus {

/// `plexus reproduce fat-tree`: Table 1 and every theorem, lemma and equation of the paper, with
/// what it prints, our own count, the bound, and what a run takes.
Study fat_tree_study();

}  // namespace plexus
