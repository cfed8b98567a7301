package judging

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"chesscensus/recheck"
	"chesscensus/recheck/batch"
)

// gameRow is the row of proof games in a tally.
var gameRow = new(recheck.Certificate).Theorem()

// A rechecksTotal is what a file holds.
type rechecksTotal struct {
	Plan   rechecksPlan
	Pieces uint64
	Piece  // of all chunks together
}

// rechecksOpen opens a file to go on with a plan, or makes it: what is broken off at its end is cut
// away, and the next piece is number rechecksTotal.Pieces. It fails if the file holds another plan or
// pieces out of order, and names the line.
func (p rechecksPlan) Open(name string) (*os.File, *rechecksTotal, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, err
	}
	t, end, err := read(f, name)
	if err == nil && t == nil {
		t = &rechecksTotal{Plan: p}
		line, _ := json.Marshal(p) // fields of a Plan can always be written
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

// readRechecks reads a file, but for what is broken off at its end.
func readRechecks(name string) (*rechecksTotal, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t, _, err := read(f, name)
	if err == nil && t == nil {
		err = fmt.Errorf("%s: empty, want a plan", name)
	}
	return t, err
}

// read returns nil for an empty file, and where the last whole line ends.
func read(f io.Reader, name string) (t *rechecksTotal, end int64, err error) {
	r := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return t, end, nil // the rest was broken off
		}
		if err != nil {
			return nil, 0, err
		}
		end += int64(len(line))
		line = bytes.TrimSpace(line)
		if t == nil {
			t = &rechecksTotal{Piece: Piece{Refuted: map[string]uint64{}}}
			if err := strict(line, &t.Plan); err != nil || t.Plan.Chunk == 0 {
				return nil, 0, fmt.Errorf("%s:1: not the plan of a recheck: %v", name, err)
			}
			continue
		}
		var p Piece
		if err := strict(line, &p); err != nil {
			return nil, 0, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if p.Chunk != t.Pieces || p.Draws != t.Plan.Chunk {
			return nil, 0, fmt.Errorf("%s:%d: chunk %d of %d draws, want chunk %d of %d", name, n, p.Chunk, p.Draws, t.Pieces, t.Plan.Chunk)
		}
		t.Add(&p)
	}
}

// strict reads an object without unknown fields.
func strict(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// Add adds the next piece.
func (t *rechecksTotal) Add(p *Piece) {
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
	t.Open = append(t.Open, p.Open...)
}

// Refutations returns the counts of refutations that were checked, without games.
func (t *rechecksTotal) Refutations() batch.Row {
	sum := t.Tally.Sum()
	if games := t.Tally[gameRow]; games != nil {
		sum.All -= games.All
		sum.Confirmed -= games.Confirmed
		sum.Wrong -= games.Wrong
	}
	return sum
}

// Bound returns the upper end of the 95 % interval for the share of wrong refutations, if none
// of the confirmed is wrong: 3/n, the rule of three.
func (t *rechecksTotal) Bound() float64 {
	n := t.Refutations().Confirmed
	if n == 0 {
		return 1
	}
	return min(1, 3/float64(n))
}
