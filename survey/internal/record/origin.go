package record

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// OriginName is the name of a file beside the manifest that names the program of the shards. Plans name it themselves; the
// file is for records of plans that do not name the version of the engine.
const OriginName = "origin.json"

// An Origin says which program makes the shards of a record.
type Origin struct {
	// Engine is the version of the engine, see legality.Version.
	Engine int `json:"engine"`
	// Commit is the revision of a program that recomputes the shards.
	Commit string `json:"commit"`
	// Note is free text.
	Note string `json:"note,omitempty"`
}

// Origin reads the file [OriginName]; found is false if there is none.
func (f *Folder) Origin() (o Origin, found bool, err error) {
	path := filepath.Join(f.Dir, OriginName)
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return o, false, nil
	}
	if err != nil {
		return o, false, fmt.Errorf("record: %w", err)
	}
	if err := decodeObject(data, &o); err != nil {
		return o, false, fmt.Errorf("record: %s: %w", path, err)
	}
	if o.Engine < 1 || o.Commit == "" {
		return o, false, fmt.Errorf("record: %s: found engine %d and commit %.40q, want a version from 1 and a revision", path, o.Engine,
			o.Commit)
	}
	return o, true, nil
}
