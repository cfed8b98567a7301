package record

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// SettledName is the name of the file with what was found out later about open draws.
const SettledName = "settled.jsonl"

func (f *Folder) settled() string { return filepath.Join(f.Dir, SettledName) }

// AppendSettled adds an object of JSON with at least one member to what was settled
// later, as a line with a checksum. Only the holder of the lock may call it, from one
// goroutine at a time.
func (f *Folder) AppendSettled(object []byte) error {
	return AppendObject(f.settled(), bytes.Clone(object))
}

// Settled calls visit for every object that AppendSettled has added, in order. Lines
// that are damaged or that visit refuses are returned as problems and left out. The
// error says that the file cannot be read; that there is none is no error.
func (f *Folder) Settled(visit func(object []byte) error) (problems []Problem, err error) {
	data, err := os.ReadFile(f.settled())
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		object, err := Unseal(bytes.TrimSuffix(line, []byte("\n")))
		if err == nil {
			err = visit(object)
		}
		if err != nil {
			problems = append(problems, Problem{Shard: -1, Err: &LineError{f.settled(), n, err}})
		}
	}
	return problems, nil
}
