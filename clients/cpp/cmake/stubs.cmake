# Target lawspeaker-stubs: the messages of the protocol and of the games, and the gRPC client.
#
# C++ stubs compile with exactly one version of protobuf. They are therefore generated in the build tree, by the protoc
# that belongs to the installed protobuf.

# A package of the SDK has proto/ in it; a checkout has it beside clients/.
set(_proto_dir ${PROJECT_SOURCE_DIR}/proto)
if(NOT IS_DIRECTORY ${_proto_dir})
  set(_proto_dir ${PROJECT_SOURCE_DIR}/../../proto)
endif()
set(LAWSPEAKER_PROTO_DIR ${_proto_dir} CACHE PATH "The folder proto/ of a Lawspeaker checkout")
set(LAWSPEAKER_STUBS_DIR ${PROJECT_BINARY_DIR}/stubs)
set(_renamed_dir ${PROJECT_BINARY_DIR}/proto)

# Fields that have another name in C++: a keyword, and fields whose accessor a repeated field beside them has already
# (`hand` has hand_size()). On the wire a field is a number.
set(_renamed_fields
  "lawspeaker/northgard/v1/northgard.proto hand_size hand_count"
  "lawspeaker/northgard/v1/northgard.proto draw_size draw_count"
  "lawspeaker/clansmen/v1/clansmen.proto hand_size hand_count"
  "lawspeaker/clansmen/v1/clansmen.proto requires requires_"
  "lawspeaker/pax_viking/v1/pax_viking.proto hand_size hand_count")

file(GLOB_RECURSE _protos RELATIVE ${LAWSPEAKER_PROTO_DIR} CONFIGURE_DEPENDS ${LAWSPEAKER_PROTO_DIR}/lawspeaker/*.proto)
if(NOT _protos)
  message(FATAL_ERROR "There are no .proto files in ${LAWSPEAKER_PROTO_DIR}. The SDK generates its messages from the "
    "folder proto/ of the Lawspeaker repository: build it inside a checkout, or name that folder with "
    "-DLAWSPEAKER_PROTO_DIR=FOLDER.")
endif()

# Write a copy of a .proto file with the names that C++ can have, into the build tree. The copy is touched only if it
# changes, so that a new run of CMake compiles nothing anew.
function(_write_renamed proto)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${LAWSPEAKER_PROTO_DIR}/${proto})
  file(READ ${LAWSPEAKER_PROTO_DIR}/${proto} text)
  foreach(entry IN LISTS _renamed_fields)
    separate_arguments(entry)
    list(POP_FRONT entry file old new)
    if(file STREQUAL proto)
      string(REPLACE " ${old} = " " ${new} = " changed "${text}")
      if(changed STREQUAL text)
        message(FATAL_ERROR "${proto} has no field ${old} any more; take it out of cmake/stubs.cmake")
      endif()
      set(text "${changed}")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${_renamed_dir}/${proto} CONTENT "${text}" @ONLY)
endfunction()

foreach(_proto IN LISTS _protos)
  _write_renamed(${_proto})
endforeach()

# A file is generated again when it or a file that it imports changes.
file(MAKE_DIRECTORY ${LAWSPEAKER_STUBS_DIR})
set(_sources "")
foreach(_proto IN LISTS _protos)
  string(REGEX REPLACE "\\.proto$" "" _stem ${_proto})
  set(_made ${_stem}.pb.cc ${_stem}.pb.h)
  set(_outs --cpp_out=${LAWSPEAKER_STUBS_DIR})
  file(STRINGS ${_renamed_dir}/${_proto} _services REGEX "^service ")
  if(_services)
    list(APPEND _made ${_stem}.grpc.pb.cc ${_stem}.grpc.pb.h)
    list(APPEND _outs --grpc_out=${LAWSPEAKER_STUBS_DIR} --plugin=protoc-gen-grpc=${LAWSPEAKER_GRPC_PLUGIN})
  endif()
  file(STRINGS ${_renamed_dir}/${_proto} _imports REGEX "^import \"lawspeaker/")
  list(TRANSFORM _imports REPLACE "^import \"([^\"]+)\".*" "${_renamed_dir}/\\1")
  list(TRANSFORM _made PREPEND ${LAWSPEAKER_STUBS_DIR}/)
  add_custom_command(
    OUTPUT ${_made}
    COMMAND protobuf::protoc -I${_renamed_dir} ${_outs} ${_proto}
    DEPENDS ${_renamed_dir}/${_proto} ${_imports}
    COMMENT "Generating the C++ messages of ${_proto}"
    VERBATIM)
  list(APPEND _sources ${_made})
endforeach()

add_library(lawspeaker-stubs STATIC ${_sources})
target_compile_features(lawspeaker-stubs PUBLIC cxx_std_20)
set_target_properties(lawspeaker-stubs PROPERTIES EXPORT_NAME stubs)
# As system headers, so that warnings in generated code do not show.
target_include_directories(lawspeaker-stubs SYSTEM PUBLIC
  $<BUILD_INTERFACE:${LAWSPEAKER_STUBS_DIR}>
  $<INSTALL_INTERFACE:include>)
target_link_libraries(lawspeaker-stubs PUBLIC protobuf::libprotobuf gRPC::grpc++)
