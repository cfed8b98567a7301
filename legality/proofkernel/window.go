package proofkernel

import "chesscensus/chess"

// A PathCost is the cost so far of a path in the projection to a window. Captures by pawns that come in from the left or leave to
// the left are not counted, since the file on the left pays for them.
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

// A Window answers which paths of a few neighboring files the other files allow. [Solver.Window] makes it.
type Window struct {
	s       *Solver
	lo, hi  int
	pairs   []wordPair
	answers map[costKey]bool
}

// A wordPair is a word for each of the two boundaries of a window, with the resources that the files to the left leave.
type wordPair struct {
	left, right BoundaryWord
	remaining   resources
}

// A costKey is a question to a window.
type costKey struct {
	PathCost
	more int // captures that the window still needs at least, or atEnd
}

// atEnd stands for the number of captures of a window whose path is complete.
const atEnd = -1

// maxWordPairs bounds the pairs of words of a window.
const maxWordPairs = 64

// Open prepares for windows of a valid setup. The budget of states, as for Exists, is for all windows and their answers together.
func (s *Solver) Open(setup *chess.Setup, budget int64) { s.begin(setup, budget) }

// Window prepares for questions about the files lo to hi of the setup that was opened last. It returns nil if the budget runs out
// or there are too many pairs of words. A window is valid until the next search of the solver or the next setup that is opened.
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

// A collectState is a state of the chain of files on the way to the pairs of words.
type collectState struct {
	file      int
	in        BoundaryWord
	remaining resources
	pair      wordPair
}

// collectPairs continues the chain from the file and adds the pairs of words of all chains.
func (w *Window) collectPairs(file int, in BoundaryWord, remaining resources, pair wordPair, seen map[collectState]bool) {
	s := w.s
	if file == w.lo {
		pair = wordPair{left: in, remaining: remaining}
	}
	if file == w.hi+1 {
		if pair.right = in; s.feasible(file, in, remaining) {
			state := collectState{file: -1, pair: pair}
			if !seen[state] {
				seen[state] = true
				w.pairs = append(w.pairs, pair)
			}
		}
		return
	}
	state := collectState{file, in, remaining, pair}
	if seen[state] || s.exhausted || len(w.pairs) > maxWordPairs || !s.spend(1) {
		return
	}
	seen[state] = true
	limit, ok := s.limits(file, in, &remaining)
	if !ok {
		return
	}
	t := s.table(file, in, limit)
	if t == nil {
		return
	}
	for i := range t.outcomes {
		o := &t.outcomes[i]
		for _, next := range s.successors(file, o, &remaining) {
			if s.feasible(file+1, o.out, next) {
				w.collectPairs(file+1, o.out, next, pair, seen)
			}
		}
	}
}

// Promote adds a promotion on a square of the color 0 or 1 to a cost, up to the number of bishops that need it.
func (w *Window) Promote(c *PathCost, color chess.Color, square int) {
	if p := &c.Promoted[color][square]; int(*p) < w.s.goal.requiredBishops[color][square] {
		*p++
	}
}

// Captures returns the largest number of captures that a color can have made.
func (w *Window) Captures(c chess.Color) int { return w.s.goal.captures[c] }

// Need returns the least number of bishops of a color that were promoted on squares of the color 0 or 1.
func (w *Window) Need(c chess.Color, square int) int { return w.s.goal.requiredBishops[c][square] }

// Made returns the least number of queens, rooks or knights of a color that were promoted.
func (w *Window) Made(c chess.Color, role chess.Role) int {
	return int(w.s.goal.promotedAtLeast[c][role])
}

// Gone reports whether the budget was spent. Answers mean nothing then.
func (w *Window) Gone() bool { return w.s.exhausted }

// Ends reports whether the other files allow a game that ends with a path of this cost.
func (w *Window) Ends(c *PathCost) bool { return w.answer(c, atEnd) }

// Allows reports whether the other files allow a game that begins with a path of this cost, and in which pawns of the window, or
// onto its squares, still make at least so many more captures.
//
// It is sound, by Lemma 13: if it returns false, no such game leads to the setup.
func (w *Window) Allows(c *PathCost, more int) bool { return w.answer(c, more) }

// answer looks the question up or tries all pairs of words.
func (w *Window) answer(c *PathCost, more int) bool {
	key := costKey{*c, more}
	// Lemma 14: some officers that pawns took leave a pawn less to be taken each. A man in Kept may be one of these.
	for o, onColor := range c.Officers {
		bishops := w.s.goal.takenBishops[o]
		key.Kept[o] = max(c.Kept[o], int8(max(0, int(onColor[0])-bishops[0])+max(0, int(onColor[1])-bishops[1])-w.s.goal.takenOthers[o]))
	}
	key.Officers = [2][2]int8{}
	allowed, ok := w.answers[key]
	if !ok {
		for i := range w.pairs {
			if allowed = w.allows(&w.pairs[i], &key.PathCost, more); allowed {
				break
			}
		}
		w.answers[key] = allowed
	}
	return allowed
}

// allows reports whether the other files allow the cost in chains with the given pair of words (Lemma 13).
func (w *Window) allows(pair *wordPair, c *PathCost, more int) bool {
	isWhole := c.Left == pair.left && c.Right == pair.right
	if more == atEnd && !isWhole || !c.Left.isPrefixOf(pair.left) || !c.Right.isPrefixOf(pair.right) {
		return false
	}
	remaining := pair.remaining
	chainRight, chainLeft := pair.right.Flow() // what is still to come
	pathRight, pathLeft := c.Right.Flow()
	for color := range 2 {
		paid := c.Captures[color] + int8(chainRight[color]-pathRight[color]+chainLeft[color]-pathLeft[color])
		remaining.captures[color] -= paid
		remaining.total -= paid
		remaining.spare[color] -= c.Lost[color] + c.Kept[color]
		if remaining.captures[color] < 0 || remaining.spare[color] < 0 {
			return false
		}
		for q := range 2 {
			remaining.requiredBishops[color][q] = max(0, remaining.requiredBishops[color][q]-c.Promoted[color][q])
			if more != atEnd {
				remaining.requiredBishops[color][q] = 0
			}
		}
	}
	if more != atEnd {
		crossings := pair.left.len() - c.Left.len() + pair.right.len() - c.Right.len()
		remaining.total -= int8(max(0, more-crossings))
		if remaining.total < 0 {
			return false
		}
	}
	return w.s.feasible(w.hi+1, pair.right, remaining)
}
