// Package keys finds keys of JSON objects that two readers may read in two ways. It is a package of its own since it says nothing about chess: who reads package
// recheck need not read it.
package keys

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// knownKeys are the keys of a certificate and of its unmoves.
var knownKeys = []string{"format", "fen", "stage", "reasons", "evidence", "tree", "unmoves", "left", "proof", "rules", "check", "depth", "unmove", "why"}

// Unmarshal is that of package json, and reports an error if an object has a key twice, or one that differs only by case from those of a
// certificate: package json takes the last of them, and another reader the first.
func Unmarshal(line []byte, v any) error {
	if err := json.Unmarshal(line, v); err != nil {
		return err
	}
	return checkValue(json.NewDecoder(bytes.NewReader(line)))
}

// checkValue reads one value.
func checkValue(d *json.Decoder) error {
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
			if !slices.Contains(knownKeys, k) && slices.ContainsFunc(knownKeys, func(name string) bool { return strings.EqualFold(k, name) }) {
				return fmt.Errorf("found the key %.40q, want it in small letters", k)
			}
		}
		if err := checkValue(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}
