package judging

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"chesscensus/internal/safefile"
	"chesscensus/recheck"
	"chesscensus/recheck/batch"
)

// gameRow is the name of the row of proof games in a tally.
var gameRow = new(recheck.Certificate).Theorem()

// A recheckTotal is the content of a file.
type recheckTotal struct {
	Plan   recheckPlan
	Pieces uint64
	Piece  // sum of all chunks
}

// OpenFile opens a file to continue a plan, or creates it. It removes an incomplete last line; the next piece has the number Pieces
// of the result. It returns an error that names the line if the file holds another plan or pieces out of order, and one if another process
// writes to the file, on systems that can lock files.
func (p recheckPlan) OpenFile(name string) (f *os.File, t *recheckTotal, err error) {
	f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, nil, fmt.Errorf("cannot write to %s: it is no file", name)
	}
	if err := safefile.Lock(f); errors.Is(err, safefile.ErrLocked) {
		f.Close()
		return nil, nil, fmt.Errorf("%s: another recheck writes to this file", name)
	}
	t, end, err := parseRecheckFile(f, name)
	if err == nil && t == nil {
		t = &recheckTotal{Plan: p}
		line, _ := json.Marshal(p) // encoding a plan cannot fail
		_, err = f.WriteAt(append(line, '\n'), 0)
		end = int64(len(line)) + 1
	}
	if err == nil && t.Plan != p {
		err = fmt.Errorf("%s:1: another plan, %+v, want %+v; give another file", name, t.Plan, p)
	}
	if err == nil {
		err = f.Truncate(end)
	}
	if err == nil {
		_, err = f.Seek(end, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, t, nil
}

// readRecheckFile reads a file, without an incomplete last line.
func readRecheckFile(name string) (*recheckTotal, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t, _, err := parseRecheckFile(f, name)
	if err == nil && t == nil {
		err = fmt.Errorf("%s: empty, want a plan", name)
	}
	return t, err
}

// parseRecheckFile returns the content of a file, nil if it is empty, and the offset of the end of the last complete line.
func parseRecheckFile(f io.Reader, name string) (t *recheckTotal, end int64, err error) {
	r := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return t, end, nil // a line without an end is incomplete
		}
		if err != nil {
			return nil, 0, err
		}
		end += int64(len(line))
		line = bytes.TrimSpace(line)
		if t == nil {
			t = &recheckTotal{Piece: Piece{Refuted: map[string]uint64{}}}
			if err := decodeStrict(line, &t.Plan); err != nil || t.Plan.Chunk == 0 {
				return nil, 0, fmt.Errorf("%s:1: not the plan of a recheck: %v", name, err)
			}
			continue
		}
		var p Piece
		if err := decodeStrict(line, &p); err != nil {
			return nil, 0, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if p.Chunk != t.Pieces || p.Draws != t.Plan.Chunk {
			return nil, 0, fmt.Errorf("%s:%d: chunk %d of %d draws, want chunk %d of %d", name, n, p.Chunk, p.Draws, t.Pieces, t.Plan.Chunk)
		}
		t.Add(&p)
	}
}

// decodeStrict decodes an object without unknown fields.
func decodeStrict(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// Add adds the next piece.
func (t *recheckTotal) Add(p *Piece) {
	t.Pieces++
	t.Draws += p.Draws
	if t.Refuted == nil {
		t.Refuted = map[string]uint64{}
	}
	for stage, n := range p.Refuted {
		t.Refuted[stage] += n
	}
	t.Tally.Merge(p.Tally)
	t.Legal += p.Legal
	t.Undecided = append(t.Undecided, p.Undecided...)
	t.Unconfirmed = append(t.Unconfirmed, p.Unconfirmed...)
}

// Refutations returns the counts of checked refutations, without games.
func (t *recheckTotal) Refutations() batch.Row {
	sum := t.Tally.Sum()
	if games := t.Tally[gameRow]; games != nil {
		sum.All -= games.All
		sum.Confirmed -= games.Confirmed
		sum.Wrong -= games.Wrong
	}
	return sum
}

// Bound returns the upper end of the 95 % interval for the share of wrong refutations, if none
// of the n confirmed ones is wrong: 3/n, the rule of three.
func (t *recheckTotal) Bound() float64 {
	n := t.Refutations().Confirmed
	if n == 0 {
		return 1
	}
	return min(1, 3/float64(n))
}
