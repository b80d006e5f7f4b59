#include "pipelines/figure_file.h"

#include "libanim/kinematics/figure_toml.h"
#include "libanim/support/bytes.h"
#include "libanim/support/files.h"
#include "libanim/support/toml_document.h"

namespace sinew {

BuiltFigure load_figure(const Character& character, const FigureOptions& options,
                        const std::optional<std::filesystem::path>& file) {
  if (!file) return build_figure(character, options);
  const Bytes bytes = read_file(*file, kTomlMaxBytes);
  return figure_from_toml(as_text(bytes), file->string(), character, options);
}

}  // namespace sinew
