package proof

import (
	"maps"
	"slices"

	"chesscensus/chess"
)

// maxMenOfFormula is the largest number of men for which a claim is decided by a formula, too.
const maxMenOfFormula = 3

// directions are those of a king and queen; the first four are those of a rook.
var directions = []vector{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}}

// vectors returns the vectors by which a king, queen or rook can move.
func vectors(r chess.Role) (list []vector) {
	dirs, most := directions, 7
	if r == chess.King {
		most = 1
	} else if r == chess.Rook {
		dirs = directions[:4]
	}
	for _, dir := range dirs {
		for n := 1; n <= most; n++ {
			list = append(list, vector{n * dir[0], n * dir[1]})
		}
	}
	return list
}

// steps returns the number of steps of a vector.
func (v vector) steps() int { return max(v[0], -v[0], v[1], -v[1]) }

// A question is the formula that a claim has a counterexample P in which no way back of some patterns is open. Its free variables are
// the files and rows of the men in P.
//
// A position near P is given by the vector by which each man has moved since. Literals about it are correct if all men are on the board.
type question struct {
	*formula
	men []*man
	at  [maxMenOfFormula][2][]literal // by man and axis: the man is on file or row 0, ..., 7 in P
	// apart[a][b][axis][d+7] says that man b is d files (axis 0) or rows (axis 1) beyond man a in P.
	apart [maxMenOfFormula][maxMenOfFormula][2][15]literal
}

// newQuestion returns the question of a claim on kings, queens and rooks with at most one given predecessor; turn is to move in P. The
// choices begin with the last man, since unit propagation knows most of where Black's king can stand.
func newQuestion(men []*man, c *claim, turn chess.Color, ways []pattern) *question {
	q := &question{formula: newFormula(), men: men}
	for a := range slices.Backward(men) {
		for axis := range 2 {
			q.at[a][axis] = q.choice(8)
			for b := a + 1; b < len(men); b++ {
				q.addDifferences(a, b, axis)
			}
		}
	}
	q.assert(q.legal(make([]vector, len(men)), turn))
	if c.before > 0 {
		q.assert(q.canMove(turn.Other(), turn))
	}
	if c.after {
		q.assert(q.canMove(turn, turn))
	}
	var off []literal // these say that a man is not on its target
	for i, m := range men {
		off = append(off, -q.at[i][0][m.target.File()], -q.at[i][1][m.target.Row()])
	}
	if c.closer && !c.atTarget {
		q.assert(off...)
	}
	for _, way := range ways {
		q.assert(-q.open(c, way, turn))
	}
	return q
}

// addDifferences sets apart for two men, in both orders.
func (q *question) addDifferences(a, b, axis int) {
	for d := -7; d <= 7; d++ {
		var cases []literal
		for i := max(0, -d); i < min(8, 8-d); i++ {
			cases = append(cases, q.and(q.at[a][axis][i], q.at[b][axis][i+d]))
		}
		q.apart[a][b][axis][7+d] = q.or(cases...)
		q.apart[b][a][axis][7-d] = q.apart[a][b][axis][7+d]
	}
}

// beyond returns the literal "man b is a vector beyond man a".
func (q *question) beyond(moved []vector, a, b int, v vector) literal {
	var both [2]literal
	for axis := range both {
		d := v[axis] + moved[a][axis] - moved[b][axis]
		if d < -7 || d > 7 {
			return constFalse
		}
		both[axis] = q.apart[a][b][axis][d+7]
	}
	return q.and(both[:]...)
}

// vacant returns literals that together say that man a meets no man but b in its first n steps along a vector.
func (q *question) vacant(moved []vector, a, b, n int, v vector) (list []literal) {
	for i := 1; i <= n; i++ {
		square := vector{v[0] / v.steps() * i, v[1] / v.steps() * i}
		for c := range moved {
			if c != a && c != b {
				list = append(list, -q.beyond(moved, a, c, square))
			}
		}
	}
	return list
}

// attacks returns the literal "man a attacks man b".
func (q *question) attacks(moved []vector, a, b int) literal {
	var cases []literal
	for _, v := range vectors(q.men[a].Role()) {
		cases = append(cases, q.and(append(q.vacant(moved, a, b, v.steps()-1, v), q.beyond(moved, a, b, v))...))
	}
	return q.or(cases...)
}

// legal returns the literal "the position is initially legal": no two men share a square, and the side to move attacks no king.
func (q *question) legal(moved []vector, turn chess.Color) literal {
	var all []literal
	for a, man := range q.men {
		for b, other := range q.men {
			if b > a {
				all = append(all, -q.beyond(moved, a, b, vector{}))
			}
			if man.Color() == turn && other.Color() != turn && other.Role() == chess.King {
				all = append(all, -q.attacks(moved, a, b))
			}
		}
	}
	return q.and(all...)
}

// canMove returns the literal "a move or unmove of color by leads to an initially legal position"; turn is to move in P.
func (q *question) canMove(by, turn chess.Color) literal {
	var cases []literal
	for i, m := range q.men {
		for _, v := range vectors(m.Role()) {
			if m.Color() == by {
				cases = append(cases, q.open(&claim{}, pattern{{i, v}}, turn))
			}
		}
	}
	return q.or(cases...)
}

// open returns the literal "the pattern is open in P and leads closer".
func (q *question) open(c *claim, way pattern, turn chess.Color) literal {
	moved := make([]vector, len(q.men))
	var all []literal
	for i, u := range way {
		all = append(all, q.vacant(moved, u.man, u.man, u.vector.steps(), u.vector)...)
		for axis, d := range u.vector {
			moved[u.man][axis] += d
			if d = max(-8, min(8, moved[u.man][axis])); d != 0 { // the man stays on the board
				all = append(all, q.or(q.at[u.man][axis][max(0, -d):min(8, 8-d)]...))
			}
		}
		turn = turn.Other()
		if !c.allowIllegal {
			all = append(all, q.legal(moved, turn))
		}
		if i+1 == c.plies && c.closer {
			all = append(all, q.changesAtMost(moved, 0, -1))
		}
	}
	return q.and(all...)
}

// changesAtMost returns the literal "the terms of the men from number i on have changed by at most t since P".
func (q *question) changesAtMost(moved []vector, i, t int) literal {
	for i < len(moved) && moved[i] == (vector{}) {
		i++
	}
	if i == len(moved) {
		return map[bool]literal{false: constFalse, true: constTrue}[t >= 0]
	}
	squares := map[int][]literal{} // by change, the man's squares in P
	for sq := range 64 {
		if x, y := sq&7+moved[i][0], sq>>3+moved[i][1]; min(x, y) >= 0 && max(x, y) < 8 {
			change := q.men[i].term[8*y+x] - q.men[i].term[sq]
			squares[change] = append(squares[change], q.and(q.at[i][0][sq&7], q.at[i][1][sq>>3]))
		}
	}
	var cases []literal
	for _, change := range slices.Sorted(maps.Keys(squares)) {
		cases = append(cases, q.and(q.or(squares[change]...), q.changesAtMost(moved, i+1, t-change)))
	}
	return q.or(cases...)
}

// read returns P in a model of the question.
func (q *question) read(isTrue func(literal) bool) (p position) {
	for i := range q.men {
		p = p.with(i, chess.NewSquare(slices.IndexFunc(q.at[i][0], isTrue), slices.IndexFunc(q.at[i][1], isTrue)))
	}
	return p
}
