package campaign

import (
	"chesscensus/sampler"
	"chesscensus/stats"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
)

// Each slot and outcome has numCounters counters for the frequent contributions. Draws that are not redrawn have them if their weight is 1
// and their multiplicity below numCounters. Redrawn draws have them if their weight is at most shards.MostLevels and their multiplicity
// below multsPerWeight times the number of levels. A map counts all other contributions.
const (
	multsPerWeight = 8
	numCounters    = (shards.MostLevels + 1) * multsPerWeight
)

// A rowKind is the kind of draws that a row counts, without the stratum.
type rowKind struct {
	slot         shards.Slot
	outcome      stats.Outcome
	weight, mult int32
}

// A phaseTally counts the draws of one stratum and shard in one phase.
type phaseTally struct {
	levels int  // of redrawn draws, or 1
	used   bool // whether anything was counted since the last flush
	counts [shards.Slots][shards.Outcomes][numCounters]uint64
	rare   map[rowKind]int64
	// refuted counts draws that the first phase refutes, by label; verdicts counts all others by label, outcome and level.
	refuted  [loop.Labels]int64
	verdicts [loop.Labels][shards.Outcomes][shards.MostLevels + 1]int64
}

// newTallies returns the tallies of a phase by class.
func newTallies(classes int) []phaseTally {
	list := make([]phaseTally, classes)
	for g := range list {
		list[g].rare = map[rowKind]int64{}
	}
	return list
}

// index returns the index of the counter of a contribution, and reports whether there is one.
func (t *phaseTally) index(weight, mult int) (int, bool) {
	if t.levels == 1 {
		return mult, weight == 1 && uint(mult) < numCounters
	}
	m := mult / t.levels
	return weight*multsPerWeight + m, uint(weight) <= shards.MostLevels && m < multsPerWeight && m*t.levels == mult
}

// contribution is the inverse of index.
func (t *phaseTally) contribution(i int) (weight, mult int32) {
	if t.levels == 1 {
		return 1, int32(i)
	}
	return int32(i / multsPerWeight), int32(i % multsPerWeight * t.levels)
}

// add counts a draw under some of its properties. The error is that of [record.Contribution]; then nothing is counted.
func (t *phaseTally) add(list []shards.Slot, outcome stats.Outcome, weight, mult int) error {
	t.used = true
	if i, ok := t.index(weight, mult); ok {
		for _, s := range list {
			t.counts[s][outcome][i]++
		}
		return nil
	}
	w, m, err := record.Contribution(weight, mult)
	if err != nil {
		return err
	}
	for _, s := range list {
		t.rare[rowKind{s, outcome, w, m}]++
	}
	return nil
}

// addVerdict counts the verdict on a draw, without its multiplicity.
func (t *phaseTally) addVerdict(l loop.Label, outcome stats.Outcome, d *sampler.Draw) {
	t.used = true
	level := 1
	if t.levels > 1 {
		level = min(d.Weight, shards.MostLevels)
	}
	t.verdicts[l][outcome][level]++
}

// flush appends the counts as rows, in no order, and sets them to 0.
func (t *phaseTally) flush(dst []record.Row, phase, stratum, class int) []record.Row {
	if !t.used {
		return dst
	}
	row := func(v shards.PropertyValue, outcome stats.Outcome, weight, mult int32, n int64) {
		if n > 0 {
			dst = append(dst, record.Row{Phase: int32(phase + 1), Stratum: int32(stratum), Class: int32(class), Property: v.Property, Value: v.Value,
				Outcome: shards.OutcomeNames[outcome], Weight: weight, Multiplicity: mult, Draws: n})
		}
	}
	verdict := func(l int) shards.PropertyValue {
		return shards.PropertyValue{Property: shards.Verdict, Value: loop.Label(l).String()}
	}
	for s := range t.counts {
		if t.counts[s] == ([shards.Outcomes][numCounters]uint64{}) { // most slots are empty, and this comparison is fast
			continue
		}
		for o := range t.counts[s] {
			for i, n := range t.counts[s][o] {
				if n > 0 {
					w, m := t.contribution(i)
					row(shards.SlotValues[s], stats.Outcome(o), w, m, int64(n))
				}
			}
		}
		clear(t.counts[s][:])
	}
	for k, n := range t.rare {
		row(shards.SlotValues[k.slot], k.outcome, k.weight, k.mult, n)
	}
	refuted := int64(0)
	for l, n := range t.refuted {
		if n > 0 { // String of a label costs time
			row(verdict(l), stats.Out, 1, 1, n)
		}
		refuted += n
	}
	row(shards.PropertyValue{Property: shards.All}, stats.Out, 1, 1, refuted)
	for l := range t.verdicts {
		for o := range t.verdicts[l] {
			for level, n := range t.verdicts[l][o] {
				if n > 0 {
					row(verdict(l), stats.Outcome(o), int32(level), int32(t.levels), n)
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

// A plainTally counts plain draws by label and outcome.
type plainTally [loop.Labels][shards.Outcomes]int64

// flush appends the counts as rows, in no order, and sets them to 0.
func (t *plainTally) flush(dst []record.Row, stratum int) []record.Row {
	for l := range t {
		for o, n := range t[l] {
			if n > 0 {
				dst = append(dst, record.Row{Phase: 1, Stratum: int32(stratum), Property: shards.Plain, Value: loop.Label(l).String(),
					Outcome: shards.OutcomeNames[o], Weight: 1, Multiplicity: 1, Draws: n})
			}
		}
	}
	*t = plainTally{}
	return dst
}
