package stats

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// maxJSONDraws is the largest number of draws accepted from outside. It keeps counts exact for readers that hold
// numbers as float64, and a thousand such tallies can be merged without overflow.
const maxJSONDraws = 1<<53 - 1

// errTally is wrapped by the errors of reading a tally, histogram or table from
// JSON whose counts cannot be those of a sample.
var errTally = errors.New("stats: impossible tally")

// tallyJSON is the stored form: cells are [weight, mult, count].
type tallyJSON struct {
	Draws uint64      `json:"draws"`
	In    [][3]uint64 `json:"in,omitempty"`
	Open  [][3]uint64 `json:"open,omitempty"`
}

// MarshalJSON writes the counts exactly, cells sorted:
//
//	{"draws":10000,"in":[[1,1,516],[1,2,19]],"open":[[1,1,7]]}
//
// where a cell is [weight, mult, count] and the draws in no cell are Out.
func (t *Tally) MarshalJSON() ([]byte, error) {
	cells := t.cells()
	return json.Marshal(tallyJSON{t.Draws(), storedCells(cells, In), storedCells(cells, Open)})
}

// storedCells returns the cells with an outcome as they are stored, nil if there are none.
func storedCells(cells []Cell, o Outcome) (list [][3]uint64) {
	for _, c := range cells {
		if c.Outcome == o {
			list = append(list, [3]uint64{c.Weight, c.Mult, c.Count})
		}
	}
	return list
}

// UnmarshalJSON reads what MarshalJSON writes, cells in any order. Text that is no tally is an error: unknown
// fields, numbers that are not whole, a multiplicity or count of 0, a cell given twice, more hits than draws, or
// 2^53 draws and more. After an error t is unchanged.
func (t *Tally) UnmarshalJSON(data []byte) error {
	var j tallyJSON
	if err := strictUnmarshal(data, &j); err != nil {
		return fmt.Errorf("stats: reading a tally: %w", err)
	}
	fresh, err := j.tally()
	if err == nil {
		*t = *fresh
	}
	return err
}

// tally checks j and builds the tally.
func (j *tallyJSON) tally() (*Tally, error) {
	if j.Draws > maxJSONDraws {
		return nil, fmt.Errorf("%w: %d draws, at most 2^53-1 can be stored", errTally, j.Draws)
	}
	t := new(Tally)
	seen := make(map[cellKey]bool)
	for o, cells := range map[Outcome][][3]uint64{In: j.In, Open: j.Open} {
		for _, c := range cells {
			k := cellKey{o, c[0], c[1]}
			switch {
			case k.mult == 0:
				return nil, fmt.Errorf("%w: multiplicity 0", errTally)
			case c[2] == 0:
				return nil, fmt.Errorf("%w: a cell with count 0", errTally)
			case seen[k]:
				return nil, fmt.Errorf("%w: cell [%d,%d] of %q is given twice", errTally, k.weight, k.mult, o)
			case c[2] > j.Draws-t.Draws():
				return nil, fmt.Errorf("%w: more hits than the %d draws", errTally, j.Draws)
			}
			seen[k] = true
			t.AddCount(o, k.weight, k.mult, c[2])
		}
	}
	t.AddOut(j.Draws - t.Draws())
	return t, nil
}

// strictUnmarshal is json.Unmarshal that rejects unknown fields. Its input is a
// complete JSON value, as encoding/json guarantees to Unmarshalers.
func strictUnmarshal(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if dec.More() {
		return errors.New("text after the value")
	}
	return nil
}
