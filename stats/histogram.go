package stats

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
)

// Histogram tallies draws by an integer property, such as the number of men, and estimates how many objects of the
// space have each value of it. Every bin is a domain of one sample: its estimate uses the draws of the whole
// sample, so the values of all bins add up to the value of the whole.
//
// The zero value is empty. Like a [Tally] it is not for concurrent use and merges exactly. It takes 4 kB for each bin.
type Histogram struct {
	out  uint64 // draws that contribute nothing, whatever their bin
	hits uint64 // all others
	bins map[int]*Tally
}

// Bin is the estimate for one value of the property.
type Bin struct {
	// Key is the value, such as a number of men.
	Key int `json:"key"`
	// Result is the estimate for the objects with this value; its Draws are those of the whole sample.
	Result Result `json:"result"`
}

// Add counts one draw whose property has the value bin, see [Tally.Add]. It panics if mult is 0 or o is no outcome.
func (h *Histogram) Add(bin int, o Outcome, weight, mult uint64) {
	h.AddCount(bin, o, weight, mult, 1)
}

// AddCount counts draws of one kind, as count calls of Add would. Of a count of 0 it takes nothing, and otherwise panics as [Tally.AddCount] does.
func (h *Histogram) AddCount(bin int, o Outcome, weight, mult, count uint64) {
	if count > maxDraws-h.Draws() {
		panic("stats: more than 2^63-1 draws")
	}
	if o == Out && mult > 0 || count == 0 {
		h.out += count
		return
	}
	t := h.bins[bin]
	if t == nil {
		t = new(Tally)
		if h.bins == nil {
			h.bins = make(map[int]*Tally)
		}
		h.bins[bin] = t
	}
	t.AddCount(o, weight, mult, count)
	h.hits += count
}

// AddOut counts n draws that contribute nothing; their bin does not matter.
func (h *Histogram) AddOut(n uint64) { h.AddCount(0, Out, 0, 1, n) }

// Merge adds all counts of other to h, exactly and in any order.
func (h *Histogram) Merge(other *Histogram) {
	h.AddOut(other.out)
	for bin, t := range other.bins {
		for c := range t.All() {
			h.AddCount(bin, c.Outcome, c.Weight, c.Mult, c.Count)
		}
	}
}

// Draws returns the number of draws counted, n.
func (h *Histogram) Draws() uint64 { return h.out + h.hits }

// Bins returns the values seen in In or Open draws, in ascending order.
func (h *Histogram) Bins() []int { return slices.Sorted(maps.Keys(h.bins)) }

// Tally returns a new tally of one bin as a domain of the sample: its hits, and all other draws of the sample as Out.
func (h *Histogram) Tally(bin int) *Tally {
	t := new(Tally)
	if b := h.bins[bin]; b != nil {
		t = b.Clone()
	}
	t.AddOut(h.Draws() - t.Draws())
	return t
}

// Total returns a new tally of the whole sample, all bins together.
func (h *Histogram) Total() *Tally {
	t := new(Tally)
	t.AddOut(h.out)
	for _, b := range h.bins {
		t.Merge(b)
	}
	return t
}

// Equal reports whether both histograms hold the same counts.
func (h *Histogram) Equal(other *Histogram) bool {
	return h.out == other.out && maps.EqualFunc(h.bins, other.bins, (*Tally).Equal)
}

// Estimate returns the estimate of every bin of [Histogram.Bins], see [Tally.Estimate]. The intervals are for one
// bin each: among many bins some are expected to miss. It panics as Tally.Estimate does.
func (h *Histogram) Estimate(size *big.Int, opt Options) []Bin {
	mustValid(size, opt)
	bins := make([]Bin, 0, len(h.bins))
	for _, k := range h.Bins() {
		bins = append(bins, Bin{k, result(h.Draws(), h.bins[k].cells(), size, opt)})
	}
	return bins
}

// String returns a short description, such as "histogram of 10000 draws in 28 bins".
func (h *Histogram) String() string {
	return fmt.Sprintf("histogram of %d draws in %d bins", h.Draws(), len(h.bins))
}
