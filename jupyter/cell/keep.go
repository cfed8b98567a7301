package cell

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"chesscensus/internal/atomicfile"
	"chesscensus/internal/snapshot"
)

// ValuesEnv names the environment variable with the folder of the kernel's
// values: a file for each variable, by its name.
const ValuesEnv = "CHESSCENSUS_VALUES"

// Load returns the value that a variable had at the end of the last cell in
// which it was. It ends the cell with a message if there is none.
func Load[T any](name string) T {
	var v T
	data, err := os.ReadFile(file(name))
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

// Find is Load for a variable that may not have a value yet; it then returns the
// zero value.
func Find[T any](name string) T {
	var v T
	if data, err := os.ReadFile(file(name)); err == nil {
		_ = snapshot.Unmarshal(data, &v) // a value of an earlier type is none
	}
	return v
}

// Keep writes the value of a variable for the cells that follow. A value that
// cannot be written is reported on standard error, and the file removed, so that
// no old value can be taken for it.
func Keep[T any](name string, p *T) {
	data, err := snapshot.MarshalUpTo(p, keepMost)
	if errors.Is(err, snapshot.ErrLarge) {
		err = fmt.Errorf("it takes more than %d MB; write it to a file, or make it in the cell that needs it", keepMost>>20)
	}
	keep(name, data, err)
}

// keepMost is how many bytes of a value are kept: writing more, and reading it in every cell that mentions it, takes longer than most work.
var keepMost = 512 << 20

// makeAgain is the size in bytes above which KeepSmall writes no value.
const makeAgain = 16 << 20

// KeepSmall is Keep for a value that can be made again by the expression that
// defined it, such as a space with its tables. If it takes more than 16 MB
// an empty file is written, by which the kernel knows.
func KeepSmall[T any](name string, p *T) {
	data, err := snapshot.MarshalUpTo(p, makeAgain)
	if err != nil {
		data, err = nil, nil
	}
	keep(name, data, err)
}

// Changed says on standard error that a value is made again, as it was too large to store or is no data, and that some of
// the variables that its definition takes have other values than then: so has it.
func Changed(name string, others ...string) {
	fmt.Fprintf(os.Stderr, "note: %s is not stored and made again, with %s as now; run its cell again to have it so for good\n", name, strings.Join(others, ", "))
}

func keep(name string, data []byte, err error) {
	if err == nil {
		err = atomicfile.Write(file(name), data, 0o600)
	}
	if err != nil {
		os.Remove(file(name))
		fmt.Fprintf(os.Stderr, "note: %s is not kept for the next cell: %v\n", name, err)
	}
}

// file is where the value of a variable is kept.
func file(name string) string {
	dir := os.Getenv(ValuesEnv)
	if dir == "" {
		fail("%s is not set: this program was written by the notebook kernel of chesscensus and runs only under it", ValuesEnv)
	}
	return filepath.Join(dir, name)
}

// fail ends the cell with a message, without a stack that would tell nothing.
var fail = func(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "error: "+format+"\n", args...)
	os.Exit(1)
}
