package recheck

import (
	"math/bits"

	"chesscensus/recheck/internal/board"
)

// # NoProofKernel
//
// Definitions. The column of a file is its pawns, in their order from row 1 up. What happens to it in a game is a sequence of these events:
//
//   - A pawn leaves for a neighboring file.
//   - A pawn comes from a neighboring file. It takes the place of a pawn of the other side, or it takes an officer and is inserted
//     anywhere.
//   - An officer or king takes a pawn.
//   - The outermost pawn of its side, with none before it, promotes, by a step or a capture.
//
// The word of a boundary of two files is the sequence of pawns that cross it, with side and direction.
//
// Theorem. S is illegal if there are no sequences for the files a to h with all of these properties:
//
//   - Neighbors agree on the word between them.
//   - Each side makes no more captures than men are missing, bishops taken in their cages (which no pawn did) apart.
//   - Each side loses no more pawns than it can spare.
//   - Each side promotes on enough squares of each color for the bishops that must be promoted.
//
// Proof. The game gives such sequences. A capture by a pawn concerns two columns, and both have it at the same place of the word between
// them. En passant counts as a capture of a pawn that stands where the capturing pawn comes: in the column no pawn was between. The pawns
// of S, those promoted to men that S shows, and those that were captured are different ones of eight pawns. A side can spare the pawns that
// are neither of the first two.
//
// A pawn that promotes by a capture takes an officer on a square whose color is that of the file beside. So if such sequences exist, the
// search is repeated with the condition on captured bishops of theorem NoExtendedKernel (squares.go), applied to these captures alone.
//
// Method. The search goes over the files from a to h, with all sequences at once (columnState). Three facts on all games save time:
//
//   - Pawns must still cross a boundary to the right if one side of it shows more pawns than began there.
//   - A file that is not as in the beginning was touched by a capture, and a capture touches at most two.
//   - On a boundary, the flow of pawns to the right has a least value (inflow).
//
// Example. White's pawn on a6 has passed Black's on a5. So it left the file and came back by two captures. But Black lacks one man.
//
//	8  r n b q k b . r
//	7  . p p p p p p p
//	6  P . . . . . . .
//	5  p . . . . . . .
//	   a b c d e f g h
//
//	illegal  rnbqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR b KQkq -
//	legal    r1bqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR b KQkq -
//	game     1. Nc3 Nf6 2. Nb1 Nd5 3. a3 Nb4 4. axb4 a5 5. b5 Na6 6. bxa6

// noKernel confirms that there are no such sequences.
func noKernel(q *question) error {
	return cagedBishopOr(q, func(ct *counts, m *meter) error {
		err := noColumns(ct, m, false)
		if err != nil && m.err == nil {
			err = noColumns(ct, m, true)
		}
		return err
	})
}

// cagedBishopOr confirms that theorem CagedBishop refutes the setup, or else what the function confirms of its counts: that they have no solution.
func cagedBishopOr(q *question, noSolution func(ct *counts, m *meter) error) error {
	if cagedBishop(q) == nil {
		return nil
	}
	return noSolution(newCounts(&q.setup), q.meter)
}

// noColumns confirms that no sequences for the files agree with the counts. With colors, a bishop that a promoting pawn captures counts
// only on its own color (theorem NoExtendedKernel).
func noColumns(ct *counts, m *meter, colors bool) error {
	if min(ct.spare[0], ct.spare[1], ct.captures[0], ct.captures[1]) < 0 || ct.refutedByCount() {
		return nil
	}
	w := &sweep{counts: ct, search: search[columnState]{meter: m}, colors: colors}
	if ends := w.sweepFiles(0, border{}); m.err == nil && len(ends) > 0 {
		return wrong("captures and promotions lead to these columns: there is a kernel")
	}
	return m.err
}

// A word is a sequence of letters, a byte each: the side of a pawn, plus leftward if it crosses to the left. In squares.go 4 times the row
// of the square that it crosses to is added, and 32 for a flag (flagRow).
type word string

const leftward = 2

// letter returns a word of one letter.
func letter(i int, row int8) word { return word(rune(i) + 4*rune(row)) }

// net returns the number of pawns of a side that cross to the right less the number to the left.
func (w word) net(side int) (n int) {
	for _, l := range []byte(w) {
		if int(l&1) == side {
			n += 1 - int(l&leftward)
		}
	}
	return n
}

// A pawnColumn is a column: a bit for every pawn from row 1 up, 1 for Black, the lowest pawn first behind a leading 1.
type pawnColumn uint32

const startColumn pawnColumn = 1<<2 | 1 // a white pawn below a black one

// len returns the number of pawns.
func (c pawnColumn) len() int { return bits.Len32(uint32(c)) - 1 }

// at returns the side of pawn i from below.
func (c pawnColumn) at(i int) int { return int(c >> (c.len() - 1 - i) & 1) }

// remove returns the column without pawn i.
func (c pawnColumn) remove(i int) pawnColumn {
	n := c.len() - 1 - i // pawns above
	return c>>(n+1)<<n | c&(1<<n-1)
}

// insert returns the column with a pawn of a side that becomes pawn i.
func (c pawnColumn) insert(i, side int) pawnColumn {
	n := c.len() - i // pawns above
	return (c>>n<<1|pawnColumn(side))<<n | c&(1<<n-1)
}

// hasPair reports whether a white pawn stands below a black one: whether a 1 follows a 0. Only the leading 1 follows nothing.
func (c pawnColumn) hasPair() bool { return c&^(c>>1) != 1<<c.len() }

// column returns the pawns of a file of a setup.
func column(s *board.Setup, x int) pawnColumn {
	c := pawnColumn(1)
	for row := range int8(8) {
		if man := s.Men[board.At(int8(x), row)]; board.Role(man) == 'P' {
			c = c<<1 | pawnColumn(board.Side(board.IsBlack(man)))
		}
	}
	return c
}

// A cost counts, by side, what the events so far have used up.
type cost struct {
	captures       [2]int8    // that the side made
	lost           [2]int8    // pawns of the side that were captured
	unneeded       [2]int8    // pawns that promoted to a man that S does not need (theorems ShutOut and BarredPromotions)
	capturesAtHome [2]int8    // captures by pawns that are left out: of men taken at home (rookshome.go)
	promoted       [2][2]int8 // promotions by color of the square, counted up to the number that bishops need
	officers       officers   // captured by promoting pawns, if colors count
}

// A border is the word of a boundary with the cost of all files on its left.
type border struct {
	word word
	cost cost
}

// A columnState is a state within a file: what is left of the word on its left, its column, the word on its right so far, and the cost. Bit
// 8i+x of done says that side i has promoted on file x, where it must.
type columnState struct {
	in, out word
	column  pawnColumn
	done    uint16
	cost    cost
}

// A sweep goes over the files from left to right. It searches the states of one file at a time.
type sweep struct {
	search[columnState]
	counts     *counts
	partial    bool    // the sweep began after file a, so that costs lack the files before
	colors     bool    // see noColumns
	x          int     // the file
	pawnAtHome [2]bool // by side: its pawn of the file is at home in S
}

// sweepFiles returns the borders after file h that follow from a border on the left of file x.
func (w *sweep) sweepFiles(x int, from border) map[border]bool {
	now := map[border]bool{from: true}
	for ; x < 8; x++ {
		now = w.sweepFile(x, now)
	}
	return now
}

// sweepFile returns the borders on the right of file x that follow from those on its left.
func (w *sweep) sweepFile(x int, from map[border]bool) map[border]bool {
	w.x, w.seen = x, map[columnState]bool{}
	w.pawnAtHome = [2]bool{w.counts.pawnsAtHome[0].Has(int8(x)), w.counts.pawnsAtHome[1].Has(int8(x))}
	for b := range from {
		w.add(columnState{in: b.word, column: startColumn, cost: b.cost})
	}
	goal := column(w.counts.setup, x)
	ends := map[border]bool{}
	for p := range w.all {
		if p.in == "" && p.column == goal && w.canLeaveFile(&p) {
			ends[border{p.out, p.cost}] = true
		}
		w.expand(&p)
	}
	return ends
}

// canLeaveFile reports whether a file can be left in this state: whether the promotions, the flow of pawns and, after the last file, the
// costs are those of S.
func (w *sweep) canLeaveFile(p *columnState) bool {
	complete := w.x == 7 && !w.partial // the cost is that of all files
	for i := range 2 {
		if w.counts.lacksRequiredStep(p.done, i, w.x) || p.out.net(i) < w.counts.inflow[i][w.x] ||
			complete && int(p.cost.captures[i]-p.cost.capturesAtHome[i]) > w.counts.captures[i]-w.counts.pawnMayHaveTaken[i] {
			return false
		}
	}
	return (w.x < 7 || p.out == "") && !(complete && w.counts.lacksBishops(&p.cost))
}

// lacksBishops reports whether fewer men were promoted on squares of a color than bishops must be.
func (ct *counts) lacksBishops(c *cost) bool {
	for i, least := range ct.promotedBishops {
		if int(c.promoted[i][0]) < least[0] || int(c.promoted[i][1]) < least[1] {
			return true
		}
	}
	return false
}

// add adds a state if the counts allow its cost.
func (w *sweep) add(p columnState) {
	if w.counts.allows(w.x, &p.cost) && (!w.colors || w.counts.allowsOthers(&p.cost, &p.cost.officers)) {
		w.search.add(p)
	}
}

// allows reports whether a cost of the files up to x leaves enough pawns and captures for the other files.
func (ct *counts) allows(x int, c *cost) bool {
	left := 0 // captures that are left for both sides
	for i := range 2 {
		if int(c.lost[i]+c.unneeded[i]) > ct.spare[i] || int(c.captures[i])+ct.crossingsAhead[i][x+1] > ct.captures[i] {
			return false
		}
		left += ct.captures[i] - int(c.captures[i])
	}
	return left >= ct.changedFiles[x+2] // file x+1 can have been changed by a capture that is counted
}

// expand adds all states that follow by one event: the next letter of the word on the left, a crossing to or from the right, the capture of
// a pawn by an officer, or a promotion.
func (w *sweep) expand(p *columnState) {
	if p.in != "" {
		next := *p
		next.in = p.in[1:]
		if p.in[0]&leftward != 0 {
			w.removePawn(next, int(p.in[0]&1))
		} else {
			w.insertPawn(next, int(p.in[0]&1))
		}
	}
	for i := range 2 {
		if w.x < 7 {
			next := *p
			next.cost.captures[i]++
			next.out = p.out + letter(i, 0)
			w.removePawn(next, i)
			next.out = p.out + letter(i|leftward, 0)
			w.insertPawn(next, i)
		}
		next := *p
		next.cost.captures[1-i]++
		next.cost.lost[i]++
		w.removePawn(next, i)
		w.promote(p, i)
	}
}

// neverMoved reports whether pawn j of a column is at home in S, and so has never moved.
func (w *sweep) neverMoved(c pawnColumn, j int) bool {
	return j == 0 && w.pawnAtHome[0] || j == c.len()-1 && w.pawnAtHome[1]
}

// removePawn adds the states in which some pawn of side i has left the column.
func (w *sweep) removePawn(p columnState, i int) {
	c := p.column
	for j := range c.len() {
		if c.at(j) == i && !w.neverMoved(c, j) {
			p.column = c.remove(j)
			w.add(p)
		}
	}
}

// insertPawn adds the states in which a pawn of side i has come into the column: it captured an officer and is inserted anywhere, or it
// captured a pawn and takes its place.
func (w *sweep) insertPawn(p columnState, i int) {
	c := p.column
	if c.len() > 20 {
		return // impossible, as there are 16 pawns; and a pawnColumn has room for 31
	}
	next := p
	for j := range c.len() + 1 {
		if !(j == 0 && w.pawnAtHome[0]) && !(j == c.len() && w.pawnAtHome[1]) {
			for _, next.cost = range w.counts.costsOfCapture(p.cost, i, 1<<board.At(int8(w.x), board.PawnRow(!sides[i]))) {
				next.column = c.insert(j, i)
				w.add(next)
			}
		}
	}
	p.cost.lost[1-i]++
	for j := range c.len() {
		if c.at(j) != i && !w.neverMoved(c, j) {
			p.column = c.remove(j).insert(j, i)
			w.add(p)
		}
	}
}

// promote adds the states in which the outermost pawn of side i has promoted, by a step or by a capture.
func (w *sweep) promote(p *columnState, i int) {
	j := 0 // for Black the lowest pawn, for White the highest
	if i == 0 {
		j = p.column.len() - 1
	}
	if p.column.len() == 0 || p.column.at(j) != i || w.neverMoved(p.column, j) {
		return
	}
	gone := *p
	gone.column = p.column.remove(j)
	if w.counts.canStep[i][w.x] {
		next := gone
		w.counts.countStep(&next.cost, &next.done, i, w.x)
		w.add(next)
	}
	if w.counts.canCapture[i][w.x] {
		next := gone
		next.cost.captures[i]++
		next.cost.unneeded[i] += w.counts.uselessCapture[i][w.x]
		w.counts.countPromotion(&next.cost, i, 1-lastColor(i, w.x))
		if w.colors { // file x^1 is a neighbor; the square on the other one has the same color
			w.counts.countOfficer(&next.cost.officers, i, board.At(int8(w.x)^1, board.HomeRow(!sides[i])))
		}
		for _, next.cost = range w.counts.costsOfCapture(next.cost, i, board.PawnAttacks(1<<board.At(int8(w.x), board.PawnRow(!sides[i])), sides[i])) {
			w.add(next)
		}
	}
}

// lastColor returns the color of the promotion square of side i on file x.
func lastColor(i, x int) int { return board.Color(board.At(int8(x), board.HomeRow(!sides[i]))) }

// countStep adds a promotion by a step on file x to a cost. On a square that bishops cannot leave only a bishop that stands there counts.
func (ct *counts) countStep(c *cost, done *uint16, i, x int) {
	if ct.uselessStep[i][x] {
		c.unneeded[i]++
	}
	if ct.noBishopLeaves[i][x] && !ct.lacksRequiredStep(*done, i, x) || ct.uselessForBishops[i][x] {
		return
	}
	if ct.requiredStep[i][x] {
		*done |= 1 << (8*i + x)
	}
	ct.countPromotion(c, i, lastColor(i, x))
}

// lacksRequiredStep reports whether side i must promote on file x by a step and has not done so.
func (ct *counts) lacksRequiredStep(done uint16, i, x int) bool {
	return ct.requiredStep[i][x] && done>>(8*i+x)&1 == 0
}

// countPromotion adds a promotion on a square of a color to a cost, up to the number of bishops that must be promoted.
func (ct *counts) countPromotion(c *cost, i, color int) {
	if int(c.promoted[i][color]) < ct.promotedBishops[i][color] {
		c.promoted[i][color]++
	}
}
