package search

import (
	"fmt"
	"slices"
	"strings"

	"chesscensus/chess"
)

// naive lists kernels by trying all sequences of captures on columns written as strings
// such as "PPp", row 1 first. It shares the constants of the problem (blocked squares and
// what follows from them) with the search, and nothing else: no state, no move generator,
// no goal test, no pruning, no constraint solver.
type naive struct {
	p        *problem
	physical bool
	aside    bool
	lines    []string
	kernels  int // with or without an extended kernel
	visits   int // states visited
	most     int // of them, 0 for all: then visits is larger, and the lists are not whole
}

type naiveState struct {
	cols [8]string
	men  [2][Pawn]int
	left [2]int
	only bool
	path []string
	rows naiveRows
}

const naiveLetters = "Pp"

func (n *naive) run() {
	if n.p.impossible {
		return
	}
	s := &naiveState{}
	for x := range 8 {
		s.cols[x] = naiveColumn(&n.p.start.Board, x)
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

func naiveColumn(b *chess.Board, file int) (s string) {
	for row := range 8 {
		if p := b.At(chess.NewSquare(file, row)); p.Role() == chess.Pawn {
			s += p.String()
		}
	}
	return s
}

// naiveCut returns s without position i, naivePut with one more there.
func naiveCut(s string, i int) string           { return s[:i] + s[i+1:] }
func naivePut(s string, i int, c string) string { return s[:i] + c + s[i:] }

func (s *naiveState) clone() *naiveState {
	c := *s
	c.path = slices.Clone(s.path)
	c.rows = s.rows.clone()
	return &c
}

func (n *naive) visit(s *naiveState) {
	if n.visits++; n.most > 0 && n.visits > n.most {
		return
	}
	if s.left == [2]int{} {
		if n.reached(*s) {
			n.kernels++
			if n.extended(s) {
				n.lines = append(n.lines, strings.Join(s.path, " "))
			}
		}
		return
	}
	for c := range 2 {
		if s.left[c] == 0 {
			continue
		}
		w := "wb"[c : c+1]
		for x := 0; x < 8 && !s.only; x++ {
			for i := range s.cols[x] {
				if n.home(s, x, i) {
					continue
				}
				if s.cols[x][i] == naiveLetters[1-c] {
					t := s.clone()
					t.left[c]--
					t.path = append(t.path, fmt.Sprintf("%sxP%c%d", w, 'a'+x, i))
					t.cols[x] = naiveCut(t.cols[x], i)
					v := t.rows.last[x][i]
					t.rows.lo[v], t.rows.hi[v] = max(t.rows.lo[v], 1), min(t.rows.hi[v], 6)
					t.rows.last[x] = slices.Delete(t.rows.last[x], i, i+1)
					n.visit(t)
				} else {
					for _, y := range []int{x - 1, x + 1} {
						if y >= 0 && y < 8 {
							n.pawn(s, c, x, i, y)
						}
					}
				}
			}
		}
		for m := Queen; m <= Knight; m++ {
			if n.officer(s, 1-c, m) {
				t := s.clone()
				t.left[c]--
				t.only = true
				t.men[1-c][m]--
				t.path = append(t.path, w+"x"+m.String())
				n.visit(t)
			}
		}
	}
}

func (n *naive) officer(s *naiveState, c int, m Man) bool {
	return s.men[c][m] > 0 && (m != Rook || s.men[c][m] > n.p.goal.Castling.Of(chess.Color(c)).Count())
}

func (n *naive) home(s *naiveState, x, i int) bool {
	return i == 0 && n.p.fixed[0][x] || i == len(s.cols[x])-1 && n.p.fixed[1][x]
}

// pawn tries all captures of one pawn to file y.
func (n *naive) pawn(s *naiveState, c, x, i, y int) {
	for j := range s.cols[y] {
		if s.cols[y][j] == naiveLetters[1-c] && !n.home(s, y, j) {
			n.arrive(s, c, x, i, y, j, Pawn, fmt.Sprintf("P%c%d", 'a'+y, j))
		}
	}
	for m := Queen; m <= Knight; m++ {
		if n.officer(s, 1-c, m) {
			n.placed(s, c, x, i, y, m, m.String())
		}
	}
	for f := range 8 {
		col := s.cols[f]
		if col == "" || !n.p.ahead[1-c][f] {
			continue
		}
		end := 0
		if c == 1 {
			end = len(col) - 1
		}
		if col[end] != naiveLetters[1-c] || n.home(s, f, end) || !n.physical && n.available(col, f, 1-c) == 0 {
			continue
		}
		t := s.clone()
		t.cols[f] = naiveCut(col, end)
		t.rows.last[f] = slices.Delete(t.rows.last[f], end, end+1)
		k := i
		if f == x && end == 0 && c == 0 {
			k--
		}
		n.placed(t, c, x, k, y, Promoted, string(rune('a'+f)))
	}
}

// placed tries all places, and promotions, of a pawn that takes an officer.
func (n *naive) placed(s *naiveState, c, x, i, y int, victim Man, name string) {
	for j := 0; j <= len(s.cols[y]); j++ {
		if !(j == 0 && n.p.fixed[0][y] || j == len(s.cols[y]) && n.p.fixed[1][y]) {
			n.arrive(s, c, x, i, y, j, victim, fmt.Sprintf("%s%c%d", name, 'a'+y, j))
		}
	}
	end := len(s.cols[x]) - 1
	if c == 1 {
		end = 0
	}
	side := 0
	if y > x {
		side = 1
	}
	dark := (y+7-7*c)%2 == 0
	if i != end || !n.p.aside[c][x][side] || victim == bishopOn(!dark) {
		return
	}
	for m := Queen; m <= Knight; m++ {
		if m == bishopOn(!dark) || m <= Rook && !n.p.heavyAside[c][x] {
			continue
		}
		t := s.clone()
		t.left[c]--
		t.path = append(t.path, fmt.Sprintf("%sP%c%dx%s%c%s", "wb"[c:c+1], 'a'+x, i, name, 'a'+y, m))
		if victim != Promoted {
			t.men[1-c][victim]--
		}
		t.men[c][m]++
		n.leave(t, c, x, i, 6-5*c, 6-5*c)
		n.visit(t)
	}
}

// leave takes a pawn out of its column and returns the row from which it captured.
func (n *naive) leave(t *naiveState, c, x, i, lo, hi int) int {
	last := t.rows.last[x]
	from := t.rows.later(last[i], c, lo, hi)
	last[i] = from
	for k := range last {
		if n.aside && k != i {
			last[k] = t.rows.later(last[k], strings.IndexByte(naiveLetters, t.cols[x][k]), -6, 13)
		}
	}
	for j := 1; j < len(last); j++ {
		t.rows.le(last[j-1], last[j], -1)
	}
	t.cols[x] = naiveCut(t.cols[x], i)
	t.rows.last[x] = slices.Delete(last, i, i+1)
	return from
}

// addArrival makes a capture of a pawn that stays one.
func (n *naive) arrive(s *naiveState, c, x, i, y, j int, victim Man, name string) {
	t := s.clone()
	t.left[c]--
	t.path = append(t.path, fmt.Sprintf("%sP%c%dx%s", "wb"[c:c+1], 'a'+x, i, name))
	r := &t.rows
	from := n.leave(t, c, x, i, 1, 6)
	to := r.add(1, 6)
	r.le(to, from, 1-2*c)
	r.le(from, to, 2*c-1)
	for k := range r.last[y] {
		r.last[y][k] = r.later(r.last[y][k], strings.IndexByte(naiveLetters, t.cols[y][k]), -6, 13)
	}
	if victim == Pawn {
		v := r.last[y][j]
		r.le(v, to, 0)
		r.le(to, v, 0)
		r.last[y][j] = to
		t.cols[y] = naivePut(naiveCut(t.cols[y], j), j, naiveLetters[c:c+1])
	} else {
		if victim != Promoted {
			t.men[1-c][victim]--
		}
		r.last[y] = slices.Insert(r.last[y], j, to)
		t.cols[y] = naivePut(t.cols[y], j, naiveLetters[c:c+1])
		switch victim {
		case DarkBishop:
			r.parity[to] = y % 2
		case LightBishop:
			r.parity[to] = (y + 1) % 2
		}
	}
	for k := 1; k < len(r.last[y]); k++ {
		r.le(r.last[y][k-1], r.last[y][k], -1)
	}
	n.visit(t)
}

// available counts promotions as the reference does: matches of the goal's column, the
// white pawns above down to the first black one, the black ones below likewise.
func (n *naive) available(col string, x, c int) int {
	goal := naiveColumn(&n.p.goal.Board, x)
	var matches [][2]int
	for i := 0; i+len(goal) <= len(col); i++ {
		if col[i:i+len(goal)] == goal {
			above, below := col[i+len(goal):], col[:i]
			matches = append(matches, [2]int{len(above) - len(strings.TrimRight(above, "P")), len(below) - len(strings.TrimLeft(below, "p"))})
		}
	}
	best := -1
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

// reached promotes pawns in all ways and compares with the goal.
func (n *naive) reached(s naiveState) bool {
	for x := range 8 {
		col := s.cols[x]
		if col == naiveColumn(&n.p.goal.Board, x) {
			continue
		}
		for c, end := range []int{len(col) - 1, 0} {
			if col == "" || col[end] != naiveLetters[c] || !n.p.ahead[c][x] {
				continue
			}
			t := s
			t.cols[x] = naiveCut(col, end)
			for m := Queen; m <= Knight; m++ {
				dark := (x+7-7*c)%2 == 0
				if m == bishopOn(!dark) || m == bishopOn(dark) && n.p.bishopCaps[c][x] == noBishop {
					continue
				}
				t.men[c] = s.men[c]
				if t.men[c][m]++; n.reached(t) {
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

// extended adds the rows of the goal: the black pawns at the bottom that it has not have
// promoted.
func (n *naive) extended(s *naiveState) bool {
	r := s.rows.clone()
	for x := range 8 {
		goal := naiveColumn(&n.p.goal.Board, x)
		lead := func(col string) int { return len(col) - len(strings.TrimLeft(col, "p")) }
		i := lead(s.cols[x]) - lead(goal)
		for sq := range (n.p.goal.Board.Of(chess.Pawn) & chess.FileBB(x)).All() {
			v, g := r.last[x][i], r.add(sq.Row(), sq.Row())
			if s.cols[x][i] == 'P' {
				r.le(v, g, 0)
			} else {
				r.le(g, v, 0)
			}
			i++
		}
	}
	return r.feasible()
}
