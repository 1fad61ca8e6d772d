# `find_package(lawspeaker-bot)` in the CMake project of a bot's author.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(_package ${CMAKE_INSTALL_LIBDIR}/cmake/lawspeaker-bot)

install(TARGETS lawspeaker-bot lawspeaker-stubs EXPORT lawspeaker-bot)
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY ${LAWSPEAKER_STUBS_DIR}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT lawspeaker-bot NAMESPACE lawspeaker:: FILE lawspeaker-botTargets.cmake DESTINATION ${_package})

configure_package_config_file(cmake/lawspeaker-botConfig.cmake.in ${PROJECT_BINARY_DIR}/lawspeaker-botConfig.cmake
  INSTALL_DESTINATION ${_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lawspeaker-botConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/lawspeaker-bot RENAME copyright)
install(FILES ${PROJECT_BINARY_DIR}/lawspeaker-botConfig.cmake ${PROJECT_BINARY_DIR}/lawspeaker-botConfigVersion.cmake
  DESTINATION ${_package})
