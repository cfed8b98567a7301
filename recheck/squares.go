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
//   - For a side and a color of squares, let b be the bishops of the side that were taken for sure: those that began and those that were
//     promoted for sure, less those of S. Officers of the side that pawns took on squares of the color, beyond b, are called others. For
//     both colors together the others are at most the captures by the other side, less the pawns of the side that were taken, less its
//     bishops taken for sure.
//
// S is illegal if there is no solution.
//
// Proof. The game gives one. A double step is two steps; no man stood between. En passant is a capture between the two steps. As to
// bishops, take the officers that pawns took on light squares, and the light-squared bishops that were taken. Together these are at least
// as many men as the larger of the two numbers. Likewise on dark squares, and no man is counted on both.
//
//	illegal  rnbqk1nr/pppp1ppp/4p3/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq -
//	legal    rnbqk1nr/pppp1ppp/4p3/8/1P6/8/1PPPPPPP/RNBQKBNR w KQkq -
//	game     1. a3 e6 2. Nc3 Bb4 3. axb4 Qf6 4. Nb1 Qd8

// noExtendedKernel confirms that no solution fits squares.
func noExtendedKernel(q *question) error { return cagedBishopOr(q, noSquares) }

// noSquares confirms that no solution agrees with the counts. It follows only words of columns.go that can be completed.
func noSquares(ct *counts, m *meter) error {
	if err := noColumns(ct, m, false); err == nil || m.err != nil {
		return err
	}
	w := &squareSweep{counts: ct, search: search[squareState]{meter: m}, completable: completable(ct, m)}
	now := map[squareBorder]bool{{}: true}
	for x := range 8 {
		if now = w.sweepFile(x, now); m.err != nil || len(now) == 0 {
			return m.err
		}
	}
	for b := range now {
		if ct.agreesWithHomes(b.marks, &b.cost) {
			return wrong("captures and promotions lead to these men: there is a kernel with squares")
		}
	}
	return nil
}

// A completableBorders holds, for the boundary on the left of each file and for the right edge, the borders of columns.go from which the
// rest of the files can be completed. Beginnings holds all beginnings of their words, except for the left edge.
type completableBorders [9]struct {
	borders    map[border]bool
	beginnings map[word]bool
}

// completable returns the completable borders. It searches forward from every border by itself, and records which borders follow from it.
// Then it goes backward from those at the right edge.
func completable(ct *counts, m *meter) *completableBorders {
	w := &sweep{counts: ct, search: search[columnState]{meter: m}}
	var origins [8]map[border][]border // by file and border on its right: the borders on its left from which it follows
	now := map[border]bool{{}: true}
	for x := range 8 {
		next := map[border]bool{}
		origins[x] = map[border][]border{}
		for b := range now {
			for e := range w.sweepFile(x, map[border]bool{b: true}) {
				origins[x][e] = append(origins[x][e], b)
				next[e] = true
			}
		}
		now = next
	}
	c := new(completableBorders)
	c[8].borders = now
	for x := 7; x >= 0; x-- {
		left, right := &c[x], &c[x+1]
		left.borders, right.beginnings = map[border]bool{}, map[word]bool{}
		for b := range right.borders {
			for n := range len(b.word) + 1 {
				right.beginnings[b.word[:n]] = true
			}
			for _, origin := range origins[x][b] {
				left.borders[origin] = true
			}
		}
	}
	return c
}

// withoutRows returns the word as columns.go has it: each letter without the row.
func (w word) withoutRows() word {
	letters := []byte(w)
	for i := range letters {
		letters[i] &= 3
	}
	return word(letters)
}

// An officers counts, by side, the officers that its pawns captured. On squares of each color as many count as bishops as enemy bishops of
// the color were taken for sure. The rest are others.
type officers struct {
	bishops [2][2]int8
	others  [2]int8
}

// A squareBorder is a border whose word has rows, with the officers that pawns captured.
type squareBorder struct {
	word     word
	cost     cost
	officers officers
	marks    set // squares of captures that bishops at home may forbid (bishopshome.go)
}

// A fileSquares holds the squares of a file, two bits a row: 0 for none, 1 for a white pawn, 2 for a black one.
type fileSquares uint16

// at returns what stands on a row, and put returns the file with something else there: 0, 1 or 2.
func (f fileSquares) at(row int8) int { return int(f >> (2 * row) & 3) }
func (f fileSquares) put(row int8, pawn int) fileSquares {
	return f&^(3<<(2*row)) | fileSquares(pawn)<<(2*row)
}

// startFileSquares is a file of the initial position.
const startFileSquares = fileSquares(1<<2 | 2<<12)

// A squareState is a state within a file, as a columnState of columns.go, with pawns on squares.
type squareState struct {
	in, out  word
	marks    set
	squares  fileSquares
	done     uint16
	stepped  uint8 // sides, as bits, of which a pawn has promoted by a step on the file; kept for files c and f only
	cost     cost
	officers officers
}

// A squareSweep is a sweep over files with squares.
type squareSweep struct {
	search[squareState]
	counts      *counts
	completable *completableBorders
	x           int
	goal        fileSquares // the file in S
	pawnAtHome  [2]bool     // as in sweep
}

// sweepFile returns the borders on the right of file x that follow from those on its left.
func (w *squareSweep) sweepFile(x int, from map[squareBorder]bool) map[squareBorder]bool {
	w.x, w.goal, w.seen = x, 0, map[squareState]bool{}
	for row := range int8(8) {
		w.goal = w.goal.put(row, 1+strings.IndexByte("Pp", w.counts.setup.Men[board.At(int8(x), row)])) // 0 for others
	}
	w.pawnAtHome = [2]bool{w.counts.pawnsAtHome[0].Has(int8(x)), w.counts.pawnsAtHome[1].Has(int8(x))}
	for b := range from {
		w.add(squareState{in: b.word, squares: startFileSquares, cost: b.cost, officers: b.officers, marks: b.marks})
	}
	ends := map[squareBorder]bool{}
	for p := range w.all {
		if p.in == "" && p.squares == w.goal && w.canLeaveFile(&p) {
			ends[squareBorder{word: p.out, cost: p.cost, officers: p.officers, marks: p.marks}] = true
		}
		w.expand(&p)
	}
	return ends
}

// canLeaveFile reports whether a file can be left in this state: with the promotions of S, and for a border that can be completed.
func (w *squareSweep) canLeaveFile(p *squareState) bool {
	return !w.counts.lacksRequiredStep(p.done, 0, w.x) && !w.counts.lacksRequiredStep(p.done, 1, w.x) &&
		w.completable[w.x+1].borders[border{p.out.withoutRows(), p.cost}]
}

// add adds a state if the counts allow its cost, and if the pawns that are at home in S are there.
func (w *squareSweep) add(p squareState) {
	homePawnIsGone := w.pawnAtHome[0] && p.squares.at(1) != 1 || w.pawnAtHome[1] && p.squares.at(6) != 2
	if !homePawnIsGone && w.counts.allows(w.x, &p.cost) && w.counts.allowsOthers(&p.cost, &p.officers) {
		w.search.add(p)
	}
}

// allowsOthers reports whether the others of officers, but for men taken at home, are at most the men that can have been captured besides
// pawns, the bishops that were taken for sure, and the men that a pawn may have taken at home.
func (ct *counts) allowsOthers(c *cost, o *officers) bool {
	for i := range 2 {
		most := ct.captures[i] - ct.pawnMayHaveTaken[i] - int(c.lost[1-i]) - ct.takenBishops[1-i][0] - ct.takenBishops[1-i][1]
		if int(o.others[i]-c.capturesAtHome[i]) > most {
			return false
		}
	}
	return true
}

// countOfficer adds an officer that a pawn of side i captured on a square: as a bishop if one of its color can still count, else as another.
func (ct *counts) countOfficer(o *officers, i int, sq int8) {
	color := board.Color(sq)
	if !ct.spared[1-i].Has(sq) && int(o.bishops[i][color]) < ct.takenBishops[1-i][color] {
		o.bishops[i][color]++
	} else {
		o.others[i]++
	}
}

// expand adds all states that follow by one event: the next letter of the word on the left, an event of a pawn of the file, or a pawn that
// comes from the right.
func (w *squareSweep) expand(p *squareState) {
	if p.in != "" {
		i, row, isFlagged := int(p.in[0]&1), int8(p.in[0]>>2&7), p.in[0]>>5 != 0 // side, row and flag of the letter (columns.go)
		next := *p
		next.in = p.in[1:]
		if p.in[0]&leftward != 0 {
			if isFlagged && hasPawnAtHome(p.squares, 1-i) {
				next.marks |= 1 << board.At(int8(w.x-1), row)
			}
			w.removePawn(next, i, row)
		} else {
			if isFlagged && w.comesToPocket(p.squares, i, row, true) {
				next.marks |= 1 << board.At(int8(w.x), row)
			}
			w.markIfAfterStep(&next, i, row, true)
			w.insertPawn(next, i, row)
		}
	}
	for row := int8(1); row <= 6; row++ {
		if pawn := p.squares.at(row); pawn != 0 {
			w.movePawn(p, pawn-1, row)
		}
	}
	for i := range 2 { // a pawn of side i comes from the right to a row
		for row := int8(1); row <= 6 && w.canCross(p, i|leftward); row++ {
			next := *p
			next.cost.captures[i]++
			next.out = p.out + letter(i|leftward, flagRow(row, w.comesToPocket(p.squares, i, row, false)))
			w.markIfAfterStep(&next, i, row, false)
			w.insertPawn(next, i, row)
		}
	}
}

// movePawn adds the states that follow when the pawn of side i on a row is captured by an officer, promotes, steps ahead, or crosses to the
// right.
func (w *squareSweep) movePawn(p *squareState, i int, row int8) {
	ahead := row + board.Ahead(sides[i])
	gone := *p
	gone.squares = p.squares.put(row, 0)
	taken := gone
	taken.cost.captures[1-i]++
	taken.cost.lost[i]++
	w.add(taken)
	if ahead == 0 || ahead == 7 {
		if w.counts.canStep[i][w.x] {
			next := gone
			w.counts.countStep(&next.cost, &next.done, i, w.x)
			if w.x == 2 || w.x == 5 {
				next.stepped |= 1 << i
			}
			w.add(next)
		}
		if w.counts.canCapture[i][w.x] {
			next := gone
			next.cost.captures[i]++
			next.cost.unneeded[i] += w.counts.uselessCapture[i][w.x]
			w.counts.countPromotion(&next.cost, i, 1-lastColor(i, w.x))
			w.counts.countOfficer(&next.officers, i, board.At(int8(w.x)^1, ahead))
			for _, next.cost = range w.counts.costsOfCapture(next.cost, i, board.PawnAttacks(1<<board.At(int8(w.x), row), sides[i])) {
				w.add(next)
			}
		}
		return
	}
	if p.squares.at(ahead) == 0 {
		next := gone
		next.squares = next.squares.put(ahead, i+1)
		w.add(next)
	}
	if w.canCross(p, i) {
		gone.cost.captures[i]++
		gone.out = p.out + letter(i, flagRow(ahead, w.facesHomePawn(p.squares, 1-i, ahead)))
		w.add(gone)
	}
}

// canCross reports whether the word on the right can go on with a letter. After the last file it cannot.
func (w *squareSweep) canCross(p *squareState, l int) bool {
	return w.completable[w.x+1].beginnings[p.out.withoutRows()+letter(l, 0)]
}

// removePawn adds the state after a pawn of side i has left the file by a capture on a row of the file on the left, if there is such a pawn.
func (w *squareSweep) removePawn(p squareState, i int, row int8) {
	if from := row - board.Ahead(sides[i]); p.squares.at(from) == i+1 {
		p.squares = p.squares.put(from, 0)
		w.add(p)
	}
}

// insertPawn adds the states after a pawn of side i has come to a row by a capture: of an officer, or of the pawn of the other side that
// stands there. There are none for its own pawn row, or if a pawn of its own side stands there.
func (w *squareSweep) insertPawn(p squareState, i int, row int8) {
	if row == board.PawnRow(sides[i]) {
		return
	}
	onSquare := p.squares.at(row)
	p.squares = p.squares.put(row, i+1)
	switch onSquare {
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
