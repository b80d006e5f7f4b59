#pragma once

#include "libanim/model/basic_archive.h"
#include "libanim/model/take.h"

namespace sinew {

template <typename Io, typename T>
void archive_record(Io& io, T& record) {
  io.value(record.step);
  io.array(record.bodies);
}

template <typename Io, typename T>
void archive_control(Io& io, T& control) {
  io.choice(control.mode, ControlMode::kPd, "control mode");
  io.array(control.axes);
}

template <typename Io, typename T>
void archive_contact(Io& io, T& contact) {
  io.value(contact.body);
  io.value(contact.other);
  archive_vector(io, contact.point);
  archive_vector(io, contact.normal);
  io.value(contact.depth);
  archive_vector(io, contact.force);
}

template <typename Io, typename T>
void archive_report(Io& io, T& report) {
  io.list(report.substeps, 3 * kTextBytes + kVectorBytes, [](Io& part, auto& substep) {
    part.list(substep.contacts, 8 + 3 * kVectorBytes, [](Io& p, auto& contact) { archive_contact(p, contact); });
    part.array(substep.motor_torque);
    part.array(substep.stop_torque);
    archive_vector(part, substep.push_impulse);
  });
  io.value(report.repeats);
}

template <typename Io, typename T>
void archive_step(Io& io, T& step) {
  archive_control(io, step.control);
  archive_record(io, step.record);
  archive_report(io, step.report);
  io.value(step.cost);
}

template <typename Io, typename T>
void archive_provenance(Io& io, T& provenance) {
  io.text(provenance.version);
  io.text(provenance.fingerprint);
  io.text(provenance.configuration);
  io.value(provenance.seed);
  io.list(provenance.inputs, 3 * kTextBytes, [](Io& part, auto& input) {
    part.text(input.role);
    part.text(input.file);
    part.text(input.sha256);
  });
}

template <typename Io, typename T>
void archive_excess(Io& io, T& excess) {
  io.value(excess.joint);
  io.value(excess.axis);
  io.value(excess.excess);
  io.value(excess.frame);
  io.value(excess.frames);
}

}  // namespace sinew
