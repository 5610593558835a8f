#pragma once

/// Runs batches of command lines that need nothing of their surroundings: one process for each
/// batch, one run after the other in it. A line of standard input for each batch:
///   {"lines": [{"words": [HEX, ..], "seconds": S}, ..]}
/// and for each of its lines one {"status": N or null, "out": HEX, "err": HEX, "seconds": S,
/// "peak": BYTES} on standard output, as `plexus_campaign lines` has it; the peak is 0 where the
/// process had come to it before. Who does not end, or ends the process (a negative status is its
/// signal), is told so, and a new process goes on behind it. What is said past the streams that a
/// run is given (by the kernel, by a sanitizer) stands behind what it said as errors.
void run_batches();
