package proof

import (
	"context"

	"chesscensus/chess"
)

// solverOptions are the options of decideClaim. The zero value is the default.
type solverOptions struct {
	// Cubes is the number of parts of the question: 1, 64 (one for each square of the black
	// king, the default for 3 men) or 4096 (for the squares of both kings, the default for more).
	Cubes int
	// Progress, if not nil, is called with the number of parts that are done.
	Progress func(done, parts int)

	steps func(chess.Role) ([]vector, bool) // nil for those of chess
}

// A Proof is the result of decideClaim: a proof of the claim, or a counterexample, for one side to move in P.
type Proof struct {
	claim *claim
	Turn  chess.Color // in P
	// Proven is whether there is no counterexample. Otherwise counterexample is P0, ..., PGiven.
	Proven         bool
	counterexample []placement
	// patterns are the ways back that suffice if Proven: in every position of the claim at least
	// one is open and leads closer. The models of formula are the positions of the claim in which
	// none is open; there are none if Proven.
	patterns []pattern
	formula  *formula
	// cubes are the parts of the question, as assumptions for the formula.
	cubes [][]int
	// calls is the number of questions to the solver.
	calls int
}

// decideClaim decides the claim for the positions P with the given side to move.
//
// The negation of the claim is that none of tens of thousands of ways back is open in some position. Instead of
// writing all of them down, decideClaim begins with none and asks a solver for a position of the claim. It searches
// a way back from there by trying all unmoves. If there is none, the position is a counterexample. Otherwise the
// pattern of the way is added to the formula as not open, and the solver is asked for the next position, until the
// formula has no model. This ends since there are finitely many patterns, and none is added twice.
func decideClaim(ctx context.Context, c *claim, turn chess.Color, o solverOptions) (*Proof, error) {
	if o.steps == nil {
		o.steps = steps
	}
	if o.Cubes == 0 {
		o.Cubes = 64
		if len(c.Material.Men) > 3 {
			o.Cubes = 4096
		}
	}
	q := newQuestion(c, turn, o.steps)
	search := finder{placementTable: newPlacementTable(c.Material, o.steps), claim: c, scale: q.scale}
	p := &Proof{claim: c, Turn: turn, Proven: true, formula: &q.formula, cubes: q.cubes(o.Cubes)}
	for cubes := p.cubes; len(cubes) > 0; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p.calls++
		if !q.satisfiable(cubes[0]) {
			cubes = cubes[1:]
			if o.Progress != nil {
				o.Progress(len(p.cubes)-len(cubes), len(p.cubes))
			}
			continue
		}
		way := search.find(q.readPlacement(q.solver, q.subject(), turn))
		if way == nil {
			p.Proven = false
			for i, at := range q.chain.places {
				p.counterexample = append(p.counterexample, q.readPlacement(q.solver, at, q.chain.turn[i]))
			}
			break
		}
		p.patterns = append(p.patterns, way)
		q.assert(q.openWay(way).not())
	}
	return p, nil
}

// A question is a formula and the solver for it. The models of the formula are the counterexamples and
// the positions for which no way back is known yet.
type question struct {
	*rules
	claim       *claim
	chain       *chain
	scale       scale // nil without a measure
	solver      *solver
	sentClauses int // clauses that the solver has
}

// newQuestion returns the question without any way back; turn is to move in P.
func newQuestion(c *claim, turn chess.Color, steps func(chess.Role) ([]vector, bool)) *question {
	q := &question{rules: newRules(steps), claim: c, solver: newSolver()}
	last := turn // in PGiven
	if (c.From+c.Given)%2 == 1 {
		last = turn.Other()
	}
	q.chain = q.rules.newChain(c.Material, c.Given, last)
	for _, at := range q.chain.places {
		for _, p := range at { // so that models can be read
			for i := range 8 {
				for _, l := range []literal{p.file[i], p.row[i]} {
					q.define(l)
					q.define(l.not())
				}
			}
		}
	}
	if c.Measure != nil {
		q.scale = c.Measure.scale(c.Material)
	}
	if c.Measure != nil && !c.AtTarget {
		var home []literal // all men on their targets
		for i, p := range q.subject() {
			home = append(home, p.square[c.Measure[i].Target])
		}
		q.assert(q.and(home...).not())
	}
	return q
}

// satisfiable reports whether the formula has a model under the assumptions.
func (q *question) satisfiable(assume []int) bool {
	q.solver.Add(q.Clauses[q.sentClauses:])
	q.sentClauses = len(q.Clauses)
	return q.solver.Solve(assume...)
}

// cubes returns assumptions for n parts of the question. Clauses that the solver learns in one part
// help in the next.
func (q *question) cubes(n int) [][]int {
	list := [][]int{nil}
	for _, c := range []chess.Color{chess.Black, chess.White} {
		if len(list) >= n {
			break
		}
		king := q.subject()[q.claim.Material.king(c)]
		var next [][]int
		for _, cube := range list {
			for sq := range 64 {
				next = append(next, append(cube[:len(cube):len(cube)], q.define(king.file[sq&7]), q.define(king.row[sq>>3])))
			}
		}
		list = next
	}
	return list
}

// subject returns the places of the men in P.
func (q *question) subject() []place { return q.chain.places[q.claim.From] }

// openWay returns the literal "the pattern is open in P and leads closer".
func (q *question) openWay(p pattern) literal {
	w := q.newWay(q.claim.Material, q.subject(), q.chain.turn[q.claim.From])
	for i, u := range p {
		w.undo(u, q.claim.AllowIllegal)
		if i+1 == len(p)-q.claim.Tail && q.scale != nil {
			w.conditions = append(w.conditions, q.closer(q.scale, q.subject(), w.places))
		}
	}
	return q.and(w.conditions...)
}

// A finder searches ways back by trying all unmoves. Its results need not be trusted: the formula
// decides whether the ways suffice.
type finder struct {
	*placementTable
	claim *claim
	scale scale
	line  []int // indices of placements, P first
}

// find returns a shortest way back from P that the claim allows, or nil if there is none.
func (f *finder) find(from placement) pattern {
	for plies := f.claim.Plies; plies <= f.claim.Plies+f.claim.Longer; plies += max(1, f.claim.Longer) {
		f.line = []int{f.index(from)}
		if f.extend(from.Turn, plies) {
			var p pattern
			for i, to := range f.line[1:] {
				for man := range f.material.Men {
					if a, b := squareOf(f.line[i], man), squareOf(to, man); a != b {
						p = append(p, unmove{man, b&7 - a&7, b>>3 - a>>3})
					}
				}
			}
			return p
		}
	}
	return nil
}

// extend adds predecessors to the line until it has the required length, and reports whether that is
// possible with a smaller measure after the given number of plies.
func (f *finder) extend(turn chess.Color, plies int) bool {
	n := len(f.line) - 1
	if n == plies && f.scale != nil && f.measure(f.scale, f.line[n]) >= f.measure(f.scale, f.line[0]) {
		return false
	}
	complete := n == plies+f.claim.Tail
	if !complete {
		f.eachPredecessor(f.line[n], turn, f.claim.AllowIllegal, func(q int) bool {
			f.line = append(f.line[:n+1], q)
			complete = f.extend(turn.Other(), plies)
			return !complete
		})
	}
	return complete
}
