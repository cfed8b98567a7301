package proof

import (
	"slices"

	"chesscensus/chess"
)

// A question is the formula of a claim about a material without bishops. Its models are the positions of the claim, and
// its counterexamples when it is asserted that no way back is open.
type question struct {
	*rules
	claim  *claim
	scale  scale     // nil without a measure
	places [][]place // of the men in P0, ..., PGiven
	turns  []chess.Color
}

// newQuestion returns the question whose models are the positions of the claim; turn is to move in P.
func newQuestion(c *claim, turn chess.Color) *question {
	q := &question{rules: newRules(), claim: c}
	if c.From == 1 { // the other side is to move in P0
		turn = turn.Other()
	}
	q.addChain(turn)
	if c.Measure == nil {
		return q
	}
	q.scale = c.Measure.scale(c.Material)
	if !c.AtTarget {
		var onTargets []literal
		for i, p := range q.subject() {
			onTargets = append(onTargets, p.square[c.Measure[i].Target])
		}
		q.assert(-q.and(onTargets...))
	}
	return q
}

// addChain adds the men of P0, ..., PGiven and asserts that all are initially legal, and each the predecessor of the one
// before. In P0 turn is to move. A man that does not move has the same variables in both positions.
func (q *question) addChain(turn chess.Color) {
	m := q.claim.Material
	for i := range q.claim.Given + 1 {
		var places []place
		for j, man := range m.Men {
			if i > 0 && man.Color() != turn {
				places = append(places, q.places[i-1][j])
				continue
			}
			places = append(places, place{spot: q.newSpot()})
		}
		if i > 0 {
			q.assert(q.moved(m, places, q.places[i-1], turn))
		}
		q.assert(q.initiallyLegal(m, places, turn))
		q.places, q.turns = append(q.places, places), append(q.turns, turn)
		turn = turn.Other()
	}
}

// subject returns the places of the men in P.
func (q *question) subject() []place { return q.places[q.claim.From] }

// openWay returns the literal "the pattern is open in P and leads closer".
func (q *question) openWay(p pattern) literal {
	var conditions []literal
	places, turn := slices.Clone(q.subject()), q.turns[q.claim.From]
	for i, u := range p {
		conditions = append(conditions, q.vacant(u, places)...)
		places[u.Man] = places[u.Man].shifted(u.Dx, u.Dy)
		turn = turn.Other()
		conditions = append(conditions, q.onBoard(places[u.Man]))
		if !q.claim.AllowIllegal {
			conditions = append(conditions, q.initiallyLegal(q.claim.Material, places, turn))
		}
		if i+1 == q.claim.Plies && q.scale != nil {
			conditions = append(conditions, q.closer(q.scale, q.subject(), places))
		}
	}
	return q.and(conditions...)
}

// vacant returns literals of which each says that another man is not on a square that the unmove passes or reaches.
func (q *question) vacant(u unmove, places []place) (list []literal) {
	distance := 1 // in steps of the man
	if _, slides := steps(q.claim.Material.Men[u.Man].Role()); slides {
		distance = max(u.Dx, -u.Dx, u.Dy, -u.Dy)
	}
	for k := 1; k <= distance; k++ {
		passed := places[u.Man].shifted(u.Dx/distance*k, u.Dy/distance*k)
		for man, p := range places {
			if man != u.Man {
				list = append(list, -q.same(passed, p))
			}
		}
	}
	return list
}

// choices returns the files and rows of all men, by which the question is decided: first those in P from the last man
// to the first, since unit propagation knows most of where Black's king can stand.
func (q *question) choices() (list []choice) {
	chosen := map[*spot]bool{}
	for _, places := range slices.Concat([][]place{q.subject()}, q.places) {
		for _, p := range slices.Backward(places) {
			if chosen[p.spot] {
				continue
			}
			chosen[p.spot] = true
			for _, coordinates := range [][8]literal{p.file, p.row} {
				list = append(list, coordinates[:])
			}
		}
	}
	return list
}

// read returns P0, ..., PGiven in a model of the question.
func (q *question) read(isTrue func(literal) bool) (list []placement) {
	index := func(coordinates [8]literal) int {
		return slices.IndexFunc(coordinates[:], isTrue)
	}
	for i, places := range q.places {
		p := placement{Turn: q.turns[i]}
		for j, at := range places {
			p.At[j] = chess.NewSquare(index(at.file), index(at.row))
		}
		list = append(list, p)
	}
	return list
}
