package design

import (
	"math/big"

	"chesscensus/stats"
)

// A Stratum is a part of the space whose size is known exactly. Strata are
// disjoint and together are the space.
type Stratum struct {
	Name string   `json:"name"`
	Size *big.Int `json:"size"`
}

// A Design says how a space is sampled: by which strata and in how many phases.
//
//   - Simple sampling has one stratum and one phase, see [Simple].
//   - Stratified sampling has many strata and one phase.
//   - Multi-phase sampling has one stratum and several phases.
//   - The survey has many strata and three phases (filter, kernel, game).
//
// In stratum h, phase 1 judges n1 independent uniform draws (with replacement) of
// the stratum. Each is decided (In with its contribution, or Out) or passes.
// Of those that pass, a [Take] chooses a subsample without looking at anything
// but their order; the next phase judges that; and so on. What passes the last
// phase is undecided (Open) and makes the bounds.
//
// How many draws each stratum gets, and which share is taken on, is no part of
// the design: the estimator conditions on the realized counts, which stand in the
// [Sample]. See [Allocate] for the best choice.
type Design struct {
	Strata []Stratum `json:"strata"`
	// Phases is the number of phases, at least 1.
	Phases int `json:"phases"`
	// Known[j] is the coefficient, in [0,1], with which the known possible
	// contribution w/m of the draws that pass phase j+1 is used for phase j+2
	// (difference estimator). It must be fixed before the draws are made, and then
	// any value is unbiased; the best is the share of them that turns out In. A
	// missing entry is 0, which uses nothing. For the survey: about {0.6, 1}.
	//
	// With Known[1] = 1 the last phase measures what is lost of the known sum of
	// w/m, not the sum itself, so multiplicities add nothing to its variance.
	Known []float64 `json:"known,omitempty"`
}

// A Sample holds the exact counts of a survey: for each stratum a tree of
// [Node] values, one for each phase (and class). Samples merge exactly, in any
// order: a shard leaves a Sample, the survey adds them up.
//
// Use, in a shard (one [Take] for every stratum, class and phase of the shard):
//
//	s := design.NewSample(len(d.Strata))
//	node := &s.Strata[h]                      // phase 1
//	node.Add(stats.Out, w, m)                 // refuted by the filter
//	node.Pass(0, w, m)                        // survives, class 0
//	if take2[h].Next() {                      // chosen for phase 2
//		node = node.Child(0)
//		node.Add(stats.Out, w, m)             // refuted by the kernel
//		node.Pass(0, w, m)                    // survives
//		if take3[h].Next() {                  // chosen for phase 3
//			node = node.Child(0)
//			node.Add(stats.In, w, m)          // a game was found
//			node.Pass(0, w, m)                // or nothing was: Open
//		}
//	}
//	total.Merge(s)
//	r, err := d.Estimate(total, stats.Options{})
type Sample struct {
	Strata []Node
}

// A Cell is one count of a [Node].
type Cell struct {
	// Outcome is In, Out, or Open for draws that pass to the next phase.
	Outcome stats.Outcome
	// Class of a draw that passes, else 0.
	Class int
	// Weight and Mult give the contribution Weight/Mult, the possible one of Out
	// draws and draws that pass.
	Weight, Mult uint64
	Count        uint64
}

// A Row is a count with its place in a [Sample]: what a record file holds.
type Row struct {
	Stratum int
	// Path names the node by the classes passed: "" is phase 1, "0" phase 2 of
	// class 0 of phase 1, "0.0" phase 3 below it.
	Path string
	Cell
}

// A Result is what a sample says of the space: bounds and intervals as in
// [stats.Result], with diagnostics.
type Result struct {
	// Low takes what the last phase left undecided for Out, High for In.
	// Estimate.Draws counts draws of phase 1, Estimate.Hits the draws judged In.
	Low, High stats.Estimate
	// Lo and Hi are Low.Lo and High.Hi.
	Lo, Hi float64
	// OpenDraws is the number of undecided draws.
	OpenDraws uint64
	// Size is N.
	Size *big.Int
	// DesignEffect is the variance of Low divided by that of as many simple
	// draws (phase 1 draws, all of them judged through all phases).
	DesignEffect float64
	// EffectiveDraws is the number of simple draws with the same variance.
	EffectiveDraws float64
	// LargestShare is the largest share of Low.Value carried by one judged draw,
	// in [0,1].
	LargestShare float64
	// Strata and Phases split value and variance of Low.
	Strata []StratumPart
	Phases []PhasePart
}

// A StratumPart is the part of one stratum in a [Result].
type StratumPart struct {
	Name string
	// Draws of phase 1.
	Draws uint64
	// Value and StdErr of the stratum's total, counts of objects.
	Value, StdErr float64
	// Share of the variance of the whole, in [0,1].
	Share float64
}

// A PhasePart is the part of one phase in a [Result].
type PhasePart struct {
	// Judged, Decided (In or Out) and Passed count draws.
	Judged, Decided, Passed uint64
	// StdErr is the standard error that this phase alone would cause, if all the
	// others were exhaustive; the squares add up to the variance.
	StdErr float64
	// Share of the variance of the whole. It can be slightly negative by chance.
	Share float64
}

// A Model says what one phase of one stratum (and class) costs and how much it
// varies; it is what [Allocate] needs to know. See [Design.Model].
type Model struct {
	// Reach is the probability that a draw of the stratum reaches this phase if
	// everything that passes is taken on; 1 for phase 1.
	Reach float64 `json:"reach"`
	// Variance of the contribution explained by this phase: B_j in the package
	// documentation, for one draw that reaches it.
	Variance float64 `json:"variance"`
	// Cost of judging one draw in this phase, in CPU seconds, drawing included.
	Cost float64 `json:"cost"`
	// Next phase by class; none for the last.
	Next []Model `json:"next,omitempty"`
}

// Costs of judging one draw in CPU seconds, by phase. The cost of phase 1
// includes making the draw.
type Costs []float64

// An Allocation says how many draws each stratum gets and what share of the
// survivors is taken on.
type Allocation struct {
	// Strata in the order of the design.
	Strata []StratumPlan `json:"strata"`
	// Cost is the expected CPU time in seconds.
	Cost float64 `json:"cost"`
	// Variance and StdErr predicted for the estimate; counts of objects.
	Variance float64 `json:"variance"`
	StdErr   float64 `json:"std_err"`
	// Phases are the predicted shares of the variance by phase.
	Phases []float64 `json:"phases"`
}

// A StratumPlan is the part of one stratum in an [Allocation].
type StratumPlan struct {
	// Draws of phase 1.
	Draws uint64 `json:"draws"`
	// Fractions[j] is the share, in (0,1], of the draws that pass phase j+1 taken
	// on to phase j+2; see [NewTake].
	Fractions []float64 `json:"fractions"`
}
