package cell

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"chesscensus/internal/safefile"
	"chesscensus/internal/snapshot"
)

// ValuesEnv names the environment variable with the folder of the kernel's values: a file for each variable, by its name.
const ValuesEnv = "CHESSCENSUS_VALUES"

// Load returns the value that a variable had at the end of the last cell that stored it. It ends the cell with a message if there is none.
func Load[T any](name string) T {
	var v T
	data, err := os.ReadFile(valueFile(name))
	if err == nil {
		err = snapshot.Unmarshal(data, &v)
	}
	switch {
	case errors.Is(err, os.ErrNotExist):
		fail("%s has no value yet: run the cell that defines it", name)
	case errors.Is(err, snapshot.ErrType):
		fail("%s was made by another version of its type: run the cell that defines it again", name)
	case err != nil:
		fail("%s cannot be read back: %v", name, err)
	}
	return v
}

// Find is Load for a variable that may not have a value yet; it then returns the zero value.
func Find[T any](name string) T {
	var v T
	if data, err := os.ReadFile(valueFile(name)); err == nil {
		_ = snapshot.Unmarshal(data, &v) // a value of another type counts as none
	}
	return v
}

// Keep writes the value of a variable for the cells that follow. A value that cannot be written is reported on standard error, and the file
// removed, so that no old value is loaded in its place.
func Keep[T any](name string, p *T) {
	data, err := snapshot.MarshalUpTo(p, maxKept)
	if errors.Is(err, snapshot.ErrLarge) {
		err = fmt.Errorf("it takes more than %d MB; write it to a file, or make it in the cell that needs it", maxKept>>20)
	}
	keep(name, data, err)
}

// maxKept is the size in bytes above which Keep writes no value: writing more, and reading it in every cell that mentions it, takes longer
// than most computations.
var maxKept = 512 << 20

// maxSmall is the size in bytes above which KeepSmall writes no value.
const maxSmall = 16 << 20

// KeepSmall is Keep for a value that the kernel can make again by the expression that defined it, such as a space with its tables. If it
// takes more than 16 MB, or cannot be written, KeepSmall writes an empty file as a sign for the kernel.
func KeepSmall[T any](name string, p *T) {
	data, err := snapshot.MarshalUpTo(p, maxSmall)
	if err != nil {
		data, err = nil, nil
	}
	keep(name, data, err)
}

// Changed prints a note on standard error: a value that could not be stored is made again, and some of
// the variables from which it is computed have other values than before, so it may differ, too. Without inputs the note says that the
// value has lost what it remembered.
func Changed(name string, inputs ...string) {
	if len(inputs) == 0 {
		fmt.Fprintf(os.Stderr, "note: %s is not stored and made again: what it remembered is lost, and it begins anew\n", name)
		return
	}
	fmt.Fprintf(os.Stderr, "note: %s is not stored and made again, with %s as now; run its cell again to have it so for good\n", name, strings.Join(inputs, ", "))
}

// Apart prints a note on standard error: the cell changes one of two variables that were one value, or parts of one, in an earlier cell.
func Apart(name, other string, cell int) {
	fmt.Fprintf(os.Stderr, "note: %s and %s were one value in cell [%d] and are copies since: a change of one does not change the other\n", name, other, cell)
}

// keep writes the file of a variable, or reports why that failed and removes the file.
func keep(name string, data []byte, err error) {
	if err == nil {
		err = safefile.Write(valueFile(name), data, 0o600)
	}
	if err != nil {
		os.Remove(valueFile(name))
		fmt.Fprintf(os.Stderr, "note: %s is not kept for the next cell: %v\n", name, err)
	}
}

// valueFile returns the file of a variable. It ends the cell if there is no kernel.
func valueFile(name string) string {
	dir := os.Getenv(ValuesEnv)
	if dir == "" {
		fail("%s is not set: this program was written by the notebook kernel of chesscensus and runs only under it", ValuesEnv)
	}
	return filepath.Join(dir, name)
}

// fail ends the cell with a message, without a stack trace. After [Begin] the deferred calls of main run first, so that the values of
// variables are kept as they are at the error.
var fail = func(format string, args ...any) {
	failure = fmt.Errorf(format, args...)
	if !begun {
		end()
	}
	panic(failure) // of which nothing is seen, unless this is another goroutine than main's
}

// failure is what fail was called with; begun says that Begin was called before.
var (
	failure error
	begun   bool
)

// Begin is called first in main, and the function that it returns is deferred: as the last deferred call it ends a program that has failed.
func Begin() func() {
	begun = true
	return end
}

// end prints the failure, if there is one, and ends the program with status 1.
func end() {
	if failure != nil {
		fmt.Fprintf(os.Stderr, "error: %v\n", failure)
		os.Exit(1)
	}
}
