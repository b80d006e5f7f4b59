#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

const std::array<std::string, 3> kSeeds = {
    "HIERARCHY\nROOT hip\n{\n OFFSET 0 1 0\n CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    " JOINT leg\n {\n  OFFSET 0 -1 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n  End Site\n  {\n   OFFSET 0 -1 0\n  "
    "}\n }\n"
    " JOINT arm\n {\n  OFFSET 1 0 0\n  CHANNELS 1 Xrotation\n }\n}\n"
    "MOTION\nFrames: 3\nFrame Time: .0083333\n0 0 0 1 2 3 4 5 6 7\n0 0 0 1 2 3 4 5 6 7\n1 1 1 90 90 90 180 -180 360 "
    "1e2\n",
    "HIERARCHY ROOT a\n{ OFFSET 1 2 3 CHANNELS 2 Yrotation Xposition JOINT b\n{ OFFSET 0 0 1 CHANNELS 6 Xrotation "
    "Xposition "
    "Yrotation Yposition Zrotation Zposition } }\nROOT c\n{ OFFSET 0 0 0 CHANNELS 0 }\nMOTION\r\nFrames: 1\rFrame "
    "Time: 1e-2\r"
    "10 20 30 40 50 60 70 80\r",
    "\xEF\xBB\xBFhierarchy\nroot Head\n{\noffset 0 0 0\nchannels 3 xposition yposition zposition\njoint "
    "LeftFoot\n{\noffset 0 0 -9\n}\n}\n"
    "motion\nframes: 0\nframe time: 0.04\n"};

const std::array<std::string, 14> kWords = {"{",
                                            "}",
                                            "JOINT x\n",
                                            "ROOT y\n",
                                            "End Site\n",
                                            "OFFSET 0 0 0\n",
                                            "CHANNELS 1 Xrotation\n",
                                            "MOTION\n",
                                            "Frames: 9\n",
                                            "nan ",
                                            "1e308 ",
                                            "-",
                                            "\n",
                                            "99999999999999999999 "};

/// One random edit: a byte changed, a piece removed, repeated or moved, or a word of the format put in.
void mutate(std::string& text, std::mt19937_64& random) {
  if (text.empty()) text.push_back('H');
  const std::size_t at = random() % text.size();
  const std::size_t length = 1 + random() % 40;
  switch (random() % 6) {
    case 0: text[at] = static_cast<char>(random() % 256); break;
    case 1: text.erase(at, length); break;
    case 2: text += text.substr(at, length); break;
    case 3: text.insert(random() % text.size(), std::string(text, at, length)); break;
    case 4: text.insert(at, kWords[random() % kWords.size()]); break;
    default: text.resize(at); break;
  }
}

}  // namespace

/// Usage: fuzz_bvh COUNT: runs COUNT mutations of the seeds, always the same ones.
int main(int argc, char** argv) {
  const long count = argc > 1 ? std::atol(argv[1]) : 1000;
  std::mt19937_64 random(2024);
  for (long i = 0; i < count; ++i) {
    std::string text = kSeeds[random() % kSeeds.size()];
    // No edit and one edit too, so that accepted files are among the inputs.
    for (std::uint64_t edits = random() % 5; edits > 0; --edits) mutate(text, random);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  std::printf("%ld inputs read or refused\n", count);
  return 0;
}
