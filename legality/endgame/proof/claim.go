package proof

import (
	"context"
	"errors"
	"io"

	"chesscensus/chess"
)

// A claim is a statement about all positions of a material:
//
//	every initially legal P0 with initially legal P1, ..., PGiven, each the predecessor of the
//	one before, has for P = PFrom, unless the measure of P is 0, initially legal
//	Q1, ..., Q(Plies+Tail), each the predecessor of the one before and Q1 that of P,
//	with measure(QPlies) < measure(P), or the same with Plies+Longer for Plies.
type claim struct {
	Material *Material
	// Given is the number of successive predecessors that P0 is assumed to have.
	Given int
	// From is the index of P among P0, ..., PGiven: 0 or 1.
	From int
	// Plies is the number of unmoves after which the measure is compared, Tail the number of
	// further unmoves that must be possible.
	Plies, Tail int
	// Longer allows Plies+Longer unmoves where Plies do not suffice. It is 0 for 3 men.
	Longer int
	// Measure may be nil: then nothing is compared, and no P is excepted.
	Measure measure
	// AtTarget extends the claim to positions with measure 0, for which it is false.
	AtTarget bool
	// AllowIllegal does not require the Qi to be initially legal, only that no two men share a square.
	AllowIllegal bool
}

// A Proof is the result of decideClaim: a proof of the claim, or a counterexample, for one side to move in P.
type Proof struct {
	Turn chess.Color // in P
	// Proven is whether there is no counterexample. Otherwise counterexample is P0, ..., PGiven, with 4 men only P.
	Proven         bool
	counterexample []placement
	given          []bool // by index, the positions P, with those of measure 0; nil when they are compared
	coverage       coverage
	question       *question // nil with 4 men
	cases          int       // of the refutation, or tried until the counterexample
}

// maxMenOfFormula is the largest number of men for which a claim is decided by a formula, too.
const maxMenOfFormula = 3

// decideClaim decides the claim for the positions P with the given side to move.
//
// The claim denies that in some position none of tens of thousands of ways back is open. A search finds a few
// hundred of which one is open wherever any is. With 3 men a formula says that none of these is; it must have a model if
// and only if the search found a position without a way back. An error is of the context, or says that the two
// contradict each other.
func decideClaim(ctx context.Context, t *placementTable, c *claim, turn chess.Color) (*Proof, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := newSearch(t, c, turn)
	p := &Proof{Turn: turn, given: s.given, coverage: s.cover()}
	p.Proven = len(p.coverage.without) == 0
	if len(c.Material.Men) > maxMenOfFormula {
		if !p.Proven {
			p.counterexample = []placement{t.placement(p.coverage.without[0], turn)}
		}
		return p, nil
	}
	q := newQuestion(c, turn)
	for _, way := range p.coverage.patterns {
		q.assert(-q.openWay(way))
	}
	isTrue, cases, err := refute(&q.formula, q.choices(), io.Discard)
	if err != nil {
		return nil, err
	}
	p.question, p.cases = q, cases
	if p.Proven != (isTrue == nil) {
		return nil, errContradiction
	}
	if !p.Proven {
		p.counterexample = q.read(isTrue)
	}
	return p, nil
}

// errContradiction means that the circuits or the search are wrong.
var errContradiction = errors.New("proof: the formula and the search for ways back contradict each other")
