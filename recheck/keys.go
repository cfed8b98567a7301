package recheck

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// keys are those of a certificate and of its unmoves.
var keys = []string{"format", "fen", "stage", "reasons", "evidence", "tree", "unmoves", "left", "proof", "rules", "check", "depth", "unmove", "why"}

// exactKeys reports an error if an object of a line, which is JSON, has a key twice, or one that differs only by case from those of a certificate: package
// json takes the last of them, and another reader the first.
func exactKeys(line []byte) error {
	d := json.NewDecoder(bytes.NewReader(line))
	return exactValue(d)
}

// exactValue reads one value.
func exactValue(d *json.Decoder) error {
	token, err := d.Token()
	if err != nil || token != json.Delim('{') && token != json.Delim('[') {
		return err
	}
	seen := map[string]bool{}
	for d.More() {
		if token == json.Delim('{') {
			key, err := d.Token()
			if err != nil {
				return err
			}
			k, _ := key.(string)
			if seen[k] {
				return fmt.Errorf("the key %.40q stands twice", k)
			}
			seen[k] = true
			if !slices.Contains(keys, k) && slices.ContainsFunc(keys, func(name string) bool { return strings.EqualFold(k, name) }) {
				return fmt.Errorf("found the key %.40q, want it in small letters", k)
			}
		}
		if err := exactValue(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}
