#include "pipelines/report_film.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <sstream>

#include "importers/assimp/child_process.h"
#include "libanim/support/error.h"
#include "libanim/support/parallel.h"
#include "libanim/support/text.h"
#include "pipelines/load_take.h"
#include "pipelines/output_path.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

constexpr double kPatience = 1800;  // for ffmpeg; 10 s of clip take it less than 5 (unit: s)

/// Empty when there is none on PATH.
fs::path find_ffmpeg() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    fs::path candidate = fs::path(folder) / "ffmpeg";
    if (!folder.empty() && access(candidate.c_str(), X_OK) == 0 && fs::is_regular_file(candidate)) return candidate;
  }
  return {};
}

/// All frames as PNG files behind one another: a hundredth of what the pixels would take.
Bytes drawn_frames(const Turntable& turntable) {
  std::vector<Bytes> frames(static_cast<std::size_t>(turntable.frames()));
  parallel_for(frames.size(), 0,
               [&](std::size_t i) { frames[i] = encode_png(turntable.picture(static_cast<int>(i))); });
  Bytes all;
  for (const Bytes& frame : frames) all.insert(all.end(), frame.begin(), frame.end());
  return all;
}

std::vector<std::string> encoding(bool gif, double rate, const fs::path& target) {
  std::vector<std::string> arguments{"-v",   "error", "-f", "image2pipe", "-framerate", shortest(rate),
                                     "-c:v", "png",   "-i", "pipe:0",     "-y"};
  // GIF counts in hundredths of a second: 25 Hz is exact, 30 is not. One palette for the whole film.
  const std::vector<std::string> form =
      gif ? std::vector<
                std::string>{"-vf",
                             "fps=25,split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer",
                             "-loop",
                             "0",
                             "-f",
                             "gif"}
          : std::vector<std::string>{"-c:v", "libx264",   "-pix_fmt",   "yuv420p", "-crf",
                                     "20",   "-movflags", "+faststart", "-f",      "mp4"};
  arguments.insert(arguments.end(), form.begin(), form.end());
  arguments.push_back(target.string());
  return arguments;
}

void encode(const fs::path& ffmpeg, ByteSpan frames, double rate, const fs::path& output, Existing existing) {
  const bool gif = lower(output.extension().string()) == ".gif";
  PendingFile pending(output);
  const fs::path target = fs::absolute(pending.work_path());
  const ChildResult result =
      run_child(ffmpeg.string(), encoding(gif, rate, target), {}, frames, {.wall_seconds = kPatience});
  if (result.end != ChildEnd::kExited || result.code != 0) {
    throw Error::io(output.string(),
                    fmt::format("{} could not encode the film: {} {}", ffmpeg.string(),
                                result.end == ChildEnd::kExited ? "exit status" : "ended by", result.code));
  }
  pending.publish(existing);
}

}  // namespace

FilmSummary report_film(const fs::path& file, const fs::path& output, const TurntableOptions& options,
                        Existing existing) {
  options.validate();
  check_output(output, std::array{file}, existing);
  const fs::path ffmpeg = find_ffmpeg();
  if (ffmpeg.empty()) {
    throw Error::io(output.string(),
                    "films are encoded by ffmpeg, and there is none on PATH (Debian: apt-get install ffmpeg); "
                    ".html and .png need no other program");
  }
  try {
    const Take take = load_take(file);
    const Turntable turntable(take, options);
    encode(ffmpeg, drawn_frames(turntable), take.simulation.control_rate, output, existing);
    return {take.name, take.frames(), take.frames() == take.reference.frames(), fs::file_size(output)};
  } catch (const Error& error) {
    throw error.kind() == ErrorKind::kAsset ? error.in_file(file.string()) : error;
  }
}

}  // namespace sinew
