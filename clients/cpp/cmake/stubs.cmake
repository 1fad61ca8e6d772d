# The generated messages of protocol and games: target lawspeaker-stubs.
#
# C++ stubs fit one version of protobuf. Those in stubs/ are of the version below; with any other one they are generated
# anew, into the build tree.

set(LAWSPEAKER_COMMITTED_PROTOBUF 3.21)
set(LAWSPEAKER_STUBS AUTO CACHE STRING "AUTO, COMMITTED (those in stubs/) or GENERATED (by the protoc that is installed)")
set_property(CACHE LAWSPEAKER_STUBS PROPERTY STRINGS AUTO COMMITTED GENERATED)

set(_stubs ${PROJECT_SOURCE_DIR}/stubs)
if(LAWSPEAKER_STUBS STREQUAL AUTO)
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" _installed "${Protobuf_VERSION}")
  set(_generate TRUE)
  if(_installed STREQUAL LAWSPEAKER_COMMITTED_PROTOBUF)
    set(_generate FALSE)
  endif()
elseif(LAWSPEAKER_STUBS STREQUAL GENERATED)
  set(_generate TRUE)
else()
  set(_generate FALSE)
endif()

# The committed ones say which files there are.
file(GLOB_RECURSE _sources RELATIVE ${_stubs} CONFIGURE_DEPENDS ${_stubs}/*.cc)
set(LAWSPEAKER_STUBS_DIR ${_stubs})
if(_generate)
  message(STATUS "Generating stubs for protobuf ${Protobuf_VERSION}")
  set(LAWSPEAKER_STUBS_DIR ${PROJECT_BINARY_DIR}/stubs)
  set(_outputs ${_sources})
  list(TRANSFORM _outputs PREPEND ${LAWSPEAKER_STUBS_DIR}/)
  file(GLOB_RECURSE _protos CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/../../proto/*.proto)
  add_custom_command(
    OUTPUT ${_outputs}
    COMMAND ${PROJECT_SOURCE_DIR}/generate-stubs ${LAWSPEAKER_STUBS_DIR}
    DEPENDS ${PROJECT_SOURCE_DIR}/generate-stubs ${_protos}
    COMMENT "Generating stubs")
endif()
list(TRANSFORM _sources PREPEND ${LAWSPEAKER_STUBS_DIR}/)

add_library(lawspeaker-stubs STATIC ${_sources})
target_compile_features(lawspeaker-stubs PUBLIC cxx_std_20)
set_target_properties(lawspeaker-stubs PROPERTIES EXPORT_NAME stubs)
# System headers: their warnings are nobody's here.
target_include_directories(lawspeaker-stubs SYSTEM PUBLIC
  $<BUILD_INTERFACE:${LAWSPEAKER_STUBS_DIR}>
  $<INSTALL_INTERFACE:include>)
target_link_libraries(lawspeaker-stubs PUBLIC protobuf::libprotobuf gRPC::grpc++)
