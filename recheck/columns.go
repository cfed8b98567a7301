package recheck

import (
	"math/bits"

	"chesscensus/recheck/internal/board"
)

// # NoProofKernel
//
// Take a game to S and look at the pawns of one file, in their order from row 1 up: a column.
// What happens to it in the game is a sequence of
//
//	- a pawn leaves for a neighboring file, or comes from one and takes the place of a pawn
//	  of the other side, or a place of its own where it takes an officer
//	- an officer or king takes a pawn
//	- the outermost pawn of its side, with none before it, promotes, by a step or a capture
//
// At every boundary of two files there is the sequence of pawns that cross it, with side and
// direction: its word. Suppose that there are no sequences for the files a to h that agree on
// all words, in which White and Black make no more captures than men are missing (bishops
// taken in their cages apart, which no pawn did), lose no more pawns than they can spare, and
// promote on enough squares of each color for the bishops that must be promoted. Then S is
// illegal.
//
// Proof. The game gives such sequences. A capture by a pawn touches two columns, and both see
// it at the same place of the word between them. En passant is a capture of a pawn that stands
// where the capturing pawn comes; in the column nothing was between. Spare pawns: of eight, those
// of S and those promoted to what S shows are different ones from those taken.
//
// A pawn that promotes by a capture takes an officer on a square whose color the file tells. So if such sequences exist they are looked for again, with
// what theorem NoExtendedKernel (squares.go) says of bishops that were taken, of these captures alone.
//
// The check goes through all files from a to h with all sequences at once: a state is what is
// left of the word on the left, the column, the word on the right so far, and the costs. Three
// remarks save time, each true of every game: captures on boundaries still to come, where more
// pawns are shown on one side than began there; a file that is not as in the beginning was
// touched by a capture, which touches no more than two; and likewise of the word itself.
//
//	illegal  rnbqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR b KQkq -
//	legal    r1bqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR b KQkq -
//	game     1. Nc3 Nf6 2. Nb1 Nd5 3. a3 Nb4 4. axb4 a5 5. b5 Na6 6. bxa6

// noKernel confirms that there are no such sequences.
func noKernel(q *question) error {
	return kernel(q, func(n *needs, m *meter) error {
		err := noColumns(n, m, false)
		if err != nil && m.err == nil {
			err = noColumns(n, m, true)
		}
		return err
	})
}

// kernel confirms that one of the counts fails; it is not asked where a bishop is caged, which theorem CagedBishop refutes.
func kernel(q *question, none func(n *needs, m *meter) error) error {
	if cagedBishop(q) == nil {
		return nil
	}
	return none(newNeeds(&q.setup), q.meter)
}

// noColumns confirms the same of needs, with colors or without.
func noColumns(n *needs, m *meter, colors bool) error {
	if n.spare[0] < 0 || n.spare[1] < 0 || n.captures[0] < 0 || n.captures[1] < 0 || n.outnumbered() {
		return nil
	}
	w := &sweep{needs: n, search: search[place]{meter: m}, colors: colors}
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
// not need (theorems ShutOut and BarredPromotions), captures by pawns of men who fell (rookshome.go), and promotions on squares of each color,
// counted up to what bishops need.
type cost struct {
	captures, lost, vain, freed [2]int8
	promoted                    [2][2]int8
	officers                    officers // taken by pawns that promote, if colors count
}

// A border is what the files on the left of a boundary have led to.
type border struct {
	word word
	cost cost
}

// A place is a state within a file. Done has bit 8i+x if side i has promoted on file x where it
// must.
type place struct {
	in, out word
	col     col
	done    uint16
	cost    cost
}

// A sweep goes over the files from left to right.
type sweep struct {
	search[place]
	needs   *needs
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
	w.x, w.seen = x, map[place]bool{}
	w.fixed = [2]bool{w.needs.home[0].Has(int8(x)), w.needs.home[1].Has(int8(x))}
	for b := range from {
		w.add(place{in: b.word, col: startColumn, cost: b.cost})
	}
	goal := column(w.needs.setup, x)
	ends := map[border]bool{}
	for p := range w.all {
		if p.in == "" && p.col == goal && w.ends(&p) {
			ends[border{p.out, p.cost}] = true
		}
		w.next(&p)
	}
	return ends
}

// ends reports whether a file can be left as it is.
func (w *sweep) ends(p *place) bool {
	all := w.x == 7 && !w.partial // the costs are those of all files
	for i := range 2 {
		if w.needs.missed(p.done, i, w.x) || p.out.net(i) < w.needs.inflow[i][w.x] ||
			all && int(p.cost.captures[i]-p.cost.freed[i]) > w.needs.captures[i]-w.needs.free[i] {
			return false
		}
	}
	return (w.x < 7 || p.out == "") && !(all && w.needs.short(&p.cost))
}

// short reports whether fewer bishops have been promoted than must be.
func (n *needs) short(c *cost) bool {
	for i, least := range n.bishops {
		if int(c.promoted[i][0]) < least[0] || int(c.promoted[i][1]) < least[1] {
			return true
		}
	}
	return false
}

// add adds a state that the counts allow.
func (w *sweep) add(p place) {
	if w.needs.allow(w.x, &p.cost) && (!w.colors || w.needs.others(&p.cost, &p.cost.officers)) {
		w.search.add(p)
	}
}

// allow reports whether a cost within file x, of the files up to it, leaves enough.
func (n *needs) allow(x int, c *cost) bool {
	left := 0
	for i := range 2 {
		if int(c.lost[i]+c.vain[i]) > n.spare[i] || int(c.captures[i])+n.future[i][x+1] > n.captures[i] {
			return false
		}
		left += n.captures[i] - int(c.captures[i])
	}
	return left >= n.touched[x+2]
}

// next adds all that can happen next.
func (w *sweep) next(p *place) {
	if p.in != "" {
		q := *p
		q.in = p.in[1:]
		if p.in[0]&leftward != 0 {
			w.leave(q, int(p.in[0]&1))
		} else {
			w.come(q, int(p.in[0]&1))
		}
	}
	for i := range 2 {
		if w.x < 7 {
			q := *p
			q.cost.captures[i]++
			q.out = p.out + letter(i, 0)
			w.leave(q, i)
			q.out = p.out + letter(i|leftward, 0)
			w.come(q, i)
		}
		q := *p
		q.cost.captures[1-i]++
		q.cost.lost[i]++
		w.leave(q, i)
		w.promote(p, i)
	}
}

// held reports whether pawn j of a column is at home in S, and so has never moved.
func (w *sweep) held(c col, j int) bool {
	return j == 0 && w.fixed[0] || j == c.len()-1 && w.fixed[1]
}

// leave takes a pawn of side i out of the column.
func (w *sweep) leave(p place, i int) {
	c := p.col
	for j := range c.len() {
		if c.at(j) == i && !w.held(c, j) {
			p.col = c.remove(j)
			w.add(p)
		}
	}
}

// come puts a pawn of side i into the column.
func (w *sweep) come(p place, i int) {
	c := p.col
	if c.len() > 20 {
		return // more than 16 pawns
	}
	q := p
	for j := range c.len() + 1 {
		if !(j == 0 && w.fixed[0]) && !(j == c.len() && w.fixed[1]) {
			for _, q.cost = range w.needs.takings(p.cost, i, 1<<board.At(int8(w.x), board.PawnRow(!sides[i]))) {
				q.col = c.insert(j, i)
				w.add(q)
			}
		}
	}
	p.cost.lost[1-i]++
	for j := range c.len() {
		if c.at(j) != i && !w.held(c, j) {
			p.col = c.remove(j).insert(j, i)
			w.add(p)
		}
	}
}

// promote promotes the outermost pawn of side i.
func (w *sweep) promote(p *place, i int) {
	j := 0 // the lowest, for Black
	if i == 0 {
		j = p.col.len() - 1
	}
	if p.col.len() == 0 || p.col.at(j) != i || w.held(p.col, j) {
		return
	}
	q := *p
	q.col = p.col.remove(j)
	if w.needs.step[i][w.x] {
		r := q
		w.needs.steps(&r.cost, &r.done, i, w.x)
		w.add(r)
	}
	if w.needs.take[i][w.x] {
		r := q
		r.cost.captures[i]++
		if w.x == 4 && w.needs.beside[i] {
			r.cost.vain[i]++
		}
		w.needs.count(&r.cost, i, 1-lastColor(i, w.x))
		if w.colors {
			w.needs.officer(&r.cost.officers, i, board.At(int8(w.x)^1, board.HomeRow(!sides[i])))
		}
		for _, r.cost = range w.needs.takings(r.cost, i, board.Covered(1<<board.At(int8(w.x), board.PawnRow(!sides[i])), sides[i])) {
			w.add(r)
		}
	}
}

// lastColor is the color of the last square of a file for a side's pawns.
func lastColor(i, x int) int { return board.Color(board.At(int8(x), board.HomeRow(!sides[i]))) }

// steps counts a promotion by a step on file x. On a square that bishops do not leave it makes
// only the bishop that S shows there.
func (n *needs) steps(c *cost, done *uint16, i, x int) {
	if n.barren[i][x] {
		c.vain[i]++
	}
	if n.locked[i][x] && !n.missed(*done, i, x) || n.noBishop[i][x] {
		return
	}
	if n.required[i][x] {
		*done |= 1 << (8*i + x)
	}
	n.count(c, i, lastColor(i, x))
}

// missed reports whether side i must promote on file x by a step and has not done so.
func (n *needs) missed(done uint16, i, x int) bool {
	return n.required[i][x] && done>>(8*i+x)&1 == 0
}

// count counts a promotion on squares of a color, up to what is needed.
func (n *needs) count(c *cost, i, color int) {
	if int(c.promoted[i][color]) < n.bishops[i][color] {
		c.promoted[i][color]++
	}
}
