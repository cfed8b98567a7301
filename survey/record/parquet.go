package record

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/parquet-go/parquet-go"
)

// An Identity says what a shard was made from. Shards of different identities must
// not be mixed.
type Identity struct {
	Plan      string `json:"plan"`      // hash of the plan
	Signature string `json:"signature"` // of the program
	Space     string `json:"space"`
	Seed      uint64 `json:"seed"`
}

// Difference returns in words in what other differs from id, or nothing.
func (id Identity) Difference(other Identity) string {
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
}

// maxRows bounds what Decode is ready to read; real shards have some ten thousand.
const maxRows = 20_000_000

// Encode returns the shard as a Parquet file. Equal shards give equal bytes. It
// fails if the rows are not those of a shard, in the order of [Compare].
func (s *Shard) Encode() ([]byte, error) {
	return encode(s.Rows, parquet.KeyValueMetadata("plan", s.Plan), parquet.KeyValueMetadata("signature", s.Signature),
		parquet.KeyValueMetadata("space", s.Space), parquet.KeyValueMetadata("seed", strconv.FormatUint(s.Seed, 10)),
		parquet.KeyValueMetadata("shard", strconv.Itoa(s.Number)))
}

// Decode reads what Encode has written. Bytes that are no shard are an error,
// whatever they are.
func Decode(data []byte) (s *Shard, err error) {
	defer func() { // the library panics on some files that are no Parquet
		if r := recover(); r != nil {
			s, err = nil, fmt.Errorf("record: no Parquet file of a shard: %v", r)
		}
	}()
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("record: no Parquet file: %w", err)
	}
	s = new(Shard)
	var seed, number string
	for key, to := range map[string]*string{"plan": &s.Plan, "signature": &s.Signature, "space": &s.Space, "seed": &seed, "shard": &number} {
		value, ok := f.Lookup(key)
		if !ok {
			return nil, fmt.Errorf("record: the Parquet file lacks the entry %q of a shard", key)
		}
		*to = value
	}
	if s.Seed, err = strconv.ParseUint(seed, 10, 64); err == nil {
		s.Number, err = strconv.Atoi(number)
	}
	if err != nil {
		return nil, fmt.Errorf("record: the Parquet file is not that of a shard: %w", err)
	}
	if n := f.NumRows(); n < 0 || n > maxRows || n > 1000*int64(len(data)) {
		return nil, fmt.Errorf("record: the Parquet file claims %d rows", n)
	}
	if s.Rows, err = readRows(f); err != nil {
		return nil, err
	}
	return s, nil
}
