package search

import (
	"fmt"
	"slices"
	"strings"

	"chesscensus/chess"
)

// A naive lists kernels by trying all sequences of captures on columns written as strings such as "PPp", row 1 first. It shares
// the constants of the problem (blocked squares and their consequences) with the search, and nothing else: no state, no move
// generator, no goal test, no pruning, no constraint solver.
//
// In its methods c is the color that captures, x and y are files, i and j are indices of pawns in their columns.
type naive struct {
	p         *problem
	physical  bool
	stepAside bool
	lines     []string // kernels with an extended kernel
	kernels   int      // with or without an extended kernel
	visits    int      // states visited
	maxVisits int      // limit of visits, 0 for none; if visits is larger, the list is not complete
}

// A naiveState is a state of the kernel game with the captures that led to it and their rows.
type naiveState struct {
	columns      [8]string
	men          [2][Pawn]int
	left         [2]int // captures, by color
	onlyOfficers bool   // an officer has taken an officer: only such captures follow, since they come last
	path         []string
	rows         naiveRows
}

// A naiveCapture is a capture by a pawn: the one of color c at index i of file x goes to file y.
type naiveCapture struct{ c, x, i, y int }

// text returns the beginning of its name in a kernel, such as wPa1.
func (k naiveCapture) text() string { return fmt.Sprintf("%cP%c%d", "wb"[k.c], 'a'+k.x, k.i) }

// naiveLetters are the letters of pawns, by color.
const naiveLetters = "Pp"

// naiveColor returns the color of a pawn by its letter.
func naiveColor(letter byte) chess.Color { return chess.Color(strings.IndexByte(naiveLetters, letter)) }

// listKernels fills in lines and the counts.
func (n *naive) listKernels() {
	if n.p.impossible {
		return
	}
	s := &naiveState{}
	for x := range 8 {
		s.columns[x] = naiveColumn(&n.p.start.Board, x)
		for sq := range (n.p.start.Board.Of(chess.Pawn) & chess.FileBB(x)).All() {
			s.rows.last[x] = append(s.rows.last[x], s.rows.add(sq.Row(), sq.Row()))
		}
	}
	for sq := range n.p.start.Board.Occupied().All() {
		if m := manOn(n.p.start.Board.RoleAt(sq), sq); m != NoMan && m != Pawn {
			s.men[n.p.start.Board.At(sq).Color()][m]++
		}
	}
	for c := range 2 {
		s.left[c] = countMen(&n.p.start, chess.Color(1-c)) - countMen(&n.p.goal, chess.Color(1-c))
	}
	for _, m := range n.p.forced {
		s.path = append(s.path, m.String())
		s.men[1-m.Color][m.Victim]--
		s.left[m.Color]--
	}
	n.visit(s)
}

// naiveColumn returns the column of pawns of a file of a board.
func naiveColumn(b *chess.Board, file int) (s string) {
	for row := range 8 {
		if p := b.At(chess.NewSquare(file, row)); p.Role() == chess.Pawn {
			s += p.String()
		}
	}
	return s
}

// naiveCut returns s without the byte at i, naivePut with c inserted there.
func naiveCut(s string, i int) string           { return s[:i] + s[i+1:] }
func naivePut(s string, i int, c string) string { return s[:i] + c + s[i:] }

// clone returns a copy that shares no memory.
func (s *naiveState) clone() *naiveState {
	c := *s
	c.path = slices.Clone(s.path)
	c.rows = s.rows.clone()
	return &c
}

// visit tries all sequences of captures that go on from a state, and records the kernels among them.
func (n *naive) visit(s *naiveState) {
	if n.visits++; n.maxVisits > 0 && n.visits > n.maxVisits {
		return
	}
	if s.left == [2]int{} {
		if n.reachesGoal(*s) {
			n.kernels++
			if n.hasRows(s) {
				n.lines = append(n.lines, strings.Join(s.path, " "))
			}
		}
		return
	}
	for c := range 2 {
		if s.left[c] == 0 {
			continue
		}
		letter := "wb"[c : c+1]
		for x := 0; x < 8 && !s.onlyOfficers; x++ {
			for i := range s.columns[x] {
				if n.isFixed(s, x, i) {
					continue
				}
				if s.columns[x][i] == naiveLetters[1-c] { // an officer takes the pawn, on rows 1 to 6
					next := s.clone()
					next.left[c]--
					next.path = append(next.path, fmt.Sprintf("%sxP%c%d", letter, 'a'+x, i))
					next.columns[x] = naiveCut(next.columns[x], i)
					v := next.rows.last[x][i]
					next.rows.lo[v], next.rows.hi[v] = max(next.rows.lo[v], 1), min(next.rows.hi[v], 6)
					next.rows.last[x] = slices.Delete(next.rows.last[x], i, i+1)
					n.visit(next)
				} else {
					for _, y := range []int{x - 1, x + 1} {
						if y >= 0 && y < 8 {
							n.tryPawn(s, naiveCapture{c: c, x: x, i: i, y: y})
						}
					}
				}
			}
		}
		for m := Queen; m <= Knight; m++ {
			if n.canTakeOfficer(s, 1-c, m) {
				next := s.clone()
				next.left[c]--
				next.onlyOfficers = true
				next.men[1-c][m]--
				next.path = append(next.path, letter+"x"+m.String())
				n.visit(next)
			}
		}
	}
}

// canTakeOfficer reports whether color c has an officer m that is not needed for castling.
func (n *naive) canTakeOfficer(s *naiveState, c int, m Man) bool {
	return s.men[c][m] > 0 && (m != Rook || s.men[c][m] > n.p.goal.Castling.Of(chess.Color(c)).Count())
}

// isFixed reports whether pawn i of file x never moves.
func (n *naive) isFixed(s *naiveState, x, i int) bool {
	return i == 0 && n.p.fixed[0][x] || i == len(s.columns[x])-1 && n.p.fixed[1][x]
}

// tryPawn tries all captures of one pawn to a file: of pawns there, of officers, and of pawns that promote to be taken.
func (n *naive) tryPawn(s *naiveState, k naiveCapture) {
	them := 1 - k.c
	for j := range s.columns[k.y] {
		if s.columns[k.y][j] == naiveLetters[them] && !n.isFixed(s, k.y, j) {
			n.tryArrival(s, k, j, Pawn, fmt.Sprintf("P%c%d", 'a'+k.y, j))
		}
	}
	for m := Queen; m <= Knight; m++ {
		if n.canTakeOfficer(s, them, m) {
			n.tryPlaces(s, k, m, m.String())
		}
	}
	for f := range 8 {
		col := s.columns[f]
		if col == "" || !n.p.ahead[them][f] {
			continue
		}
		end := 0 // the foremost pawn of the other color
		if k.c == 1 {
			end = len(col) - 1
		}
		if col[end] != naiveLetters[them] || n.isFixed(s, f, end) {
			continue
		}
		if !n.physical && n.promotionsAvailable(col, f, them) == 0 {
			continue
		}
		next := s.clone()
		next.columns[f] = naiveCut(col, end)
		next.rows.last[f] = slices.Delete(next.rows.last[f], end, end+1)
		withoutVictim := k
		if f == k.x && end == 0 && k.c == 0 { // the victim stood below the pawn
			withoutVictim.i--
		}
		n.tryPlaces(next, withoutVictim, Promoted, string(rune('a'+f)))
	}
}

// tryPlaces tries all places, and promotions, of a pawn that takes an officer.
func (n *naive) tryPlaces(s *naiveState, k naiveCapture, victim Man, name string) {
	for j := 0; j <= len(s.columns[k.y]); j++ {
		if !(j == 0 && n.p.fixed[0][k.y] || j == len(s.columns[k.y]) && n.p.fixed[1][k.y]) {
			n.tryArrival(s, k, j, victim, fmt.Sprintf("%s%c%d", name, 'a'+k.y, j))
		}
	}
	foremost := len(s.columns[k.x]) - 1
	if k.c == 1 {
		foremost = 0
	}
	side := 0
	if k.y > k.x {
		side = 1
	}
	dark := (k.y+7-7*k.c)%2 == 0 // the square on the last row of c
	if k.i != foremost || !n.p.aside[k.c][k.x][side] || victim == bishopOn(!dark) {
		return
	}
	for m := Queen; m <= Knight; m++ {
		if m == bishopOn(!dark) || m <= Rook && !n.p.heavyAside[k.c][k.x] {
			continue
		}
		next := s.clone()
		next.left[k.c]--
		next.path = append(next.path, fmt.Sprintf("%sx%s%c%s", k.text(), name, 'a'+k.y, m))
		if victim != Promoted {
			next.men[1-k.c][victim]--
		}
		next.men[k.c][m]++
		lastButOne := 6 - 5*k.c // the row before the last
		n.removePawn(next, k, lastButOne, lastButOne)
		n.visit(next)
	}
}

// removePawn takes a pawn out of its column, and returns the variable of the row, from lo to hi, from which it captures. With
// stepAside the other pawns of the column may step before.
func (n *naive) removePawn(s *naiveState, k naiveCapture, lo, hi int) int {
	x, i := k.x, k.i
	last := s.rows.last[x]
	from := s.rows.laterRow(last[i], chess.Color(k.c), lo, hi)
	last[i] = from
	for j := range last {
		if n.stepAside && j != i {
			last[j] = s.rows.laterRow(last[j], naiveColor(s.columns[x][j]), -6, 13)
		}
	}
	for j := 1; j < len(last); j++ {
		s.rows.atMost(last[j-1], last[j], -1)
	}
	s.columns[x] = naiveCut(s.columns[x], i)
	s.rows.last[x] = slices.Delete(last, i, i+1)
	return from
}

// tryArrival makes a capture by a pawn that does not promote. It comes to index j of its new column.
func (n *naive) tryArrival(s *naiveState, k naiveCapture, j int, victim Man, name string) {
	c, y := k.c, k.y
	next := s.clone()
	next.left[c]--
	next.path = append(next.path, k.text()+"x"+name)
	r := &next.rows
	from := n.removePawn(next, k, 1, 6)
	to := r.add(1, 6)
	r.atMost(to, from, 1-2*c) // to is one row ahead of from
	r.atMost(from, to, 2*c-1)
	for other := range r.last[y] {
		r.last[y][other] = r.laterRow(r.last[y][other], naiveColor(next.columns[y][other]), -6, 13)
	}
	if victim == Pawn {
		v := r.last[y][j] // the victim is on the same row
		r.atMost(v, to, 0)
		r.atMost(to, v, 0)
		r.last[y][j] = to
		next.columns[y] = naivePut(naiveCut(next.columns[y], j), j, naiveLetters[c:c+1])
	} else {
		if victim != Promoted {
			next.men[1-c][victim]--
		}
		r.last[y] = slices.Insert(r.last[y], j, to)
		next.columns[y] = naivePut(next.columns[y], j, naiveLetters[c:c+1])
		switch victim {
		case DarkBishop:
			r.parity[to] = y % 2
		case LightBishop:
			r.parity[to] = (y + 1) % 2
		}
	}
	for upper := 1; upper < len(r.last[y]); upper++ { // the rows ascend
		r.atMost(r.last[y][upper-1], r.last[y][upper], -1)
	}
	n.visit(next)
}

// promotionsAvailable returns how many pawns of color c can promote from a column of file x, counted as the reference does. For each
// match of the goal's column in it, the white pawns on top and the black pawns at the bottom can promote, those beyond the match. The
// match with most promotions counts; if another has more of one color, none can.
func (n *naive) promotionsAvailable(col string, x, c int) int {
	goal := naiveColumn(&n.p.goal.Board, x)
	var matches [][2]int
	for i := 0; i+len(goal) <= len(col); i++ {
		if col[i:i+len(goal)] == goal {
			above, below := col[i+len(goal):], col[:i]
			matches = append(matches, [2]int{len(above) - len(strings.TrimRight(above, "P")), len(below) - len(strings.TrimLeft(below, "p"))})
		}
	}
	best := -1 // index in matches
	for i, m := range matches {
		if best < 0 || m[0]+m[1] > matches[best][0]+matches[best][1] {
			best = i
		}
	}
	for _, m := range matches {
		if m[0] > matches[best][0] || m[1] > matches[best][1] {
			return 0
		}
	}
	if best < 0 || !n.p.ahead[c][x] {
		return 0
	}
	return matches[best][c]
}

// reachesGoal promotes pawns in all ways and reports whether the goal results.
func (n *naive) reachesGoal(s naiveState) bool {
	for x := range 8 {
		col := s.columns[x]
		if col == naiveColumn(&n.p.goal.Board, x) {
			continue
		}
		for c, end := range []int{len(col) - 1, 0} {
			if col == "" || col[end] != naiveLetters[c] || !n.p.ahead[c][x] {
				continue
			}
			next := s
			next.columns[x] = naiveCut(col, end)
			for m := Queen; m <= Knight; m++ {
				dark := (x+7-7*c)%2 == 0
				if m == bishopOn(!dark) || m == bishopOn(dark) && n.p.bishopCaps[c][x] == noBishop {
					continue
				}
				next.men[c] = s.men[c]
				if next.men[c][m]++; n.reachesGoal(next) {
					return true
				}
			}
		}
		return false
	}
	for sq := range n.p.goal.Board.Occupied().All() {
		if m := manOn(n.p.goal.Board.RoleAt(sq), sq); m != NoMan && m != Pawn {
			s.men[n.p.goal.Board.At(sq).Color()][m]--
		}
	}
	return s.men == [2][Pawn]int{}
}

// hasRows adds the rows of the goal and reports whether there is a solution. The black pawns at the bottom that the goal does not
// show have promoted.
func (n *naive) hasRows(s *naiveState) bool {
	r := s.rows.clone()
	for x := range 8 {
		goal := naiveColumn(&n.p.goal.Board, x)
		lead := func(col string) int { return len(col) - len(strings.TrimLeft(col, "p")) }
		i := lead(s.columns[x]) - lead(goal)
		for sq := range (n.p.goal.Board.Of(chess.Pawn) & chess.FileBB(x)).All() {
			v, g := r.last[x][i], r.add(sq.Row(), sq.Row())
			if s.columns[x][i] == 'P' {
				r.atMost(v, g, 0)
			} else {
				r.atMost(g, v, 0)
			}
			i++
		}
	}
	return r.feasible()
}
