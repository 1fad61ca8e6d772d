# What the SDK is built with: threads, protobuf, grpc++ and the two programs that generate C++ from .proto files.

find_package(Threads REQUIRED)
find_package(Protobuf 3.21 QUIET)
find_program(LAWSPEAKER_GRPC_PLUGIN grpc_cpp_plugin PATH_SUFFIXES tools/grpc DOC "protoc's plugin for C++ services, of the gRPC that is linked")

set(_missing "")
if(NOT Protobuf_FOUND)
  list(APPEND _missing "protobuf 3.21 or newer")
endif()
if(NOT Protobuf_PROTOC_EXECUTABLE)
  list(APPEND _missing "protoc")
endif()
if(NOT LAWSPEAKER_GRPC_PLUGIN)
  list(APPEND _missing "grpc_cpp_plugin")
else()
  # Debian's package of gRPC ends CMake with an error of its own if the plugin is not installed.
  find_package(gRPC CONFIG QUIET)
  if(NOT gRPC_FOUND)
    list(APPEND _missing "grpc++")
  endif()
endif()

if(_missing)
  list(JOIN _missing ", " _missing)
  file(STRINGS ${PROJECT_SOURCE_DIR}/apt-packages.txt _packages)
  list(JOIN _packages " " _packages)
  # A line that begins with a blank is not wrapped.
  message(FATAL_ERROR "Not found: ${_missing}. On Debian and Ubuntu this command installs everything that the SDK is "
    "built with:\n"
    "  sudo apt-get install ${_packages}\n"
    "vcpkg.json names the packages of vcpkg. Elsewhere see https://grpc.io/docs/languages/cpp/quickstart; what is installed in a folder of its own is found by "
    "-DCMAKE_PREFIX_PATH=FOLDER.")
endif()

# The protoc of library 3.21.12 calls itself 3.21.12; that of 4.25.1, 25.1; release candidates add -rc1.
execute_process(COMMAND ${Protobuf_PROTOC_EXECUTABLE} --version OUTPUT_VARIABLE _protoc_version
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "[0-9]+\\.[0-9.]+" _protoc_version "${_protoc_version}")
string(REPLACE "." "\\." _pattern "${_protoc_version}")
if(NOT ".${Protobuf_VERSION}" MATCHES "\\.${_pattern}$")
  message(FATAL_ERROR "${Protobuf_PROTOC_EXECUTABLE} is version ${_protoc_version}, but the installed library protobuf is "
    "${Protobuf_VERSION}. C++ code compiles only with the protobuf whose protoc generated it: install both in the same "
    "version, or name the right protoc with -DProtobuf_PROTOC_EXECUTABLE=FILE.")
endif()
