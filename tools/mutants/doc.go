// Mutants checks that the tests of theorems can fail. Its table (table.txt) has small mistakes in theorems and in counted spaces,
// made on purpose: a count off by one, a swapped color, a wrong row, a dropped hypothesis. The command makes each mistake in turn,
// runs the short tests of the packages concerned, and prints which test fails first:
//
//	go run ./tools/mutants [-only REGEXP] [-new] [-write]
//
// With -only it tries mutants whose name or file matches, with -new those that no test is known to catch. With
// -write it stores each result in the table at once, so that an interrupted run can be continued with -new. The status is 1
// if no test catches a mistake that refutes legal positions or makes numbers wrong.
//
// It changes no file of the project: the go tool gets the changed file as an overlay.
//
// A mistake that refutes legal positions, or leaves some out of a space, would make the census wrong without a visible sign. So the
// short tests must catch every one of them. Tests of this package check that for the whole [Table], that every quoted line is
// still in the code, and that the code has correct types with each mistake (mutants_test.go).
package main
