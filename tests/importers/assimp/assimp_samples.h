#pragma once

#include <string>

#include "importers/assimp/assimp_import.h"

namespace sinew::test {

inline AssimpLimits test_limits() {
  AssimpLimits limits;
  limits.worker_path = SINEW_TEST_WORKER;
  return limits;
}

/// Collada in centimetres, Z up: hip at 100 cm, knee 50 cm above it, end 30 cm to the knee's right. The knee turns
/// about y from 0 to 90 degrees in one second; a triangle is bound to the three.
inline std::string collada(const std::string& unit = "0.01", const std::string& up = "Z_UP") {
  const std::string accessor_end = R"(" type="float"/></accessor></technique_common></source>)";
  return R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="u" meter=")" +
         unit + R"("/><up_axis>)" + up + R"(</up_axis></asset>
<library_geometries><geometry id="g" name="g"><mesh>
<source id="gp"><float_array id="gpa" count="9">0 0 100 0 0 150 30 0 150</float_array><technique_common>
<accessor source="#gpa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z)" +
         accessor_end + R"(
<vertices id="gv"><input semantic="POSITION" source="#gp"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#gv" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
<library_controllers><controller id="c"><skin source="#g"><bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>
<source id="cj"><Name_array id="cja" count="3">hip knee end</Name_array><technique_common>
<accessor source="#cja" count="3" stride="1"><param name="JOINT" type="name"/></accessor></technique_common></source>
<source id="cb"><float_array id="cba" count="48">1 0 0 0 0 1 0 0 0 0 1 -100 0 0 0 1 1 0 0 0 0 1 0 0 0 0 1 -150 0 0 0 1
1 0 0 -30 0 1 0 0 0 0 1 -150 0 0 0 1</float_array><technique_common>
<accessor source="#cba" count="3" stride="16"><param name="TRANSFORM" type="float4x4"/></accessor></technique_common></source>
<source id="cw"><float_array id="cwa" count="1">1</float_array><technique_common>
<accessor source="#cwa" count="1" stride="1"><param name="WEIGHT)" +
         accessor_end + R"(
<joints><input semantic="JOINT" source="#cj"/><input semantic="INV_BIND_MATRIX" source="#cb"/></joints>
<vertex_weights count="3"><input semantic="JOINT" source="#cj" offset="0"/><input semantic="WEIGHT" source="#cw" offset="1"/>
<vcount>1 1 1</vcount><v>0 0 1 0 2 0</v></vertex_weights></skin></controller></library_controllers>
<library_animations><animation id="a"><source id="at"><float_array id="ata" count="2">0 1</float_array><technique_common>
<accessor source="#ata" count="2" stride="1"><param name="TIME)" +
         accessor_end + R"(
<source id="ao"><float_array id="aoa" count="2">0 90</float_array><technique_common>
<accessor source="#aoa" count="2" stride="1"><param name="ANGLE)" +
         accessor_end + R"(
<source id="ai"><Name_array id="aia" count="2">LINEAR LINEAR</Name_array><technique_common>
<accessor source="#aia" count="2" stride="1"><param name="INTERPOLATION" type="name"/></accessor></technique_common></source>
<sampler id="as"><input semantic="INPUT" source="#at"/><input semantic="OUTPUT" source="#ao"/><input semantic="INTERPOLATION" source="#ai"/></sampler>
<channel source="#as" target="knee/turn.ANGLE"/></animation></library_animations>
<library_visual_scenes><visual_scene id="s"><node id="hip" sid="hip" name="hip" type="JOINT"><translate sid="t">0 0 100</translate>
<node id="knee" sid="knee" name="knee" type="JOINT"><translate sid="t">0 0 50</translate><rotate sid="turn">0 1 0 0</rotate>
<node id="end" sid="end" name="end" type="JOINT"><translate sid="t">30 0 0</translate></node></node></node>
<node id="m" name="body"><instance_controller url="#c"><skeleton>#hip</skeleton></instance_controller></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>
)";
}

}  // namespace sinew::test
