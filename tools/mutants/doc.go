// Package mutants asks whether the tests of theorems can fail. It keeps a table of small
// mistakes, made on purpose in theorems and in the spaces that are counted (table.txt): a count
// off by one, a color swapped, a row wrong, a hypothesis dropped. Command run makes each mistake in
// turn, runs the short tests of the packages concerned, and notes which test fails first:
//
//	go run ./tools/mutants/run [-only REGEXP] [-write]
//
// No file of the project is touched: the go tool is given the changed file as an overlay.
//
// A mistake that refutes legal positions, or leaves some out of a space, is the kind that would make the
// census wrong without anybody noticing. Every one of them must be caught by the short tests;
// [Table] is held to that by a test of this package, which also tells when a line that the table
// changes is no longer in the code.
package mutants
