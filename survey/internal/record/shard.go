package record

import (
	"fmt"
	"strconv"
)

// An Identity names the plan and the program that made a shard. Shards of different identities must not be mixed.
type Identity struct {
	Plan      string `json:"plan"`      // hash of the plan
	Signature string `json:"signature"` // of the program
	Space     string `json:"space"`
	Seed      uint64 `json:"seed"`
}

// difference returns in words how other differs from id, "" if it does not.
func (id Identity) difference(other Identity) string {
	switch {
	case id.Space != other.Space:
		return fmt.Sprintf("of another space, %.40s, want %s", other.Space, id.Space)
	case id.Seed != other.Seed:
		return fmt.Sprintf("of another seed, %d, want %d", other.Seed, id.Seed)
	case id.Signature != other.Signature:
		return fmt.Sprintf("of another code version, signature %.40s, want %s", other.Signature, id.Signature)
	case id.Plan != other.Plan:
		return fmt.Sprintf("of another plan, %.40s, want %s", other.Plan, id.Plan)
	}
	return ""
}

// A Shard is the contents of a shard file.
type Shard struct {
	Identity
	Number int
	Rows   []Row
	// Bundled says that the rows are those of property [All] alone, since the others are added up in a [Bundle]. It is never set
	// for a shard file.
	Bundled bool
}

// Encode returns the shard as a Parquet file. Equal shards give equal bytes. It fails if the rows are impossible or not in the
// order of [Compare].
func (s *Shard) Encode() ([]byte, error) {
	return encodeRows(s.Rows, append(s.metadata(), fileNote{"shard", strconv.Itoa(s.Number)})...)
}

// metadata returns the notes of a file with the identity.
func (id *Identity) metadata() []fileNote {
	return []fileNote{{"plan", id.Plan}, {"signature", id.Signature}, {"space", id.Space}, {"seed", strconv.FormatUint(id.Seed, 10)}}
}

// readIdentity reads the notes of an identity, and one of another key.
func readIdentity(f *file, id *Identity, key string, to *string) (err error) {
	var seed string
	for _, e := range []struct {
		key string
		to  *string
	}{{"plan", &id.Plan}, {"signature", &id.Signature}, {"space", &id.Space}, {"seed", &seed}, {key, to}} {
		value, ok := f.Note(e.key)
		if !ok {
			return fmt.Errorf("record: the Parquet file lacks the entry %q", e.key)
		}
		*e.to = value
	}
	if id.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
		return fmt.Errorf("record: the seed in the Parquet file: %w", err)
	}
	return nil
}

// recoverAs turns a panic of the Parquet reader into an error.
func recoverAs(kind string, err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("record: no Parquet file of %s: %v", kind, r)
	}
}

// Decode reads the bytes that Encode has written. Any other bytes are an error.
func Decode(data []byte) (_ *Shard, err error) {
	defer recoverAs("a shard", &err)
	f, err := openFile(data)
	if err != nil {
		return nil, err
	}
	s := new(Shard)
	var number string
	if err := readIdentity(f, &s.Identity, "shard", &number); err != nil {
		return nil, err
	}
	if s.Number, err = strconv.Atoi(number); err != nil {
		return nil, fmt.Errorf("record: the Parquet file is not that of a shard: %w", err)
	}
	if s.Rows, err = readRows(f); err != nil {
		return nil, err
	}
	return s, nil
}
