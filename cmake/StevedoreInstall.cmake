# What `cmake --install` puts where, and the package Stevedore for
# find_package() in other projects.
include(CMakePackageConfigHelpers)

get_property(rooms GLOBAL PROPERTY STEVEDORE_ROOMS)
get_property(tools GLOBAL PROPERTY STEVEDORE_TOOLS)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Stevedore)

install(TARGETS ${rooms} EXPORT StevedoreTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(tools)
  install(TARGETS ${tools}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(DIRECTORY include/stevedore DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md")

# The machines that '--machine=NAME' finds, beside the tools of the build tree,
# too.
install(DIRECTORY examples/machines DESTINATION ${CMAKE_INSTALL_DATADIR}/stevedore
  FILES_MATCHING PATTERN "*.yaml")
file(GLOB machines CONFIGURE_DEPENDS examples/machines/*.yaml)
foreach(machine ${machines})
  get_filename_component(name ${machine} NAME)
  configure_file(${machine} ${PROJECT_BINARY_DIR}/share/stevedore/machines/${name} COPYONLY)
endforeach()

install(EXPORT StevedoreTargets NAMESPACE Stevedore:: DESTINATION ${package_dir})
configure_package_config_file(cmake/StevedoreConfig.cmake.in
  ${PROJECT_BINARY_DIR}/StevedoreConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/StevedoreConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/StevedoreConfig.cmake
  ${PROJECT_BINARY_DIR}/StevedoreConfigVersion.cmake
  cmake/StevedoreLLVM.cmake cmake/StevedoreLua.cmake
  DESTINATION ${package_dir})
