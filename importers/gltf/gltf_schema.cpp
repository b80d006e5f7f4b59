#include "importers/gltf/gltf_schema.h"

#include <array>

namespace sinew {

namespace {

using enum JsonKind;
using enum JsonNeed;
using P = JsonProperty;

constexpr std::array kAssetProperties = {P{"version", kText, kRequired}, P{"minVersion", kText}, P{"generator", kText},
                                         P{"copyright", kText}};
constexpr JsonObject kAsset{kAssetProperties};

// ---- Data
// ------------------------------------------------------------------------------------------------------------

constexpr JsonObject kEmpty{};
constexpr std::array kMeshoptProperties = {P{"EXT_meshopt_compression", kObject, kOptional, 0, &kEmpty},
                                           P{"KHR_meshopt_compression", kObject, kOptional, 0, &kEmpty}};
constexpr JsonObject kMeshopt{kMeshoptProperties};

constexpr std::array kBufferProperties = {P{"byteLength", kCount, kRequired}, P{"uri", kText}};
constexpr JsonObject kBuffer{kBufferProperties};

constexpr std::array kBufferViewProperties = {P{"buffer", kIndex, kRequired}, P{"byteLength", kCount, kRequired},
                                              P{"byteOffset", kCount}, P{"byteStride", kCount},
                                              P{"extensions", kObject, kOptional, 0, &kMeshopt}};
constexpr JsonObject kBufferView{kBufferViewProperties};

constexpr std::array kSparseIndicesProperties = {P{"bufferView", kIndex, kRequired}, P{"byteOffset", kIndex},
                                                 P{"componentType", kIndex, kRequired}};
constexpr JsonObject kSparseIndices{kSparseIndicesProperties};
constexpr std::array kSparseValuesProperties = {P{"bufferView", kIndex, kRequired}, P{"byteOffset", kIndex}};
constexpr JsonObject kSparseValues{kSparseValuesProperties};
constexpr std::array kSparseProperties = {P{"count", kIndex, kRequired},
                                          P{"indices", kObject, kRequired, 0, &kSparseIndices},
                                          P{"values", kObject, kRequired, 0, &kSparseValues}};
constexpr JsonObject kSparse{kSparseProperties};

constexpr std::array kAccessorProperties = {P{"bufferView", kIndex},
                                            P{"byteOffset", kCount},
                                            P{"normalized", kBool},
                                            P{"componentType", kIndex, kRequired},
                                            P{"count", kCount, kRequired},
                                            P{"type", kText, kRequired},
                                            P{"sparse", kObject, kOptional, 0, &kSparse}};
constexpr JsonObject kAccessor{kAccessorProperties};

// ---- Scene
// -----------------------------------------------------------------------------------------------------------

constexpr std::array kSceneProperties = {P{"nodes", kIndices}, P{"name", kText}};
constexpr JsonObject kScene{kSceneProperties};

constexpr std::array kNodeSinewProperties = {P{"end_site", kBool, kFree}};
constexpr JsonObject kNodeSinew{kNodeSinewProperties};
constexpr std::array kNodeExtrasProperties = {P{"sinew", kObject, kFree, 0, &kNodeSinew}};
constexpr JsonObject kNodeExtras{kNodeExtrasProperties};
constexpr std::array kNodeProperties = {P{"name", kText},
                                        P{"children", kIndices},
                                        P{"mesh", kIndex},
                                        P{"skin", kIndex},
                                        P{"matrix", kNumbers, kOptional, 16},
                                        P{"translation", kNumbers, kOptional, 3},
                                        P{"rotation", kNumbers, kOptional, 4},
                                        P{"scale", kNumbers, kOptional, 3},
                                        P{"extras", kObject, kFree, 0, &kNodeExtras}};
constexpr JsonObject kNode{kNodeProperties};

constexpr std::array kSkinProperties = {P{"name", kText}, P{"joints", kIndices, kRequired}, P{"skeleton", kIndex},
                                        P{"inverseBindMatrices", kIndex}};
constexpr JsonObject kSkin{kSkinProperties};

constexpr std::array kDracoProperties = {P{"KHR_draco_mesh_compression", kObject, kOptional, 0, &kEmpty}};
constexpr JsonObject kDraco{kDracoProperties};
constexpr std::array kPrimitiveProperties = {P{"attributes", kIndexMap, kRequired},
                                             P{"indices", kIndex},
                                             P{"material", kIndex},
                                             P{"mode", kIndex},
                                             P{"targets", kIndexMaps},
                                             P{"extensions", kObject, kOptional, 0, &kDraco}};
constexpr JsonObject kPrimitive{kPrimitiveProperties};
constexpr std::array kMeshExtrasProperties = {P{"targetNames", kTexts, kFree}};
constexpr JsonObject kMeshExtras{kMeshExtrasProperties};
constexpr std::array kMeshProperties = {P{"name", kText}, P{"primitives", kObjects, kRequired, 0, &kPrimitive},
                                        P{"extras", kObject, kFree, 0, &kMeshExtras}};
constexpr JsonObject kMesh{kMeshProperties};

// ---- Animation
// -------------------------------------------------------------------------------------------------------

constexpr std::array kTargetProperties = {P{"node", kIndex}, P{"path", kText, kRequired}};
constexpr JsonObject kTarget{kTargetProperties};
constexpr std::array kChannelProperties = {P{"sampler", kIndex, kRequired},
                                           P{"target", kObject, kRequired, 0, &kTarget}};
constexpr JsonObject kChannel{kChannelProperties};
constexpr std::array kKeySamplerProperties = {P{"input", kIndex, kRequired}, P{"output", kIndex, kRequired},
                                              P{"interpolation", kText}};
constexpr JsonObject kKeySampler{kKeySamplerProperties};
constexpr std::array kAnimationSinewProperties = {P{"frames", kIndex, kFree}, P{"frame_rate", kNumber, kFree},
                                                  P{"start_time", kNumber, kFree}};
constexpr JsonObject kAnimationSinew{kAnimationSinewProperties};
constexpr std::array kAnimationExtrasProperties = {P{"sinew", kObject, kFree, 0, &kAnimationSinew}};
constexpr JsonObject kAnimationExtras{kAnimationExtrasProperties};
constexpr std::array kAnimationProperties = {P{"name", kText}, P{"channels", kObjects, kRequired, 0, &kChannel},
                                             P{"samplers", kObjects, kRequired, 0, &kKeySampler},
                                             P{"extras", kObject, kFree, 0, &kAnimationExtras}};
constexpr JsonObject kAnimation{kAnimationProperties};

// ---- Materials
// -------------------------------------------------------------------------------------------------------

constexpr std::array kTransformProperties = {P{"offset", kNumbers, kOptional, 2}, P{"rotation", kNumber},
                                             P{"scale", kNumbers, kOptional, 2}, P{"texCoord", kIndex}};
constexpr JsonObject kTransform{kTransformProperties};
constexpr std::array kTextureUseExtensionProperties = {P{"KHR_texture_transform", kObject, kOptional, 0, &kTransform}};
constexpr JsonObject kTextureUseExtensions{kTextureUseExtensionProperties};
constexpr std::array kTextureUseProperties = {P{"index", kIndex, kRequired}, P{"texCoord", kIndex}, P{"scale", kNumber},
                                              P{"strength", kNumber},
                                              P{"extensions", kObject, kOptional, 0, &kTextureUseExtensions}};
constexpr JsonObject kTextureUse{kTextureUseProperties};
constexpr std::array kPbrProperties = {P{"baseColorFactor", kNumbers, kOptional, 4}, P{"metallicFactor", kNumber},
                                       P{"roughnessFactor", kNumber},
                                       P{"baseColorTexture", kObject, kOptional, 0, &kTextureUse},
                                       P{"metallicRoughnessTexture", kObject, kOptional, 0, &kTextureUse}};
constexpr JsonObject kPbr{kPbrProperties};
constexpr std::array kMaterialExtensionProperties = {P{"KHR_materials_unlit", kObject, kOptional, 0, &kEmpty}};
constexpr JsonObject kMaterialExtensions{kMaterialExtensionProperties};
constexpr std::array kMaterialProperties = {P{"name", kText},
                                            P{"emissiveFactor", kNumbers, kOptional, 3},
                                            P{"alphaMode", kText},
                                            P{"alphaCutoff", kNumber},
                                            P{"doubleSided", kBool},
                                            P{"pbrMetallicRoughness", kObject, kOptional, 0, &kPbr},
                                            P{"normalTexture", kObject, kOptional, 0, &kTextureUse},
                                            P{"occlusionTexture", kObject, kOptional, 0, &kTextureUse},
                                            P{"emissiveTexture", kObject, kOptional, 0, &kTextureUse},
                                            P{"extensions", kObject, kOptional, 0, &kMaterialExtensions}};
constexpr JsonObject kMaterial{kMaterialProperties};

constexpr std::array kSourceProperties = {P{"source", kIndex}};
constexpr JsonObject kSource{kSourceProperties};
constexpr std::array kTextureExtensionProperties = {
    P{"KHR_texture_basisu", kObject, kOptional, 0, &kSource}, P{"EXT_texture_webp", kObject, kOptional, 0, &kSource},
    P{"EXT_texture_avif", kObject, kOptional, 0, &kSource}, P{"MSFT_texture_dds", kObject, kOptional, 0, &kSource}};
constexpr JsonObject kTextureExtensions{kTextureExtensionProperties};
constexpr std::array kTextureProperties = {P{"sampler", kIndex}, P{"source", kIndex},
                                           P{"extensions", kObject, kOptional, 0, &kTextureExtensions}};
constexpr JsonObject kTexture{kTextureProperties};
constexpr std::array kSamplerProperties = {P{"magFilter", kIndex}, P{"minFilter", kIndex}, P{"wrapS", kIndex},
                                           P{"wrapT", kIndex}};
constexpr JsonObject kSampler{kSamplerProperties};
constexpr std::array kImageProperties = {P{"name", kText}, P{"uri", kText}, P{"mimeType", kText},
                                         P{"bufferView", kIndex}};
constexpr JsonObject kImage{kImageProperties};

// ---- Root
// ------------------------------------------------------------------------------------------------------------

constexpr std::array kRootProperties = {P{"asset", kObject, kRequired, 0, &kAsset},
                                        P{"scene", kIndex},
                                        P{"extensionsUsed", kTexts},
                                        P{"extensionsRequired", kTexts},
                                        P{"buffers", kObjects, kOptional, 0, &kBuffer},
                                        P{"bufferViews", kObjects, kOptional, 0, &kBufferView},
                                        P{"accessors", kObjects, kOptional, 0, &kAccessor},
                                        P{"scenes", kObjects, kOptional, 0, &kScene},
                                        P{"nodes", kObjects, kOptional, 0, &kNode},
                                        P{"skins", kObjects, kOptional, 0, &kSkin},
                                        P{"meshes", kObjects, kOptional, 0, &kMesh},
                                        P{"animations", kObjects, kOptional, 0, &kAnimation},
                                        P{"materials", kObjects, kOptional, 0, &kMaterial},
                                        P{"textures", kObjects, kOptional, 0, &kTexture},
                                        P{"samplers", kObjects, kOptional, 0, &kSampler},
                                        P{"images", kObjects, kOptional, 0, &kImage}};
constexpr JsonObject kRoot{kRootProperties};

}  // namespace

const JsonObject& gltf_schema() { return kRoot; }

}  // namespace sinew
