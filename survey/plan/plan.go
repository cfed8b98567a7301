package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"math/big"
	"slices"
)

// FileName is the name of the plan in the folder of a survey.
const FileName = "plan.json"

// Format is the version of the form of plan and record. Whether a program makes the same shards of a plan is checked by the
// signature in [Code].
const Format = 1

// A Plan defines a survey. Fields that only describe the origin of the plan, such as Note
// and Pilot, change nothing in the work, but are in the hash like all others.
type Plan struct {
	// Format is [Format].
	Format int `json:"format"`
	// Note is free text.
	Note string `json:"note,omitempty"`

	// Space is the name of the space, Size its exact number of elements in decimal
	// digits, and Stratification the name of the way in which it is cut.
	Space          string `json:"space"`
	Size           string `json:"size"`
	Stratification string `json:"stratification"`
	// Redraw says that a part of each draw is drawn again, given the rest, among the
	// possibilities that can be legal. The draw then counts less (conditional redraw). See
	// package survey/internal/loop.
	Redraw bool `json:"recast,omitempty"`
	// Seed of all draws, any 64 bits.
	Seed uint64 `json:"seed"`
	// Shards is the number of shards, 1 to [MaxShards].
	Shards int `json:"shards"`

	// Phases in ascending order of effort, 1 to [MaxPhases]; the first is static. Two of
	// the same effort have other stages.
	Phases []Phase `json:"phases"`
	// Strata in the order of the stratification.
	Strata []Stratum `json:"strata"`
	// Classes is the name of the classes in which draws enter the last phase, each with a share of its own; "" means one
	// class.
	Classes string `json:"classes,omitempty"`
	// Known holds, for every phase but the first, the coefficient of the difference
	// estimator, from 0 to 1; see package stats/design. None means 0 in all.
	Known []float64 `json:"known,omitempty"`
	// Confidence is the level of all intervals, such as 0.95, above 0 and below 1.
	Confidence float64 `json:"confidence"`

	// Code is the program that the plan was made with.
	Code Code `json:"code"`
	Basis
}

// A Basis has the origin of a plan: the pilot and the forecast. In the file its fields are among those of the plan.
type Basis struct {
	// Expected is the forecast for the whole survey.
	Expected Expected `json:"expected"`
	// Pilot is the pilot from which the plan was computed.
	Pilot Pilot `json:"pilot"`
}

// A Phase is one level of judging.
type Phase struct {
	// Name of the phase in reports, such as "filter".
	Name string `json:"name"`
	// Effort is the name of the effort, such as "static".
	Effort string `json:"effort"`
	// Nodes limits every stage on one position; 0 means the defaults of the stages,
	// a negative number no limit.
	Nodes int64 `json:"nodes,omitempty"`
	// Passes is the number of passes over draws that stay open, each with twice the nodes of
	// the one before; 0 means the default of the effort, see legality.Options.
	Passes int `json:"passes,omitempty"`
	// Stages are the names of the stages of the phase in their order, such as "rules". A
	// stage with the suffix "/check" judges only positions in check, with castling rights
	// or an en passant square. None means all stages up to the effort in their own order.
	Stages []string `json:"stages,omitempty"`
}

// A Stratum is one part of the space.
type Stratum struct {
	Name string `json:"name"`
	// Size is the exact number of elements, in decimal digits, at least 1.
	Size string `json:"size"`
	// Draws is n1, the number of draws in all shards together, at least 2.
	Draws uint64 `json:"draws"`
	// Fractions holds, for every phase but the first, the share of the undecided draws of
	// the phase before that enters it, from 0 to 1; in every shard at least two draws
	// enter. In a plan with classes it has no share for the last phase.
	Fractions []float64 `json:"fractions"`
	// Diagrams is the share, from 0 to 1, of the draws in the second phase that count
	// diagrams, at least two in every shard. For them the earlier setups of the same diagram
	// are judged, too. If it is 0 in all strata, no diagrams are counted, see
	// [Plan.CountsDiagrams].
	Diagrams float64 `json:"diagrams"`
	// Classes holds, in a plan with classes, the share of the draws of each class that enters the last phase; at least two
	// in every shard.
	Classes []float64 `json:"classes,omitempty"`
}

// A Code identifies a program.
type Code struct {
	// Build is the version and revision of the program, for people.
	Build string `json:"build"`
	// Engine is the version of the engine, see legality.Version; 0 in plans made before
	// versions were counted, by version 1.
	Engine int `json:"engine,omitempty"`
	// Signature is a hash of the verdicts of the program on a fixed sample. Programs with
	// equal signatures make equal shards as far as the sample can show.
	Signature string `json:"signature"`
}

// An Expected is the planner's forecast for the whole survey.
type Expected struct {
	// Estimate and HalfWidth are counts of positions; Relative is their quotient,
	// such as 0.00015.
	Estimate  float64 `json:"estimate"`
	HalfWidth float64 `json:"half_width"`
	Relative  float64 `json:"relative_half_width"`
	// CPUSeconds is the processor time of all shards, and SimpleRelative the
	// relative half-width of simple sampling for the same time.
	CPUSeconds     float64 `json:"cpu_seconds"`
	SimpleRelative float64 `json:"simple_relative_half_width"`
	// Variance and Cost are the shares of the phases in the variance of the estimate and in the processor time; none in
	// plans of the first edition.
	Variance []float64 `json:"variance_by_phase,omitempty"`
	Cost     []float64 `json:"cost_by_phase,omitempty"`
}

// A Pilot describes the small survey from which the plan was computed.
type Pilot struct {
	// Seed of the pilot, and its draws in all strata.
	Seed  uint64 `json:"seed"`
	Draws uint64 `json:"draws"`
	// Costs is the processor time in seconds of one judgement in each phase, on
	// average; that of the first phase includes the draw.
	Costs []float64 `json:"costs"`
}

// N returns the size of the space.
func (p *Plan) N() *big.Int { return mustParse(p.Size) }

// N returns the size of the stratum.
func (s *Stratum) N() *big.Int { return mustParse(s.Size) }

// mustParse returns the number with digits that Validate has accepted.
func mustParse(digits string) *big.Int {
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		panic("plan: size of a plan that is not valid")
	}
	return n
}

// Draws returns the number of draws of all strata.
func (p *Plan) Draws() (n uint64) {
	for i := range p.Strata {
		n += p.Strata[i].Draws
	}
	return n
}

// CountsDiagrams reports whether some stratum has a share of diagrams. If none has, shards count no diagrams, not even two in
// each stratum: a small survey would spend a third of its games on them.
func (p *Plan) CountsDiagrams() bool {
	return slices.ContainsFunc(p.Strata, func(s Stratum) bool { return s.Diagrams > 0 })
}

// Hash returns the first 32 hexadecimal digits of the SHA-256 of the plan in its
// canonical form, [Plan.Append]. Blanks and the order of fields in a file do not
// matter.
func (p *Plan) Hash() string {
	h := sha256.Sum256(p.Append(nil))
	return hex.EncodeToString(h[:16])
}

// Span returns the draws of shard s of a stratum: first to first+n-1. The shards
// together have every draw exactly once, and no two differ by more than one.
func (p *Plan) Span(stratum, s int) (first, n uint64) {
	draws, shards := p.Strata[stratum].Draws, uint64(p.Shards)
	perShard, remainder := draws/shards, draws%shards
	k := uint64(s)
	if n = perShard; k < remainder {
		n++
	}
	return k*perShard + min(k, remainder), n
}

// ShardOf returns the shard that has draw i of a stratum, i below the number of its draws.
func (p *Plan) ShardOf(stratum int, i uint64) int {
	draws, shards := p.Strata[stratum].Draws, uint64(p.Shards)
	perShard, remainder := draws/shards, draws%shards
	if inLarger := remainder * (perShard + 1); i >= inLarger { // draws of the first shards, which have one more
		return int(remainder + (i-inLarger)/perShard)
	}
	return int(i / (perShard + 1))
}
