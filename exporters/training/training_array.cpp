#include "exporters/training/training_array.h"

#include "libanim/support/error.h"

namespace sinew {

std::size_t item_size(ArrayType type) {
  switch (type) {
    case ArrayType::kFloat32:
    case ArrayType::kInt32: return 4;
    case ArrayType::kFloat64:
    case ArrayType::kInt64: return 8;
    case ArrayType::kBool:
    case ArrayType::kUint8: break;
  }
  return 1;
}

TrainingArray part_of(const TrainingArray& table, std::uint64_t first, std::uint64_t count, std::uint64_t offset,
                      std::uint64_t width) {
  if (table.shape.size() != 2 || count == 0 || width == 0 || first > table.shape[0] || count > table.shape[0] - first ||
      offset > table.shape[1] || width > table.shape[1] - offset) {
    throw Error::internal("a part of a table that it does not have");
  }
  const std::size_t item = item_size(table.type);
  TrainingArray part{table.type, {count, width}, Bytes(count * width * item)};
  for (std::uint64_t row = 0; row < count; ++row) {
    std::memcpy(part.bytes.data() + row * width * item,
                table.bytes.data() + ((first + row) * table.shape[1] + offset) * item, width * item);
  }
  return part;
}

const TrainingArray& TrainingEpisode::array(const std::string& key) const {
  const auto found = arrays.find(key);
  if (found == arrays.end()) throw Error::asset("episode " + name, "expected an array '" + key + "'");
  return found->second;
}

}  // namespace sinew
