// Package archtest has tests of the architecture of this module, and nothing else: which folder may import which (rules_test.go), how large packages,
// files and types may be (sizes_test.go), whether names in comments exist (comments_test.go), whether everything has right types on other
// systems (types_test.go), and that no pointer into a slice lives across an append to it (aliasfinder_test.go).
//
//	go test -v -run TestSizes ./tools/archtest    # prints the lines and exported names of every package
//	go generate ./tools/archtest                  # draws the picture of docs/ARCHITECTURE.md
package archtest

//go:generate go test . -count 1 -run ^TestPictureIsFresh$ -update
