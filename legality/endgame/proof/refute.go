package proof

import (
	"context"

	"chesscensus/chess"
)

// solverOptions say how a claim is decided by a solver. The zero value is the default.
type solverOptions struct {
	// Cubes is in how many parts the question is asked: 1, 64 (for each square of the black
	// king, the default for 3 men) or 4096 (for each of both kings, the default for more).
	Cubes int
	// Progress, if not nil, is called with the number of parts that are done.
	Progress func(done, parts int)

	steps func(chess.Role) ([]vector, bool) // nil for those of chess
}

// A Proof is what came of a claim for the positions with one side to move in P.
type Proof struct {
	claim *claim
	Turn  chess.Color // in P
	// Proven says that there is no counterexample. Otherwise counterexample
	// has P0, ..., PGiven.
	Proven         bool
	counterexample []placement
	// patterns are the ways back that were needed: in every position that the claim speaks of at
	// least one of them is open and leads closer. formula says of a position that it is
	// one the claim speaks of and that none is open; it has no model if Proven.
	patterns []pattern
	formula  *formula
	// cubes are the parts of the question, as assumptions for the formula.
	cubes [][]int
	// calls is the number of questions to the solver.
	calls int
}

// refute decides the claim for the positions P with the given side to move.
//
// The negation says of a position that none of tens of thousands of ways back is open.
// Instead of writing all of them down, refute begins with none and asks a solver for a position. A way back
// from there is looked for by trying all unmoves. If there is none, the
// position is a counterexample. Otherwise the way, as vectors without squares, is forbidden in
// the formula as well, and so on until it has no model. Every answer counts as found: a
// position is asked about only once, and there are finitely many ways.
func refute(ctx context.Context, c *claim, turn chess.Color, o solverOptions) (*Proof, error) {
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
	for left := p.cubes; len(left) > 0; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p.calls++
		if !q.ask(left[0]) {
			left = left[1:]
			if o.Progress != nil {
				o.Progress(len(p.cubes)-len(left), len(p.cubes))
			}
			continue
		}
		way := search.find(q.placement(q.solver, q.subject(), turn))
		if way == nil {
			p.Proven = false
			for i, at := range q.chain.at {
				p.counterexample = append(p.counterexample, q.placement(q.solver, at, q.chain.turn[i]))
			}
			break
		}
		p.patterns = append(p.patterns, way)
		q.assert(q.way(way).not())
	}
	return p, nil
}

// A question is a formula with the counterexamples as models, and positions for which no way back is known
// yet; and the solver that has its clauses.
type question struct {
	*rules
	claim  *claim
	chain  *chain
	scale  scale // nil without a measure
	solver *solver
	sent   int // clauses that the solver has
}

func newQuestion(c *claim, turn chess.Color, steps func(chess.Role) ([]vector, bool)) *question {
	q := &question{rules: newRules(steps), claim: c, solver: newSolver()}
	last := turn // in PGiven
	if (c.From+c.Given)%2 == 1 {
		last = turn.Other()
	}
	q.chain = q.rules.chain(c.Material, c.Given, last)
	for _, at := range q.chain.at {
		for _, p := range at { // so that models can be read
			for i := range 8 {
				for _, l := range []lit{p.file[i], p.row[i]} {
					q.need(l)
					q.need(l.not())
				}
			}
		}
	}
	if c.Measure != nil {
		q.scale = c.Measure.scale(c.Material)
	}
	if c.Measure != nil && !c.AtTarget {
		var home []lit // all men on their targets
		for i, p := range q.subject() {
			home = append(home, p.square[c.Measure[i].Target])
		}
		q.assert(q.and(home...).not())
	}
	return q
}

// ask reports whether the formula has a model under some assumptions.
func (q *question) ask(assume []int) bool {
	q.solver.Add(q.Clauses[q.sent:])
	q.sent = len(q.Clauses)
	return q.solver.Solve(assume...)
}

// cubes returns assumptions for the parts of the question. What is learned in one part
// serves the next.
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
				next = append(next, append(cube[:len(cube):len(cube)], q.need(king.file[sq&7]), q.need(king.row[sq>>3])))
			}
		}
		list = next
	}
	return list
}

// subject returns the places of the men in P.
func (q *question) subject() []place { return q.chain.at[q.claim.From] }

// way says that a way is open in P and leads closer.
func (q *question) way(p pattern) lit {
	w := q.newWay(q.claim.Material, q.subject(), q.chain.turn[q.claim.From])
	for i, u := range p {
		w.back(u, q.claim.Lawless)
		if i+1 == len(p)-q.claim.Tail && q.scale != nil {
			w.all = append(w.all, q.closer(q.scale, q.subject(), w.at))
		}
	}
	return q.and(w.all...)
}

// A finder looks for ways back by trying all unmoves on a board. What it finds is not trusted: that the ways suffice is what the
// formula says.
type finder struct {
	*placementTable
	claim *claim
	scale scale
	line  []int // numbers of placements, P first
}

// find returns a way back that the claim allows from P, the shorter ones first, or nil if there is none.
func (f *finder) find(from placement) pattern {
	for plies := f.claim.Plies; plies <= f.claim.Plies+f.claim.Longer; plies += max(1, f.claim.Longer) {
		f.line = []int{f.index(from)}
		if f.extend(from.Turn, plies) {
			var p pattern
			for i, to := range f.line[1:] {
				for man := range f.m.Men {
					if a, b := at(f.line[i], man), at(to, man); a != b {
						p = append(p, unmove{man, b&7 - a&7, b>>3 - a>>3})
					}
				}
			}
			return p
		}
	}
	return nil
}

// extend takes moves back from the last placement of the line until the way is as long as it has to be, and
// reports whether there is one.
func (f *finder) extend(turn chess.Color, plies int) bool {
	n := len(f.line) - 1
	if n == plies && f.scale != nil && f.measure(f.scale, f.line[n]) >= f.measure(f.scale, f.line[0]) {
		return false
	}
	found := n == plies+f.claim.Tail
	if !found {
		f.before(f.line[n], turn, f.claim.Lawless, func(q int) bool {
			f.line = append(f.line[:n+1], q)
			found = f.extend(turn.Other(), plies)
			return !found
		})
	}
	return found
}
