#include "exporters/training/training_seal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <sstream>

#include "libanim/support/error.h"
#include "libanim/support/hash.h"
#include "libanim/support/text.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMagic = "SINEWSET 1\n";
constexpr std::string_view kHashWord = "sha256 ";
constexpr std::size_t kHashLength = 64;
constexpr std::size_t kHead = kMagic.size() + kHashWord.size() + kHashLength + 1;
constexpr std::uint64_t kMostTable = std::uint64_t{1} << 28;
constexpr std::size_t kPiece = std::size_t{1} << 20;

/// SHA-256 of `size` bytes from `offset` on, or less when the file ends before.
std::string hash_range(std::ifstream& in, std::uint64_t offset, std::uint64_t size) {
  Sha256 hash;
  Bytes piece(kPiece);
  in.clear();
  in.seekg(static_cast<std::streamoff>(offset));
  while (size > 0 && in) {
    in.read(reinterpret_cast<char*>(piece.data()), static_cast<std::streamsize>(std::min<std::uint64_t>(size, kPiece)));
    const auto got = static_cast<std::size_t>(in.gcount());
    hash.add(ByteSpan(piece).first(got));
    size -= got;
    if (got == 0) break;
  }
  return hash.hex();
}

std::ifstream open(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error::io(file.string(), "cannot open");
  return in;
}

std::string read_text(std::ifstream& in, std::uint64_t offset, std::size_t size) {
  std::string text(size, '\0');
  in.clear();
  in.seekg(static_cast<std::streamoff>(offset));
  in.read(text.data(), static_cast<std::streamsize>(size));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

/// The table's text: up to the first zero byte.
std::string read_table(std::ifstream& in) {
  std::string table;
  for (std::uint64_t at = kHead; table.size() < kMostTable; at += kPiece) {
    const std::string piece = read_text(in, at, kPiece);
    const std::size_t end = piece.find('\0');
    table += piece.substr(0, end);
    if (end != std::string::npos || piece.size() < kPiece) break;
  }
  return table;
}

std::vector<std::string> damaged_arrays(std::ifstream& in) {
  std::vector<std::string> damaged;
  std::istringstream lines(read_table(in));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    ArrayPlace place;
    if (!(words >> place.sha256 >> place.offset >> place.bytes >> place.path)) break;
    if (hash_range(in, place.offset, place.bytes) != place.sha256) damaged.push_back(printable(place.path, 200));
  }
  return damaged;
}

}  // namespace

std::uint64_t seal_size(std::size_t datasets) {
  // Hash, two numbers and a path; paths of ours are shorter than 100 bytes.
  constexpr std::uint64_t kLine = 256;
  constexpr std::uint64_t kLeast = 512;
  return std::bit_ceil(std::max(kLeast, kHead + kLine * datasets));
}

void write_seal(const fs::path& file, std::uint64_t user_block, const std::vector<ArrayPlace>& places) {
  std::string table;
  for (const ArrayPlace& place : places) {
    table += fmt::format("{} {} {} {}\n", place.sha256, place.offset, place.bytes, place.path);
  }
  if (kHead + table.size() >= user_block) throw Error::internal("the seal of a training file does not fit");
  const auto put = [&](std::uint64_t offset, std::string_view text) {
    std::fstream out(file, std::ios::binary | std::ios::in | std::ios::out);
    out.seekp(static_cast<std::streamoff>(offset));
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    out.close();
    if (!out) throw Error::io(file.string(), "cannot write");
  };
  put(kHead, table);
  std::ifstream in = open(file);
  put(0, fmt::format("{}{}{}\n", kMagic, kHashWord, hash_range(in, kHead, UINT64_MAX)));
}

SealReport check_seal(const fs::path& file) {
  std::ifstream in = open(file);
  SealReport report;
  const std::string head = read_text(in, 0, kHead);
  report.sealed = head.size() == kHead && head.starts_with(kMagic);
  if (!report.sealed) return report;
  const std::string stated = head.substr(kMagic.size() + kHashWord.size(), kHashLength);
  report.intact = head.substr(kMagic.size(), kHashWord.size()) == kHashWord && head.back() == '\n' &&
                  stated == hash_range(in, kHead, UINT64_MAX);
  if (!report.intact) report.damaged = damaged_arrays(in);
  return report;
}

}  // namespace sinew
