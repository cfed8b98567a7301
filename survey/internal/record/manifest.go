package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
)

// ManifestName is the name of the manifest in the folder of a survey.
const ManifestName = "manifest.jsonl"

// An Entry is one line of the manifest: a shard that is done.
type Entry struct {
	Shard int `json:"shard"`
	Identity
	// Build is the version of the program, for people.
	Build string `json:"build"`
	// Draws made in the shard, and the draws that entered every phase.
	Draws  uint64   `json:"draws"`
	Judged []uint64 `json:"judged"`
	// CPU is the processor time in seconds that every phase has used.
	CPU []float64 `json:"cpu"`
	// Bytes and SHA256 of the shard file, and of the kept candidates if there are any.
	Bytes      int64  `json:"bytes"`
	SHA256     string `json:"sha256"`
	KeptBytes  int64  `json:"kept_bytes,omitempty"`
	KeptSHA256 string `json:"kept_sha256,omitempty"`
	// OpenBytes and OpenSHA256 of the list of open draws. Shards that were made before there were lists have no checksum.
	OpenBytes  int64  `json:"open_bytes,omitempty"`
	OpenSHA256 string `json:"open_sha256,omitempty"`
	// ReachedBytes and ReachedSHA256 of the list of the draws that the last phase judged, likewise.
	ReachedBytes  int64  `json:"reached_bytes,omitempty"`
	ReachedSHA256 string `json:"reached_sha256,omitempty"`
}

// Sum returns the SHA-256 of data in hexadecimal digits.
func Sum(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

var crc32c = crc32.MakeTable(crc32.Castagnoli)

// checkMark separates an entry from its checksum.
const checkMark = `,"check":"`

// line returns the sealed line of an entry.
func (e *Entry) line() ([]byte, error) {
	b, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	return seal(b), nil
}

// seal makes a line of a JSON object with members: it adds a last member, check, the CRC-32C of everything before it.
func seal(object []byte) []byte {
	b := object[:len(object)-1]
	return fmt.Appendf(b, "%s%08x\"}\n", checkMark, crc32.Checksum(b, crc32c))
}

// Seal returns a struct with JSON members as a line with a checksum, without its end. It panics if JSON has no such values.
func Seal(value any) []byte {
	object, err := json.Marshal(value)
	if err != nil {
		panic("record: " + err.Error())
	}
	return bytes.TrimSuffix(seal(object), []byte("\n"))
}

// UnmarshalSealed reads a line of [Seal] or [AppendObject], without its end. Unknown members are errors.
func UnmarshalSealed(line []byte, value any) error {
	object, err := Unseal(line)
	if err != nil {
		return err
	}
	return decodeObject(object, value)
}

// AppendObject adds a JSON object with members to a file of lines, with a checksum, and syncs it.
func AppendObject(path string, object []byte) error { return appendLine(path, seal(object)) }

// Unseal returns the object of a line that [AppendObject] has written, without its end.
func Unseal(line []byte) ([]byte, error) {
	i := bytes.LastIndex(line, []byte(checkMark))
	if i < 0 {
		return nil, errors.New("no checksum, so the line is not whole")
	}
	if want := fmt.Sprintf("%s%08x\"}", checkMark, crc32.Checksum(line[:i], crc32c)); string(line[i:]) != want {
		return nil, errors.New("wrong checksum")
	}
	return append(line[:i:i], '}'), nil
}

// decodeObject reads a JSON object. Unknown members are errors.
func decodeObject(object []byte, value any) error {
	d := json.NewDecoder(bytes.NewReader(object))
	d.DisallowUnknownFields()
	return d.Decode(value)
}

// readSealed reads a file of one line with a checksum; found is false if there is no file.
func readSealed(path string, value any) (found bool, err error) {
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return false, nil
	case err != nil:
		return true, err
	}
	if err = UnmarshalSealed(bytes.TrimSuffix(data, []byte("\n")), value); err != nil {
		err = &LineError{path, 1, err}
	}
	return true, err
}

// writeSealed writes a file of one line with a checksum.
func writeSealed(path string, value any) error {
	object, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return WriteFile(path, seal(object))
}

// parseEntry reads a line of the manifest without its end.
func parseEntry(line []byte) (e Entry, err error) {
	if err := UnmarshalSealed(line, &e); err != nil {
		return e, err
	}
	if e.Shard < 0 || e.Bytes < 0 {
		return e, errors.New("negative numbers")
	}
	return e, nil
}

// A LineError says which line of a manifest cannot be read.
type LineError struct {
	File string
	Line int // from 1
	Err  error
}

// Error returns "file:line: cause".
func (e *LineError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }

// readManifest returns the last entry of every shard and an error for every line
// that cannot be read. A missing file is an empty manifest.
func readManifest(path string) (entries map[int]Entry, lineErrors []error, err error) {
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, nil, fmt.Errorf("record: %w", err)
	}
	entries = map[int]Entry{}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		e, err := parseEntry(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			lineErrors = append(lineErrors, &LineError{path, n, err})
			continue
		}
		entries[e.Shard] = e
	}
	return entries, lineErrors, nil
}

// Repair removes lines that cannot be read from the manifest, such as the beginning of a line that a killed run has left.
// [Folder.Check] reports these lines. Only the holder of the lock may call Repair.
func (f *Folder) Repair() error {
	data, err := os.ReadFile(f.manifestPath())
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	var valid []byte
	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		if _, err := parseEntry(line); err == nil {
			valid = append(append(valid, line...), '\n')
		}
	}
	if bytes.Equal(valid, data) {
		return nil
	}
	return WriteFile(f.manifestPath(), valid)
}

// appendEntry adds the line of an entry to the manifest.
func appendEntry(path string, e *Entry) error {
	line, err := e.line()
	if err != nil {
		return fmt.Errorf("record: writing %s: %w", path, err)
	}
	return appendLine(path, line)
}

// appendLine adds a line to a file and syncs it. If a killed run has left an unfinished line, it ends that line first. If
// appendLine fails, the file is as it was.
func appendLine(path string, line []byte) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("record: writing %s: %w", path, err)
		}
	}()
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if last := []byte{'\n'}; end > 0 {
		if _, err := f.ReadAt(last, end-1); err != nil {
			return err
		}
		if last[0] != '\n' {
			line = append([]byte{'\n'}, line...)
		}
	}
	if err = write(f, line); err == nil {
		err = f.Sync()
	}
	if err != nil {
		return errors.Join(err, f.Truncate(end))
	}
	return nil
}
