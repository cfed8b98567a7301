package record

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// SettledName is the name of the file of certificates that were found later for open draws.
const SettledName = "settled.jsonl"

func (f *Folder) settledPath() string { return filepath.Join(f.Dir, SettledName) }

// AppendSettled adds a certificate, a JSON object with at least one member, as a line with a checksum. Only the holder of the
// lock may call it, from one goroutine at a time.
func (f *Folder) AppendSettled(object []byte) error {
	return AppendObject(f.settledPath(), bytes.Clone(object))
}

// Settled calls visit for every object that AppendSettled has added, in order. It returns damaged lines and errors of visit as
// problems. The error says that the file cannot be read; a missing file is no error.
func (f *Folder) Settled(visit func(object []byte) error) (problems []Problem, err error) {
	data, err := os.ReadFile(f.settledPath())
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
			problems = append(problems, Problem{Shard: -1, Err: &LineError{f.settledPath(), n, err}})
		}
	}
	return problems, nil
}
