package recheck

import (
	"strings"

	"chesscensus/recheck/internal/board"
)

// # NoExtendedKernel
//
// As theorem NoProofKernel (columns.go), with pawns on squares. A solution has these further properties:
//
//   - Pawns step to the square before them if no pawn stands there.
//   - A capture by a pawn goes one row ahead, to a square without a pawn of its own side.
//   - A pawn promotes from the row before the last.
//   - A word has the row for every crossing.
//   - For a side and a color of squares, let b be the bishops that were taken for sure: those that began and
//     those that were promoted for sure, less those of S. Officers that pawns took on squares of the color,
//     beyond b, are called others. For both colors together the others are at most the captures of the other
//     side, less pawns taken, less bishops taken for sure.
//
// S is illegal if there is no solution.
//
// Proof. The game gives one. A double step is two steps; no man stood between. En passant is a capture between
// the two steps. As to bishops, take the officers that pawns took on light squares, and the light-squared
// bishops that were taken. Together these are at least as many men as the larger of the two numbers. Likewise
// on dark squares, and no man is counted on both.
//
// The method. Only words of columns.go that can be completed are followed.
//
//	illegal  rnbqk1nr/pppp1ppp/4p3/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq -
//	legal    rnbqk1nr/pppp1ppp/4p3/8/1P6/8/1PPPPPPP/RNBQKBNR w KQkq -
//	game     1. a3 e6 2. Nc3 Bb4 3. axb4 Qf6 4. Nb1 Qd8

// noExtendedKernel confirms that no solution fits squares.
func noExtendedKernel(q *question) error { return kernel(q, noSquares) }

// noSquares confirms the same of counts.
func noSquares(n *counts, m *meter) error {
	if err := noColumns(n, m, false); err == nil || m.err != nil {
		return err
	}
	w := &squareSweep{counts: n, search: search[squareState]{meter: m}, live: completable(n, m)}
	now := map[squareBorder]bool{{}: true}
	for x := range 8 {
		if now = w.file(x, now); m.err != nil || len(now) == 0 {
			return m.err
		}
	}
	for b := range now {
		if n.agreesWithHomes(b.marks, &b.cost) {
			return wrong("captures and promotions lead to these men: there is a kernel with squares")
		}
	}
	return nil
}

// CompletableBorders hold, for the boundary left of each file and the last one, the borders that lead to an end, and, but for the first, the
// beginnings of their words.
type completableBorders [9]struct {
	borders    map[border]bool
	beginnings map[word]bool
}

// completable finds them: forward a border at a time, then backward.
func completable(n *counts, m *meter) *completableBorders {
	w := &sweep{counts: n, search: search[columnState]{meter: m}}
	var edges [8]map[border][]border // from borders on the right of a file to those on its left
	now := map[border]bool{{}: true}
	for x := range 8 {
		next := map[border]bool{}
		edges[x] = map[border][]border{}
		for b := range now {
			for e := range w.file(x, map[border]bool{b: true}) {
				edges[x][e] = append(edges[x][e], b)
				next[e] = true
			}
		}
		now = next
	}
	l := new(completableBorders)
	l[8].borders = now
	for x := 7; x >= 0; x-- {
		left, right := &l[x], &l[x+1]
		left.borders, right.beginnings = map[border]bool{}, map[word]bool{}
		for b := range right.borders {
			for n := range len(b.word) + 1 {
				right.beginnings[b.word[:n]] = true
			}
			for _, e := range edges[x][b] {
				left.borders[e] = true
			}
		}
	}
	return l
}

// plain is the word without rows.
func (w word) plain() word {
	letters := []byte(w)
	for i := range letters {
		letters[i] &= 3
	}
	return word(letters)
}

// officers counts, for each side, men other than pawns that its pawns took: on squares of each
// color up to the bishops that were taken for sure, and those beyond.
type officers struct {
	bishops [2][2]int8
	others  [2]int8
}

type squareBorder struct {
	word     word
	cost     cost
	officers officers
	marks    set // squares of captures that bishops at home may forbid (bishopshome.go)
}

// file is the squares of a file: two bits a row, 1 for a white pawn, 2 for a black one.
type file uint16

func (f file) at(row int8) int          { return int(f >> (2 * row) & 3) }
func (f file) put(row int8, m int) file { return f&^(3<<(2*row)) | file(m)<<(2*row) }

// startFile is a file at the beginning.
const startFile = file(1<<2 | 2<<12)

type squareState struct {
	in, out  word
	marks    set
	file     file
	done     uint16
	stepped  uint8 // sides, as bits, of which a pawn has promoted by a step on the file
	cost     cost
	officers officers
}

// A squareSweep is a sweep over files with squares.
type squareSweep struct {
	search[squareState]
	counts *counts
	live   *completableBorders
	x      int
	goal   file
	atHome [2]bool
}

// file returns the borders on the right of file x that follow from those on its left.
func (w *squareSweep) file(x int, from map[squareBorder]bool) map[squareBorder]bool {
	w.x, w.goal, w.seen = x, 0, map[squareState]bool{}
	for row := range int8(8) {
		w.goal = w.goal.put(row, 1+strings.IndexByte("Pp", w.counts.setup.Men[board.At(int8(x), row)])) // 0 for others
	}
	w.atHome = [2]bool{w.counts.pawnsAtHome[0].Has(int8(x)), w.counts.pawnsAtHome[1].Has(int8(x))}
	for b := range from {
		w.add(squareState{in: b.word, file: startFile, cost: b.cost, officers: b.officers, marks: b.marks})
	}
	ends := map[squareBorder]bool{}
	for p := range w.all {
		if p.in == "" && p.file == w.goal && w.ends(&p) {
			ends[squareBorder{p.out, p.cost, p.officers, p.marks}] = true
		}
		w.expand(&p)
	}
	return ends
}

func (w *squareSweep) ends(p *squareState) bool {
	return !w.counts.missesRequired(p.done, 0, w.x) && !w.counts.missesRequired(p.done, 1, w.x) && w.live[w.x+1].borders[border{p.out.plain(), p.cost}]
}

// add adds a state that the counts allow. A pawn that is at home in S is there.
func (w *squareSweep) add(p squareState) {
	if w.counts.allows(w.x, &p.cost) && (!w.atHome[0] || p.file.at(1) == 1) && (!w.atHome[1] || p.file.at(6) == 2) && w.counts.allowsOthers(&p.cost, &p.officers) {
		w.search.add(p)
	}
}

// allowsOthers reports whether the men that pawns of a side took beyond bishops are not too many.
func (n *counts) allowsOthers(c *cost, o *officers) bool {
	for i := range 2 {
		if int(o.others[i]-c.freed[i]) > n.captures[i]-n.pawnMayHaveTaken[i]-int(c.lost[1-i])-n.takenBishops[1-i][0]-n.takenBishops[1-i][1] {
			return false
		}
	}
	return true
}

// countOfficer counts an officer taken by a pawn of side i on a square.
func (n *counts) countOfficer(o *officers, i int, sq int8) {
	color := board.Color(sq)
	if !n.untaken[1-i].Has(sq) && int(o.bishops[i][color]) < n.takenBishops[1-i][color] {
		o.bishops[i][color]++
	} else {
		o.others[i]++
	}
}

// expand adds all that can happen next.
func (w *squareSweep) expand(p *squareState) {
	if p.in != "" {
		i, row, flag := int(p.in[0]&1), int8(p.in[0]>>2&7), p.in[0]>>5 != 0
		q := *p
		q.in = p.in[1:]
		if p.in[0]&leftward != 0 {
			if flag && before(p.file, 1-i) {
				q.marks |= 1 << board.At(int8(w.x-1), row)
			}
			w.removePawn(q, i, row)
		} else {
			if flag && w.pocket(p.file, i, row, true) {
				q.marks |= 1 << board.At(int8(w.x), row)
			}
			w.afterStep(&q, i, row, true)
			w.insertPawn(q, i, row)
		}
	}
	for row := int8(1); row <= 6; row++ {
		if m := p.file.at(row); m != 0 {
			w.pawn(p, m-1, row)
		}
	}
	for i := range 2 {
		for row := int8(1); row <= 6 && w.crosses(p, i|leftward); row++ { // where the pawn comes to
			q := *p
			q.cost.captures[i]++
			q.out = p.out + letter(i|leftward, flag(row, w.pocket(p.file, i, row, false)))
			w.afterStep(&q, i, row, false)
			w.insertPawn(q, i, row)
		}
	}
}

// pawn adds what the pawn of side i on a row of the file can do, or suffer from an officer.
func (w *squareSweep) pawn(p *squareState, i int, row int8) {
	ahead := row + board.Ahead(sides[i])
	gone := *p
	gone.file = p.file.put(row, 0)
	taken := gone
	taken.cost.captures[1-i]++
	taken.cost.lost[i]++
	w.add(taken)
	if ahead == 0 || ahead == 7 {
		if w.counts.canStep[i][w.x] {
			q := gone
			w.counts.countStep(&q.cost, &q.done, i, w.x)
			if w.x == 2 || w.x == 5 {
				q.stepped |= 1 << i
			}
			w.add(q)
		}
		if w.counts.canCapture[i][w.x] {
			q := gone
			q.cost.captures[i]++
			w.counts.countPromotion(&q.cost, i, 1-lastColor(i, w.x))
			w.counts.countOfficer(&q.officers, i, board.At(int8(w.x)^1, ahead))
			for _, q.cost = range w.counts.costsOfCapture(q.cost, i, board.Covered(1<<board.At(int8(w.x), row), sides[i])) {
				w.add(q)
			}
		}
		return
	}
	if p.file.at(ahead) == 0 {
		q := gone
		q.file = q.file.put(ahead, i+1)
		w.add(q)
	}
	if w.crosses(p, i) {
		gone.cost.captures[i]++
		gone.out = p.out + letter(i, flag(ahead, w.facesHomePawn(p.file, 1-i, ahead)))
		w.add(gone)
	}
}

// crosses reports whether the word on the right goes on with a letter. On the right of the last file it never does.
func (w *squareSweep) crosses(p *squareState, l int) bool {
	return w.live[w.x+1].beginnings[p.out.plain()+letter(l, 0)]
}

// removePawn takes the pawn of side i that captures to a row of the file on the left.
func (w *squareSweep) removePawn(p squareState, i int, row int8) {
	if from := row - board.Ahead(sides[i]); p.file.at(from) == i+1 {
		p.file = p.file.put(from, 0)
		w.add(p)
	}
}

// insertPawn brings a pawn of side i to a row, which is not its first.
func (w *squareSweep) insertPawn(p squareState, i int, row int8) {
	if row == board.PawnRow(sides[i]) {
		return
	}
	m := p.file.at(row)
	p.file = p.file.put(row, i+1)
	switch m {
	case 0:
		w.counts.countOfficer(&p.officers, i, board.At(int8(w.x), row))
		for _, p.cost = range w.counts.costsOfCapture(p.cost, i, 1<<board.At(int8(w.x), row)) {
			w.add(p)
		}
	case 2 - i:
		p.cost.lost[1-i]++
		w.add(p)
	}
}
