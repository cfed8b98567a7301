package stats

import (
	"encoding/json"
	"fmt"
)

// histogramJSON is the stored form of Histogram. A bin's tally holds its hits only.
type histogramJSON struct {
	Draws uint64        `json:"draws"`
	Bins  []histBinJSON `json:"bins"`
}

type histBinJSON struct {
	Key  int         `json:"key"`
	In   [][3]uint64 `json:"in,omitempty"`
	Open [][3]uint64 `json:"open,omitempty"`
}

// MarshalJSON writes the counts exactly, bins and cells sorted:
//
//	{"draws":10000,"bins":[{"key":17,"in":[[1,1,9]]},{"key":18,"open":[[1,2,1]]}]}
//
// where a cell is [weight, mult, count] and the draws in no cell are Out.
func (h *Histogram) MarshalJSON() ([]byte, error) {
	j := histogramJSON{Draws: h.Draws(), Bins: []histBinJSON{}}
	for _, k := range h.Bins() {
		cells := h.bins[k].cells()
		j.Bins = append(j.Bins, histBinJSON{k, storedCells(cells, In), storedCells(cells, Open)})
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads what MarshalJSON writes, bins in any order. What cannot be a sample is an error as for
// [Tally.UnmarshalJSON], and so are a bin given twice and a bin without cells. After an error h is unchanged.
func (h *Histogram) UnmarshalJSON(data []byte) error {
	var j histogramJSON
	if err := strictUnmarshal(data, &j); err != nil {
		return fmt.Errorf("stats: reading a histogram: %w", err)
	}
	if j.Draws > maxJSONDraws {
		return fmt.Errorf("%w: %d draws, at most 2^53-1 can be stored", errTally, j.Draws)
	}
	fresh := Histogram{bins: make(map[int]*Tally)}
	for _, b := range j.Bins {
		part := tallyJSON{Draws: j.Draws - fresh.hits, In: b.In, Open: b.Open}
		t, err := part.tally()
		if err != nil {
			return fmt.Errorf("bin %d: %w", b.Key, err)
		}
		t.draws[Out] = 0
		if fresh.bins[b.Key] != nil || t.Draws() == 0 {
			return fmt.Errorf("%w: bin %d is empty or given twice", errTally, b.Key)
		}
		fresh.bins[b.Key] = t
		fresh.hits += t.Draws()
	}
	fresh.out = j.Draws - fresh.hits
	*h = fresh
	return nil
}
