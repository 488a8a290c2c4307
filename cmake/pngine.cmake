# Compile options and the three kinds of target: pngine_library, pngine_test, pngine_fuzz.

add_library(pngine_options INTERFACE)
target_compile_options(pngine_options INTERFACE
  -stdlib=libc++ -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Werror -Wno-missing-designated-field-initializers
  -ffp-contract=off # one result of constant expressions on every machine
  -fno-strict-aliasing)
target_link_options(pngine_options INTERFACE -stdlib=libc++ -fuse-ld=lld)
if(PNGINE_SANITIZE)
  target_compile_options(pngine_options INTERFACE
    -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  target_link_options(pngine_options INTERFACE -fsanitize=address,undefined)
endif()

# pngine_library(NAME [SOURCES ...] [USES other pngine folders ...])
# Makes target pngine_NAME out of this folder; headers are included as "NAME/header.h".
function(pngine_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  if(ARG_SOURCES)
    add_library(pngine_${name} STATIC ${ARG_SOURCES})
    set(scope PUBLIC)
  else()
    add_library(pngine_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(pngine_${name} ${scope} ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(pngine_${name} ${scope} pngine_options)
  foreach(used ${ARG_USES})
    target_link_libraries(pngine_${name} ${scope} pngine_${used})
  endforeach()
endfunction()

# pngine_test(NAME SOURCES ... USES ...): a doctest program, registered with ctest as NAME.
function(pngine_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  add_executable(test_${name} ${ARG_SOURCES} ${CMAKE_SOURCE_DIR}/tests/doctest_main.cpp)
  target_include_directories(test_${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_compile_definitions(test_${name} PRIVATE PNGINE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  foreach(used ${ARG_USES})
    target_link_libraries(test_${name} PRIVATE pngine_${used})
  endforeach()
  target_link_libraries(test_${name} PRIVATE pngine_options)
  add_test(NAME ${name} COMMAND test_${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
endfunction()

# pngine_fuzz(NAME SOURCES ... USES ...): two programs of one LLVMFuzzerTestOneInput:
# fuzz_NAME (libFuzzer; only with PNGINE_SANITIZE) and replay_NAME, which runs tests/fuzz/corpus/NAME in the ordinary tests.
function(pngine_fuzz name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  set(kinds replay)
  if(PNGINE_SANITIZE)
    list(APPEND kinds fuzz)
  endif()
  foreach(kind ${kinds})
    set(target ${kind}_${name})
    add_executable(${target} ${ARG_SOURCES})
    if(kind STREQUAL "replay")
      target_sources(${target} PRIVATE ${CMAKE_SOURCE_DIR}/tests/fuzz/replay_main.cpp)
    else()
      target_link_options(${target} PRIVATE -fsanitize=fuzzer)
      target_link_libraries(${target} PRIVATE -l:libstdc++.so.6) # Debian builds libFuzzer itself with it
    endif()
    foreach(used ${ARG_USES})
      target_link_libraries(${target} PRIVATE pngine_${used})
    endforeach()
    target_link_libraries(${target} PRIVATE pngine_options)
  endforeach()
  add_test(NAME replay_${name} COMMAND replay_${name} ${CMAKE_SOURCE_DIR}/tests/fuzz/corpus/${name})
endfunction()

# pngine_generated(FILE committed/file PROGRAM target [ARGUMENTS ...]): the target `gen` writes the program's standard output
# to a committed file of the source tree, leaving the file alone when it is equal. `./dev gen` builds it.
function(pngine_generated)
  cmake_parse_arguments(ARG "" "FILE;PROGRAM" "ARGUMENTS" ${ARGN})
  if(NOT TARGET gen)
    add_custom_target(gen)
  endif()
  string(MAKE_C_IDENTIFIER gen_${ARG_FILE} name)
  add_custom_target(${name}
    COMMAND ${ARG_PROGRAM} ${ARG_ARGUMENTS} > ${CMAKE_BINARY_DIR}/${name}.out
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${CMAKE_BINARY_DIR}/${name}.out ${CMAKE_SOURCE_DIR}/${ARG_FILE}
    DEPENDS ${ARG_PROGRAM} COMMENT "generating ${ARG_FILE}" VERBATIM)
  add_dependencies(gen ${name})
endfunction()
