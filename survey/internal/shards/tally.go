package shards

import (
	"chesscensus/sampler"
	"chesscensus/stats"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/record"
)

// Each slot and outcome has numCounters counters for the frequent contributions. Draws that are not redrawn have them if their weight is 1
// and their multiplicity below numCounters. Redrawn draws have them if their weight is at most maxLevels and their multiplicity
// below multsPerWeight times the number of levels. A map counts all other contributions.
const (
	multsPerWeight = 8
	numCounters    = (maxLevels + 1) * multsPerWeight
)

// A rowKind is the kind of draws that a row counts, without the stratum.
type rowKind struct {
	slot         Slot
	outcome      stats.Outcome
	weight, mult int32
}

// A PhaseTally counts the draws of one stratum and shard in one phase.
type PhaseTally struct {
	Levels int  // of redrawn draws, or 1
	used   bool // whether anything was counted since the last flush
	counts [numSlots][numOutcomes][numCounters]uint64
	rare   map[rowKind]int64
	// refuted counts draws that the first phase refutes, by label; verdicts counts all others by label, outcome and level.
	refuted  [loop.Labels]int64
	verdicts [loop.Labels][numOutcomes][maxLevels + 1]int64
}

// NewTallies returns the tallies of a phase by class.
func NewTallies(classes int) []PhaseTally {
	list := make([]PhaseTally, classes)
	for g := range list {
		list[g].rare = map[rowKind]int64{}
	}
	return list
}

// index returns the index of the counter of a contribution, and reports whether there is one.
func (t *PhaseTally) index(weight, mult int) (int, bool) {
	if t.Levels == 1 {
		return mult, weight == 1 && uint(mult) < numCounters
	}
	m := mult / t.Levels
	return weight*multsPerWeight + m, uint(weight) <= maxLevels && m < multsPerWeight && m*t.Levels == mult
}

// contribution is the inverse of index.
func (t *PhaseTally) contribution(i int) (weight, mult int32) {
	if t.Levels == 1 {
		return 1, int32(i)
	}
	return int32(i / multsPerWeight), int32(i % multsPerWeight * t.Levels)
}

// Add counts a draw under some of its properties. The error is that of [record.Narrow]; then nothing is counted.
func (t *PhaseTally) Add(list []Slot, outcome stats.Outcome, weight, mult int) error {
	t.used = true
	if i, ok := t.index(weight, mult); ok {
		for _, s := range list {
			t.counts[s][outcome][i]++
		}
		return nil
	}
	w, m, err := record.Narrow(weight, mult)
	if err != nil {
		return err
	}
	for _, s := range list {
		t.rare[rowKind{s, outcome, w, m}]++
	}
	return nil
}

// AddVerdict counts the verdict on a draw, without its multiplicity.
func (t *PhaseTally) AddVerdict(l loop.Label, outcome stats.Outcome, d *sampler.Draw) {
	t.used = true
	level := 1
	if t.Levels > 1 {
		level = min(d.Weight, maxLevels)
	}
	t.verdicts[l][outcome][level]++
}

// AddRefuted counts a draw that the first phase refutes. The tally of redrawn draws does not tell the reason.
func (t *PhaseTally) AddRefuted(l loop.Label) {
	t.used = true
	if t.Levels > 1 {
		l = loop.Filtered
	}
	t.refuted[l]++
}

// Flush appends the counts as rows, in no order, and sets them to 0.
func (t *PhaseTally) Flush(dst []record.Row, phase, stratum, class int) []record.Row {
	if !t.used {
		return dst
	}
	row := func(v PropertyValue, outcome stats.Outcome, weight, mult int32, n int64) {
		if n > 0 {
			dst = append(dst, record.Row{Phase: int32(phase + 1), Stratum: int32(stratum), Class: int32(class), Property: v.Property, Value: v.Value,
				Outcome: OutcomeNames[outcome], Weight: weight, Multiplicity: mult, Draws: n})
		}
	}
	verdict := func(l int) PropertyValue { return PropertyValue{Verdict, loop.Label(l).String()} }
	for s := range t.counts {
		if t.counts[s] == ([numOutcomes][numCounters]uint64{}) { // most slots are empty, and this comparison is fast
			continue
		}
		for o := range t.counts[s] {
			for i, n := range t.counts[s][o] {
				if n > 0 {
					w, m := t.contribution(i)
					row(slotValues[s], stats.Outcome(o), w, m, int64(n))
				}
			}
		}
		clear(t.counts[s][:])
	}
	for k, n := range t.rare {
		row(slotValues[k.slot], k.outcome, k.weight, k.mult, n)
	}
	refuted := int64(0)
	for l, n := range t.refuted {
		if n > 0 { // String of a label costs time
			row(verdict(l), stats.Out, 1, 1, n)
		}
		refuted += n
	}
	row(PropertyValue{All, ""}, stats.Out, 1, 1, refuted)
	for l := range t.verdicts {
		for o := range t.verdicts[l] {
			for level, n := range t.verdicts[l][o] {
				if n > 0 {
					row(verdict(l), stats.Outcome(o), int32(level), int32(t.Levels), n)
				}
			}
		}
	}
	t.used = false
	clear(t.rare)
	clear(t.verdicts[:])
	t.refuted = [loop.Labels]int64{}
	return dst
}

// A PlainTally counts plain draws by label and outcome.
type PlainTally [loop.Labels][numOutcomes]int64

// Flush appends the counts as rows, in no order, and sets them to 0.
func (t *PlainTally) Flush(dst []record.Row, stratum int) []record.Row {
	for l := range t {
		for o, n := range t[l] {
			if n > 0 {
				dst = append(dst, record.Row{Phase: 1, Stratum: int32(stratum), Property: Plain, Value: loop.Label(l).String(),
					Outcome: OutcomeNames[o], Weight: 1, Multiplicity: 1, Draws: n})
			}
		}
	}
	*t = PlainTally{}
	return dst
}
