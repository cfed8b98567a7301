// Mutants asks whether the tests of theorems can fail. It keeps a table of small
// mistakes, made on purpose in theorems and in the spaces that are counted (table.txt): a count
// off by one, a color swapped, a row wrong, a hypothesis dropped. The command makes each mistake in
// turn, runs the short tests of the packages concerned, and notes which test fails first:
//
//	go run ./tools/mutants [-only REGEXP] [-new] [-write]
//
// With -only it tries those whose name or file matches, with -new those that no test is known to catch. With
// -write it stores each result in the table at once, so that a run that was broken off goes on with -new. The status is 1
// if a mistake lives that refutes legal positions or makes numbers wrong.
//
// No file of the project is touched: the go tool is given the changed file as an overlay.
//
// A mistake that refutes legal positions, or leaves some out of a space, is the kind that would make the
// census wrong without anybody noticing. Every one of them must be caught by the short tests;
// [Table] is held to that by a test of this package, which also tells when a line that the table
// changes is no longer in the code.
package main
