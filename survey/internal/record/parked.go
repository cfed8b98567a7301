package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// parkedName is the name of the file beside the manifest with the shards that the last run has given up: a JSON object of reasons by shard.
const parkedName = "parked.json"

// StoreParked replaces the file of the shards that are given up, with the reasons by shard. It removes the file if there are none.
func StoreParked(dir string, reasons map[int]string) error {
	path := filepath.Join(dir, parkedName)
	if len(reasons) == 0 {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return nil
	}
	data, err := json.MarshalIndent(reasons, "", " ")
	if err != nil {
		return err
	}
	return WriteFile(path, append(data, '\n'))
}

// ReadParked reads the file that [StoreParked] has written, nil if there is none. The error names the file.
func ReadParked(dir string) (reasons map[int]string, err error) {
	path := filepath.Join(dir, parkedName)
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &reasons)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: want a JSON object of texts by the numbers of shards: %w", path, err)
	}
	return reasons, nil
}
