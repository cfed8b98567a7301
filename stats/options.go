package stats

import (
	"errors"
	"math"
	"math/big"

	"gonum.org/v1/gonum/stat/distuv"
)

// ReferenceZ is the normal quantile that the published estimates used for 95 % (John Tromp's estimate.pl): 1.96
// exactly, where the true quantile is 1.959964. The difference shows in the fifth digit of a half-width. Set
// [Options.Z] to it to reproduce the published half-widths to every digit.
const ReferenceZ = 1.96

// minEffective is the least number of effective hits, and of misses, for which [Auto]
// uses the normal limit for a simple sample. With fewer the result has a warning.
const minEffective = 30

// MinEffectiveWeighted takes the place of minEffective for samples whose draws stand for very different numbers of
// objects, in strata and phases (package stats/design), because their sum is less normal for as many effective
// hits. With fewer the interval is that of Korn and Graubard. See coverage_test.go there and in survey/report.
const MinEffectiveWeighted = 100

// maxSizeBits is the largest number of bits of a size, so that size*weight/mult fits float64.
const maxSizeBits = 900

// Options of an interval. The zero value means a 95 % interval by the method that [Auto] chooses.
type Options struct {
	// Confidence is the nominal coverage in the range (0,1), such as 0.95. Zero means 0.95.
	Confidence float64
	// Method of the interval. Zero means Auto.
	Method Method
	// Z, if positive, replaces the normal quantile of Confidence in the
	// methods Normal and Wilson. At most 100. See ReferenceZ.
	Z float64
	// MaxWeight is the largest weight that a member of the space can have. Zero means 1. If a tally has a larger
	// weight, that is used, with a warning, since the largest weight of a sample is not a bound for the space.
	MaxWeight uint64
}

// Validate returns an error if a field is outside its range. Functions with an argument of type Options panic in
// this case, so options of a user must be validated first.
func (o Options) Validate() error {
	switch {
	case math.IsNaN(o.Confidence) || o.Confidence < 0 || o.Confidence >= 1:
		return errors.New("stats: confidence is not in the range (0,1)")
	case int(o.Method) >= len(methodNames):
		return errors.New("stats: no such interval method")
	case math.IsNaN(o.Z) || o.Z < 0 || o.Z > 100:
		return errors.New("stats: Z is not in the range [0,100]")
	}
	return nil
}

// Level returns the nominal coverage with the default, 0.95, filled in.
func (o Options) Level() float64 {
	if o.Confidence == 0 {
		return 0.95
	}
	return o.Confidence
}

// Quantile returns the two-sided normal quantile: Z if positive, else that of Confidence, such as 1.959964 for 0.95.
func (o Options) Quantile() float64 {
	if o.Z > 0 {
		return o.Z
	}
	return -distuv.UnitNormal.Quantile((1 - o.Level()) / 2)
}

// mustValid panics if size or options are not valid.
func mustValid(size *big.Int, opt Options) {
	if size == nil || size.Sign() < 0 || size.BitLen() > maxSizeBits {
		panic("stats: size is nil, negative or above 2^900")
	}
	if opt.Validate() != nil {
		panic("stats: invalid options, see Options.Validate")
	}
}
