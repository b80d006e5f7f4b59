#pragma once

#include "libanim/model/clip.h"
#include "libanim/model/ledger.h"
#include "libanim/support/archive_io.h"

namespace sinew {

// Descriptions of the model's types for ArchiveSaver and ArchiveLoader: the one place that says which fields a stored
// Take has, in which order. Numbers are raw doubles, so that what is read is what was written, bit for bit.

template <typename Io, typename V>
void archive_vector(Io& io, V& v) {
  for (int i = 0; i < 3; ++i) io.value(v[i]);
}

template <typename Io, typename Q>
void archive_quaternion(Io& io, Q& q) {
  for (int i = 0; i < 4; ++i) io.value(q.coeffs()[i]);
}

template <typename Io, typename T>
void archive_transform(Io& io, T& t) {
  archive_vector(io, t.translation);
  archive_quaternion(io, t.rotation);
}

template <typename Io, typename M>
void archive_matrix(Io& io, M& m) {
  for (Eigen::Index i = 0; i < m.size(); ++i) io.value(m(i % m.rows(), i / m.rows()));
}

inline constexpr std::size_t kTextBytes = 8;  ///< an empty text or list
inline constexpr std::size_t kVectorBytes = 3 * sizeof(double);
inline constexpr std::size_t kTransformBytes = 7 * sizeof(double);

template <typename Io, typename T>
void archive_skeleton(Io& io, T& skeleton) {
  io.list(skeleton.joints, kTextBytes + 5 + kTransformBytes, [](Io& part, auto& joint) {
    part.text(joint.name);
    part.value(joint.parent);
    archive_transform(part, joint.rest);
    part.value(joint.end_site);
  });
}

template <typename Io, typename T>
void archive_clip(Io& io, T& clip) {
  io.text(clip.name);
  io.value(clip.frame_rate);
  io.value(clip.start_time);
  io.value(clip.joint_count);
  io.array(clip.translated);
  io.list(clip.rotations, 4 * sizeof(double), [](Io& part, auto& q) { archive_quaternion(part, q); });
  io.list(clip.translations, kVectorBytes, [](Io& part, auto& t) { archive_vector(part, t); });
}

template <typename Io, typename T>
void archive_ledger(Io& io, T& ledger) {
  io.list(ledger.notes, 2 * kTextBytes + 4, [](Io& part, auto& note) {
    part.value(note.code);
    part.text(note.place);
    part.text(note.message);
    if (code_name(note.code) == "unknown") throw Error::asset("ledger", "a note's code is unknown");
  });
}

}  // namespace sinew
