package recheck

import (
	"math/bits"

	"chesscensus/recheck/internal/board"
)

// # NoProofKernel
//
// Definitions. The column of a file is its pawns, in their order from row 1 up. What happens to it in a game is
// a sequence of these events:
//
//   - A pawn leaves for a neighboring file.
//   - A pawn comes from a neighboring file. It takes the place of a pawn of the other side, or it takes an
//     officer and is inserted anywhere.
//   - An officer or king takes a pawn.
//   - The outermost pawn of its side, with none before it, promotes, by a step or a capture.
//
// The word of a boundary of two files is the sequence of pawns that cross it, with side and direction.
//
// Theorem. S is illegal if there are no sequences for the files a to h with all of these properties:
//
//   - Neighbors agree on the word between them.
//   - Each side makes no more captures than men are missing, bishops taken in their cages (which no pawn did)
//     apart.
//   - Each side loses no more pawns than it can spare.
//   - Each side promotes on enough squares of each color for the bishops that must be promoted.
//
// Proof. The game gives such sequences. A capture by a pawn touches two columns, and both see it at the same
// place of the word between them. En passant is a capture of a pawn that stands where the capturing pawn
// comes: in the column nothing was between. Of eight pawns, those of S and those promoted to what S shows are
// different from those taken. The others are spare.
//
// A pawn that promotes by a capture takes an officer on a square whose color the file tells. So if such
// sequences exist, they are looked for again with what theorem NoExtendedKernel (squares.go) says of bishops
// that were taken, applied to these captures alone.
//
// The method. All files from a to h are gone through, with all sequences at once. A state is what is left of
// the word on the left, the column, the word on the right so far, and the costs. Three facts save time, each
// true of every game:
//
//   - Pawns must still cross a boundary to the right if one side of it shows more pawns than began there.
//   - A file that is not as in the beginning was touched by a capture, and a capture touches at most two.
//   - On a boundary, the flow of pawns to the right has a least value (inflow).
//
// Example. White's pawn on a6 has passed Black's on a5. It left the file and came back: two captures by White,
// but one black man is missing.
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
	return kernel(q, func(n *counts, m *meter) error {
		err := noColumns(n, m, false)
		if err != nil && m.err == nil {
			err = noColumns(n, m, true)
		}
		return err
	})
}

// kernel confirms that one of the counts fails; it is not asked where a bishop is caged, which theorem CagedBishop refutes.
func kernel(q *question, none func(n *counts, m *meter) error) error {
	if cagedBishop(q) == nil {
		return nil
	}
	return none(newCounts(&q.setup), q.meter)
}

// noColumns confirms the same of counts, with colors or without.
func noColumns(n *counts, m *meter, colors bool) error {
	if n.spare[0] < 0 || n.spare[1] < 0 || n.captures[0] < 0 || n.captures[1] < 0 || n.refutedByCount() {
		return nil
	}
	w := &sweep{counts: n, search: search[columnState]{meter: m}, colors: colors}
	if ends := w.files(0, border{}); m.err == nil && len(ends) > 0 {
		return wrong("captures and promotions lead to these columns: there is a kernel")
	}
	return m.err
}

// A word is a sequence of letters, a byte each: the side of a pawn, plus 2 if it crosses to the
// left. With squares 4 times the row that it goes to is added.
type word string

const leftward = 2

// letter is a word of one letter.
func letter(i int, row int8) word { return word(rune(i) + 4*rune(row)) }

// net returns the pawns of a side that cross to the right less those to the left.
func (w word) net(side int) (n int) {
	for _, l := range []byte(w) {
		if int(l&1) == side {
			n += 1 - int(l&leftward)
		}
	}
	return n
}

// A col is a column: a bit for every pawn from row 1 up, 1 for Black, the lowest pawn first
// behind a leading 1.
type col uint32

const startColumn col = 1<<2 | 1 // a white pawn below a black one

func (c col) len() int { return bits.Len32(uint32(c)) - 1 }

// at returns the side of pawn i from below.
func (c col) at(i int) int { return int(c >> (c.len() - 1 - i) & 1) }

func (c col) remove(i int) col {
	n := c.len() - 1 - i // pawns above
	return c>>(n+1)<<n | c&(1<<n-1)
}

func (c col) insert(i, side int) col {
	n := c.len() - i // pawns above
	return (c>>n<<1|col(side))<<n | c&(1<<n-1)
}

// paired reports whether a white pawn stands below a black one: a 1 follows a 0, and the leading 1 none.
func (c col) paired() bool { return c&^(c>>1) != 1<<c.len() }

// column reads the pawns of a file.
func column(s *board.Setup, x int) col {
	c := col(1)
	for row := range int8(8) {
		if man := s.Men[board.At(int8(x), row)]; board.Role(man) == 'P' {
			c = c<<1 | col(board.Side(board.IsBlack(man)))
		}
	}
	return c
}

// A cost is what has been spent: by side captures, pawns taken, pawns that promoted to what S does
// not need (theorems ShutOut and BarredPromotions), captures by pawns of men taken at home (rookshome.go), and promotions on squares of each color,
// counted up to what bishops need.
type cost struct {
	captures, lost, unneeded, freed [2]int8
	promoted                        [2][2]int8
	officers                        officers // taken by pawns that promote, if colors count
}

// A border is what the files on the left of a boundary have led to.
type border struct {
	word word
	cost cost
}

// A columnState is a state within a file. Done has bit 8i+x if side i has promoted on file x where it
// must.
type columnState struct {
	in, out word
	col     col
	done    uint16
	cost    cost
}

// A sweep goes over the files from left to right.
type sweep struct {
	search[columnState]
	counts  *counts
	partial bool // the costs are those of the files from some file on alone
	colors  bool // bishops taken by pawns that promote are taken on their color
	x       int
	fixed   [2]bool // pawns at home in S
}

// files returns what the files from x on lead to, all together.
func (w *sweep) files(x int, from border) map[border]bool {
	now := map[border]bool{from: true}
	for ; x < 8; x++ {
		now = w.file(x, now)
	}
	return now
}

// file returns the borders on the right of file x that follow from those on its left.
func (w *sweep) file(x int, from map[border]bool) map[border]bool {
	w.x, w.seen = x, map[columnState]bool{}
	w.fixed = [2]bool{w.counts.pawnsAtHome[0].Has(int8(x)), w.counts.pawnsAtHome[1].Has(int8(x))}
	for b := range from {
		w.add(columnState{in: b.word, col: startColumn, cost: b.cost})
	}
	goal := column(w.counts.setup, x)
	ends := map[border]bool{}
	for p := range w.all {
		if p.in == "" && p.col == goal && w.ends(&p) {
			ends[border{p.out, p.cost}] = true
		}
		w.expand(&p)
	}
	return ends
}

// ends reports whether a file can be left as it is.
func (w *sweep) ends(p *columnState) bool {
	all := w.x == 7 && !w.partial // the costs are those of all files
	for i := range 2 {
		if w.counts.missesRequired(p.done, i, w.x) || p.out.net(i) < w.counts.inflow[i][w.x] ||
			all && int(p.cost.captures[i]-p.cost.freed[i]) > w.counts.captures[i]-w.counts.pawnMayHaveTaken[i] {
			return false
		}
	}
	return (w.x < 7 || p.out == "") && !(all && w.counts.lacksBishops(&p.cost))
}

// lacksBishops reports whether fewer bishops have been promoted than must be.
func (n *counts) lacksBishops(c *cost) bool {
	for i, least := range n.promotedBishops {
		if int(c.promoted[i][0]) < least[0] || int(c.promoted[i][1]) < least[1] {
			return true
		}
	}
	return false
}

// add adds a state that the counts allow.
func (w *sweep) add(p columnState) {
	if w.counts.allows(w.x, &p.cost) && (!w.colors || w.counts.allowsOthers(&p.cost, &p.cost.officers)) {
		w.search.add(p)
	}
}

// allows reports whether a cost within file x, of the files up to it, leaves enough.
func (n *counts) allows(x int, c *cost) bool {
	left := 0
	for i := range 2 {
		if int(c.lost[i]+c.unneeded[i]) > n.spare[i] || int(c.captures[i])+n.crossingsAhead[i][x+1] > n.captures[i] {
			return false
		}
		left += n.captures[i] - int(c.captures[i])
	}
	return left >= n.changedFiles[x+2]
}

// expand adds all that can happen next.
func (w *sweep) expand(p *columnState) {
	if p.in != "" {
		q := *p
		q.in = p.in[1:]
		if p.in[0]&leftward != 0 {
			w.removePawn(q, int(p.in[0]&1))
		} else {
			w.insertPawn(q, int(p.in[0]&1))
		}
	}
	for i := range 2 {
		if w.x < 7 {
			q := *p
			q.cost.captures[i]++
			q.out = p.out + letter(i, 0)
			w.removePawn(q, i)
			q.out = p.out + letter(i|leftward, 0)
			w.insertPawn(q, i)
		}
		q := *p
		q.cost.captures[1-i]++
		q.cost.lost[i]++
		w.removePawn(q, i)
		w.promote(p, i)
	}
}

// neverMoved reports whether pawn j of a column is at home in S, and so has never moved.
func (w *sweep) neverMoved(c col, j int) bool {
	return j == 0 && w.fixed[0] || j == c.len()-1 && w.fixed[1]
}

// removePawn takes a pawn of side i out of the column.
func (w *sweep) removePawn(p columnState, i int) {
	c := p.col
	for j := range c.len() {
		if c.at(j) == i && !w.neverMoved(c, j) {
			p.col = c.remove(j)
			w.add(p)
		}
	}
}

// insertPawn puts a pawn of side i into the column.
func (w *sweep) insertPawn(p columnState, i int) {
	c := p.col
	if c.len() > 20 {
		return // more than 16 pawns
	}
	q := p
	for j := range c.len() + 1 {
		if !(j == 0 && w.fixed[0]) && !(j == c.len() && w.fixed[1]) {
			for _, q.cost = range w.counts.costsOfCapture(p.cost, i, 1<<board.At(int8(w.x), board.PawnRow(!sides[i]))) {
				q.col = c.insert(j, i)
				w.add(q)
			}
		}
	}
	p.cost.lost[1-i]++
	for j := range c.len() {
		if c.at(j) != i && !w.neverMoved(c, j) {
			p.col = c.remove(j).insert(j, i)
			w.add(p)
		}
	}
}

// promote promotes the outermost pawn of side i.
func (w *sweep) promote(p *columnState, i int) {
	j := 0 // the lowest, for Black
	if i == 0 {
		j = p.col.len() - 1
	}
	if p.col.len() == 0 || p.col.at(j) != i || w.neverMoved(p.col, j) {
		return
	}
	q := *p
	q.col = p.col.remove(j)
	if w.counts.canStep[i][w.x] {
		r := q
		w.counts.countStep(&r.cost, &r.done, i, w.x)
		w.add(r)
	}
	if w.counts.canCapture[i][w.x] {
		r := q
		r.cost.captures[i]++
		if w.x == 4 && w.counts.uselessBesideKing[i] {
			r.cost.unneeded[i]++
		}
		w.counts.countPromotion(&r.cost, i, 1-lastColor(i, w.x))
		if w.colors {
			w.counts.countOfficer(&r.cost.officers, i, board.At(int8(w.x)^1, board.HomeRow(!sides[i])))
		}
		for _, r.cost = range w.counts.costsOfCapture(r.cost, i, board.Covered(1<<board.At(int8(w.x), board.PawnRow(!sides[i])), sides[i])) {
			w.add(r)
		}
	}
}

// lastColor is the color of the last square of a file for a side's pawns.
func lastColor(i, x int) int { return board.Color(board.At(int8(x), board.HomeRow(!sides[i]))) }

// countStep counts a promotion by a step on file x. On a square that bishops do not leave it makes
// only the bishop that S shows there.
func (n *counts) countStep(c *cost, done *uint16, i, x int) {
	if n.barren[i][x] {
		c.unneeded[i]++
	}
	if n.locked[i][x] && !n.missesRequired(*done, i, x) || n.noBishop[i][x] {
		return
	}
	if n.required[i][x] {
		*done |= 1 << (8*i + x)
	}
	n.countPromotion(c, i, lastColor(i, x))
}

// missesRequired reports whether side i must promote on file x by a step and has not done so.
func (n *counts) missesRequired(done uint16, i, x int) bool {
	return n.required[i][x] && done>>(8*i+x)&1 == 0
}

// countPromotion counts a promotion on squares of a color, up to what is needed.
func (n *counts) countPromotion(c *cost, i, color int) {
	if int(c.promoted[i][color]) < n.promotedBishops[i][color] {
		c.promoted[i][color]++
	}
}
