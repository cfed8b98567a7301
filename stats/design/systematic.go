package design

import (
	"math"
	"math/bits"
)

// minJudged is the number of survivors that a SystematicSample always takes: one is needed for an
// unbiased estimate, two for an unbiased variance.
const minJudged = 2

// A SystematicSample chooses the draws of a stream of survivors that go to the next phase:
// of the first i survivors it takes max(min(2,i), ceil(f*i)). Every shard has one for
// every stratum, class and phase, so shards do not depend on each other.
//
// No randomness is needed. The draws of a stratum are independent and identically distributed. So, given their
// number, the survivors are an independent sample of the survivors of the stratum, and so is every part of them
// that is chosen by place alone. Hence the mean over this part is unbiased for the mean of all survivors, and no
// correction for a finite population applies. Since the first survivor is always taken, some survivor is judged if
// there is one; since the second is always taken, there is a variance. The cost is at most two judgements for each
// shard, stratum and phase.
//
// The zero value takes two.
type SystematicSample struct {
	rate         uint64 // the fraction f in units of 2^-32
	seen, chosen uint64 // numbers of survivors so far
}

// NewSystematicSample returns a SystematicSample of the given fraction, in [0,1], rounded to a multiple
// of 2^-32. It panics if the fraction is outside.
func NewSystematicSample(fraction float64) SystematicSample {
	if !(fraction >= 0 && fraction <= 1) {
		panic("design: fraction is not in the range [0,1]")
	}
	return SystematicSample{rate: uint64(math.RoundToEven(fraction * (1 << 32)))}
}

// Next reports whether the next survivor is taken.
func (t *SystematicSample) Next() bool {
	t.seen++
	if t.chosen < t.target() {
		t.chosen++
		return true
	}
	return false
}

// Of returns how many of the first n survivors a sample of this fraction takes, without a loop over them.
func (t SystematicSample) Of(n uint64) uint64 {
	t.seen = n
	return t.target()
}

// target returns max(min(2, seen), ceil(f*seen)).
func (t *SystematicSample) target() uint64 {
	hi, lo := bits.Mul64(t.rate, t.seen)
	lo, carry := bits.Add64(lo, 1<<32-1, 0)
	return max(min(minJudged, t.seen), (hi+carry)<<32|lo>>32)
}
