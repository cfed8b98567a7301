package campaign

import (
	"chesscensus/survey/record"
)

// Outcomes of a phase.
const (
	out = iota
	pass
	in
	outcomes
)

var outcomeNames = [outcomes]string{record.Out, record.Pass, record.In}

// fastMult is the number of multiplicities that have plain counters.
const fastMult = 32

// A kind is what a row counts, without the stratum.
type kind struct {
	slot         slot
	outcome      uint8
	weight, mult int32
}

// A phaseTally counts the draws of one stratum and shard in one phase.
type phaseTally struct {
	fast     [slots][outcomes][fastMult]uint32
	rest     map[kind]int64
	verdicts [labels][outcomes]int64
}

// add counts a draw under some of its properties.
func (t *phaseTally) add(list []slot, outcome, weight, mult int) {
	if weight == 1 && uint(mult) < fastMult {
		for _, s := range list {
			t.fast[s][outcome][mult]++
		}
		return
	}
	for _, s := range list {
		t.rest[kind{s, uint8(outcome), int32(weight), int32(mult)}]++
	}
}

// flush appends the counts as rows, in no order, and sets them to 0.
func (t *phaseTally) flush(dst []record.Row, phase, stratum int) []record.Row {
	row := func(property, value string, outcome int, weight, mult int32, n int64) {
		if n > 0 {
			dst = append(dst, record.Row{Phase: int32(phase + 1), Stratum: int32(stratum), Property: property, Value: value,
				Outcome: outcomeNames[outcome], Weight: weight, Multiplicity: mult, Draws: n})
		}
	}
	for s := range t.fast {
		for o := range t.fast[s] {
			for m, n := range t.fast[s][o] {
				row(slotNames[s][0], slotNames[s][1], o, 1, int32(m), int64(n))
			}
		}
	}
	for k, n := range t.rest {
		row(slotNames[k.slot][0], slotNames[k.slot][1], int(k.outcome), k.weight, k.mult, n)
	}
	for l := range t.verdicts {
		for o, n := range t.verdicts[l] {
			row(Verdict, labelName(l), o, 1, 1, n)
		}
	}
	clear(t.fast[:])
	clear(t.rest)
	t.verdicts = [labels][outcomes]int64{}
	return dst
}
