package design

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
)

// maxSizeBits keeps sizes and contributions within float64.
const maxSizeBits = 900

// maxPhases is the largest number of phases of a design.
const maxPhases = 8

// A Stratum is a part of the space whose size is known exactly. Strata are disjoint and together are the space.
type Stratum struct {
	Name string   `json:"name"`
	Size *big.Int `json:"size"`
}

// A Design describes how a space is sampled: its strata and the number of phases.
//
//   - Simple sampling has one stratum and one phase, see [Simple].
//   - Stratified sampling has many strata and one phase.
//   - Multi-phase sampling has one stratum and several phases.
//   - Double sampling for stratification has one stratum, two phases, and
//     classes, see [Node.AddCell].
//   - The survey has many strata and three phases (filter, kernel, game).
//
// In stratum h, phase 1 judges n1 independent uniform draws (with replacement) of the stratum. Each is decided (In
// with its contribution, or Out) or passes. Of those that pass, a [SystematicSample] chooses a subsample by their
// order alone. The next phase judges this subsample, and so on. Draws that pass the last phase are undecided; the
// bounds count them as Out and as In.
//
// The numbers of draws of the strata, and the shares that are judged further, are not part of the design: the estimator
// conditions on the counts in the [Sample]. See [Design.Allocate] for the best choice. So the same call also estimates
// from a simple sample whose draws are counted by stratum afterwards (post-stratification), if each stratum has draws.
//
// Unequal draw probabilities (importance weighting) are part of the contribution: an element drawn with probability
// p instead of 1/N counts with weight/mult divided by N*p, which must be a ratio of whole numbers.
type Design struct {
	Strata []Stratum `json:"strata"`
	// Phases is the number of phases, 1 to maxPhases.
	Phases int `json:"phases"`
	// Known[j] is the coefficient, in [0,1], with which the known possible contribution w/m of the draws that pass
	// phase j+1 is used for phase j+2 (difference estimator). It must be fixed before the draws are made, and then
	// any value is unbiased; the best is the share of them that turns out In. A missing entry is 0, which uses
	// nothing. For the survey: about {0.6, 1}.
	//
	// With Known[1] = 1 the last phase measures what is lost of the known sum of
	// w/m, not the sum itself, so multiplicities add nothing to its variance.
	Known []float64 `json:"known,omitempty"`
}

// Simple returns the design of simple sampling of a space of the given size.
func Simple(size *big.Int) Design {
	return Design{Strata: []Stratum{{Name: "all", Size: new(big.Int).Set(size)}}, Phases: 1}
}

// Size returns N, the sum of the sizes of the strata.
func (d *Design) Size() *big.Int {
	n := new(big.Int)
	for _, s := range d.Strata {
		n.Add(n, s.Size)
	}
	return n
}

// validate returns an error if the design is not valid: it has no strata, a size that is nil, not positive or too
// large for float64, two strata with one name, a number of phases out of range, or coefficients outside [0,1].
func (d *Design) validate() error {
	if len(d.Strata) == 0 {
		return errors.New("design: no strata")
	}
	seen := map[string]bool{}
	for h, s := range d.Strata {
		switch {
		case s.Size == nil || s.Size.Sign() <= 0:
			return fmt.Errorf("design: stratum %d (%q) has no positive size", h, s.Name)
		case seen[s.Name]:
			return fmt.Errorf("design: two strata are named %q", s.Name)
		}
		seen[s.Name] = true
	}
	if d.Size().BitLen() > maxSizeBits {
		return errors.New("design: the sizes exceed 2^900")
	}
	if d.Phases < 1 || d.Phases > maxPhases {
		return fmt.Errorf("design: %d phases, want 1 to %d", d.Phases, maxPhases)
	}
	if len(d.Known) >= d.Phases && len(d.Known) > 0 {
		return fmt.Errorf("design: %d coefficients for the %d steps between phases", len(d.Known), d.Phases-1)
	}
	if slices.ContainsFunc(d.Known, func(k float64) bool { return math.IsNaN(k) || k < 0 || k > 1 }) {
		return errors.New("design: a coefficient is not in the range [0,1]")
	}
	return nil
}

// known returns the coefficient for the step from phase j+1 to phase j+2.
func (d *Design) known(j int) *big.Rat {
	if j >= len(d.Known) {
		return new(big.Rat)
	}
	return new(big.Rat).SetFloat64(d.Known[j])
}
