package design

import (
	"math"
	"math/bits"
)

// least is the number of survivors that a SystematicSample always takes: one is needed for an
// unbiased estimate, two for an unbiased variance.
const least = 2

// A SystematicSample chooses which draws of a stream of survivors go to the next phase:
// after i survivors it has taken max(min(2,i), ceil(f*i)). Every shard has its
// own for every stratum, class and phase, so shards do not depend on each other.
//
// No randomness is needed. The draws of a stratum are independent and alike, so
// given how many survive they are an independent sample of the survivors of the
// stratum, in any order; and so is every part of them that is chosen by the
// place in the order alone. Hence the mean over the taken ones is unbiased for
// the mean of all survivors whatever the counts are, and no correction for a
// finite population applies. As the first is always taken, there is no sample
// with survivors of which none is judged; as the second is, none without a
// variance. The price is at most two judgements for each shard, stratum and phase.
//
// The zero value takes two.
type SystematicSample struct {
	per, seen, taken uint64 // per in units of 2^-32
}

// NewSystematicSample returns a SystematicSample of the given fraction, in [0,1], rounded to a multiple
// of 2^-32. It panics if the fraction is outside.
func NewSystematicSample(fraction float64) SystematicSample {
	if !(fraction >= 0 && fraction <= 1) {
		panic("design: fraction is not in the range [0,1]")
	}
	return SystematicSample{per: uint64(math.RoundToEven(fraction * (1 << 32)))}
}

// Next tells whether the next survivor is taken.
func (t *SystematicSample) Next() bool {
	t.seen++
	if t.taken < t.target() {
		t.taken++
		return true
	}
	return false
}

// target returns max(min(2, seen), ceil(f*seen)).
func (t *SystematicSample) target() uint64 {
	hi, lo := bits.Mul64(t.per, t.seen)
	lo, carry := bits.Add64(lo, 1<<32-1, 0)
	return max(min(least, t.seen), (hi+carry)<<32|lo>>32)
}
