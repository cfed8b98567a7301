package proofkernel

import "chesscensus/chess"

// A PathCost is what a path in the projection to a window has cost so far. Captures by
// pawns that come in from the left or leave to the left are not counted: they are paid by
// the file on the left.
type PathCost struct {
	Left, Right BoundaryWord // of the boundaries of the window
	Captures    [2]int8      // by color
	Lost        [2]int8      // pawns taken in the window by pawns or officers, by color
	Kept        [2]int8      // pawns that became men beyond those needed that are never taken, by color

	// Promoted counts promotions of pawns of the window, by color and color of the square (0 light,
	// 1 dark), up to the number of bishops that need it.
	Promoted [2][2]int8

	// Officers counts the officers that pawns have taken on squares of the window, and those
	// that pawns of the window took when they promoted, by color of the victim and of the square.
	Officers [2][2]int8
}

// A Window tells of a few neighboring files which paths the others allow. It is made
// by [Solver.Window].
type Window struct {
	s       *Solver
	lo, hi  int
	pairs   []wordPair
	answers map[costKey]bool
}

// A wordPair is what can pass the two boundaries of a window, a word each, and the resources
// that the files left of it leave.
type wordPair struct {
	left, right BoundaryWord
	m           resources
}

type costKey struct {
	PathCost
	more int // captures that the window needs at least, or over
}

// over is the number of captures that a window needs that has come to its goal.
const over = -1

// maxWordPairs bounds the pairs of words of a window.
const maxWordPairs = 64

// Open prepares for windows of a valid setup, within a budget of states for all of them and
// their answers, as for Exists.
func (s *Solver) Open(setup *chess.Setup, budget int64) { s.begin(setup, budget) }

// Window prepares for questions about the files lo to hi of the setup that was opened last. It
// returns nil if the budget runs out or there is too much to tell apart. Windows are valid
// until the next search of the solver or the next setup that is opened.
func (s *Solver) Window(lo, hi int) *Window {
	w := &Window{s: s, lo: lo, hi: hi, answers: map[costKey]bool{}}
	if !s.passesCounts() {
		return w // no pairs: there is not even a kernel
	}
	w.collectPairs(0, EmptyWord, s.resources(s.goal.captures[0]+s.goal.captures[1]), wordPair{}, map[collectState]bool{})
	if s.exhausted || len(w.pairs) > maxWordPairs {
		return nil
	}
	return w
}

// A collectState is where the chain of files has come to, for the pairs behind it.
type collectState struct {
	x  int
	in BoundaryWord
	m  resources
	w  wordPair
}

// collectPairs goes on from file x to all pairs of words.
func (w *Window) collectPairs(x int, in BoundaryWord, m resources, v wordPair, seen map[collectState]bool) {
	s := w.s
	if x == w.lo {
		v = wordPair{left: in, m: m}
	}
	if x == w.hi+1 {
		if v.right = in; s.feasible(x, in, m) {
			n := collectState{x: -1, w: v}
			if !seen[n] {
				seen[n] = true
				w.pairs = append(w.pairs, v)
			}
		}
		return
	}
	n := collectState{x, in, m, v}
	if seen[n] || s.exhausted || len(w.pairs) > maxWordPairs || !s.spend(1) {
		return
	}
	seen[n] = true
	lim, ok := s.limits(x, in, &m)
	if !ok {
		return
	}
	t := s.table(x, in, lim)
	if t == nil {
		return
	}
	for i := range t.outcomes {
		o := &t.outcomes[i]
		most := s.usefulByCapture(x, o, &m)
		for white := range most[white] + 1 {
			for black := range most[black] + 1 {
				next, ok := s.after(x, o, [2]int{white, black}, m)
				if ok && s.feasible(x+1, o.out, next) {
					w.collectPairs(x+1, o.out, next, v, seen)
				}
			}
		}
	}
}

// Promote counts a promotion on a square whose color is 0 or 1, if it matters.
func (w *Window) Promote(c *PathCost, color chess.Color, square int) {
	if p := &c.Promoted[color][square]; int(*p) < w.s.goal.requiredBishops[color][square] {
		*p++
	}
}

// Captures returns how many captures a color makes at most.
func (w *Window) Captures(c chess.Color) int { return w.s.goal.captures[c] }

// Need returns how many bishops of a color have been promoted at least, on squares of the color 0
// or 1.
func (w *Window) Need(c chess.Color, square int) int { return w.s.goal.requiredBishops[c][square] }

// Made returns how many queens, rooks or knights of a color have been promoted at least.
func (w *Window) Made(c chess.Color, role chess.Role) int {
	return int(w.s.goal.promotedAtLeast[c][role-chess.Knight])
}

// Gone reports whether the budget was spent; answers are not to be trusted then.
func (w *Window) Gone() bool { return w.s.exhausted }

// Ends reports whether the other files can do their part at the end of a path with this cost.
func (w *Window) Ends(c *PathCost) bool { return w.ask(c, over) }

// Allows reports whether the other files can do their part in a game that begins with a
// path of this cost, and in which captures by pawns of the window, or onto its squares, still touch so
// many files that it takes more of them.
//
// It is sound, by Lemma 13: if it says no, there is no such game to the setup.
func (w *Window) Allows(c *PathCost, more int) bool { return w.ask(c, more) }

func (w *Window) ask(c *PathCost, more int) bool {
	key := costKey{*c, more}
	for o, a := range c.Officers { // Lemma 14: so many fewer pawns can be taken; a man that was kept may be one of these
		e := w.s.goal.takenBishops[o]
		key.Kept[o] = max(c.Kept[o], int8(max(0, int(a[0])-e[0])+max(0, int(a[1])-e[1])-w.s.goal.takenOthers[o]))
	}
	key.Officers = [2][2]int8{}
	answer, ok := w.answers[key]
	if !ok {
		for i := range w.pairs {
			if answer = w.allows(&w.pairs[i], &key.PathCost, more); answer {
				break
			}
		}
		w.answers[key] = answer
	}
	return answer
}

func (w *Window) allows(v *wordPair, c *PathCost, more int) bool {
	if more == over && (c.Left != v.left || c.Right != v.right) || !c.Left.begins(v.left) || !c.Right.begins(v.right) {
		return false
	}
	m := v.m
	right, left := v.right.Flow() // what is still to come
	r, l := c.Right.Flow()
	for color := range 2 {
		paid := c.Captures[color] + int8(right[color]-r[color]+left[color]-l[color])
		m.captures[color] -= paid
		m.total -= paid
		m.spare[color] -= c.Lost[color] + c.Kept[color]
		if m.captures[color] < 0 || m.spare[color] < 0 {
			return false
		}
		for q := range 2 {
			m.requiredBishops[color][q] = max(0, m.requiredBishops[color][q]-c.Promoted[color][q])
			if more != over {
				m.requiredBishops[color][q] = 0
			}
		}
	}
	if more != over {
		crossings := v.left.len() - c.Left.len() + v.right.len() - c.Right.len()
		m.total -= int8(max(0, more-crossings))
		if m.total < 0 {
			return false
		}
	}
	return w.s.feasible(w.hi+1, v.right, m)
}
