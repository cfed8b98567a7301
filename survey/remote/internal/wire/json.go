package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
)

// decode reads a JSON object of at most limit bytes that has the fields of T and nothing behind it.
func decode[T any](what string, data []byte, limit int, to *T) error {
	if len(data) > limit {
		return fmt.Errorf("wire: %s of %d bytes, want at most %d", what, len(data), limit)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return fmt.Errorf("wire: %s: %w", what, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("wire: %s: found more behind its end", what)
	}
	return nil
}

// encode writes what decode reads. The values are our own, without anything that JSON lacks.
func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic("wire: " + err.Error())
	}
	return data
}

var (
	names    = regexp.MustCompile(`^[A-Za-z0-9_-]{1,80}$`)
	hashes   = regexp.MustCompile(`^[0-9a-f]{64}$`)
	plans    = regexp.MustCompile(`^[0-9a-f]{32}$`)
	commands = regexp.MustCompile(`^[a-z]{1,20}$`)
	files    = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{0,63}$`)
)

// ValidName reports whether a text can be the name of a worker: 1 to 80 letters, digits, _ and -, which are one word of a subject.
func ValidName(s string) bool { return names.MatchString(s) }
