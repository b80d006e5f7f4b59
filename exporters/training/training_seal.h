#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "exporters/training/hdf5_writer.h"

namespace sinew {

// A seal in the user block of an HDF5 file, which HDF5 itself never looks at: any flipped bit of the file is found, and
// in which array, without HDF5 having to read a damaged file. It is text:
//
//   SINEWSET 1
//   sha256 <of everything after this line, to the end of the file>
//   <sha256> <offset> <bytes> <path>        for every dataset
//
// and zeros up to the size of the user block.

/// The size of a user block for a number of datasets.
[[nodiscard]] std::uint64_t seal_size(std::size_t datasets);

/// Writes the seal into the user block of a finished file. Throws Error (kIo; kInternal when it does not fit).
void write_seal(const std::filesystem::path& file, std::uint64_t user_block, const std::vector<ArrayPlace>& places);

struct SealReport {
  bool sealed = false;               ///< the file begins as one of ours
  bool intact = false;               ///< and all its bytes are those that were sealed
  std::vector<std::string> damaged;  ///< datasets whose bytes are not; empty when the damage is elsewhere
};

/// Throws Error (kIo) when the file cannot be read.
[[nodiscard]] SealReport check_seal(const std::filesystem::path& file);

}  // namespace sinew
