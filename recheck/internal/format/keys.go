package format

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// knownKeys lists the keys of a certificate and of its unmoves.
var knownKeys = []string{
	"format", "fen", "stage", "reasons", "evidence", "tree", "unmoves", "left", "proof", "rules", "check", "depth", "unmove", "why",
}

// Unmarshal is like json.Unmarshal, but returns an error if an object has a key twice, or a key that differs from a known one only
// by case. Package json would use the last of them, and another reader the first.
func Unmarshal(line []byte, v any) error {
	if err := json.Unmarshal(line, v); err != nil {
		return err
	}
	return checkValue(json.NewDecoder(bytes.NewReader(line)))
}

// checkValue reads one value and returns an error if an object in it has such keys.
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
			name, _ := key.(string)
			if seen[name] {
				return fmt.Errorf("the key %.40q stands twice", name)
			}
			seen[name] = true
			isSimilar := func(known string) bool { return strings.EqualFold(name, known) }
			if !slices.Contains(knownKeys, name) && slices.ContainsFunc(knownKeys, isSimilar) {
				return fmt.Errorf("found the key %.40q, want it in small letters", name)
			}
		}
		if err := checkValue(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}
