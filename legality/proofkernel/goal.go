package proofkernel

import (
	"math/bits"

	"chesscensus/chess"
)

// A goal is what the question for a kernel depends on in a setup. Files are numbered
// 0 to 7, colors are 0 and 1, squares are 0 (light) or 1 (dark).
type goal struct {
	pawnColumns
	lastRows
	officerCounts

	captures    [2]int // that a color has to make, those of dead bishops apart
	spare       [2]int // pawns that need not promote: S(c) of Lemma 4
	strayBishop uint8  // bit set: a bishop that can never have got to its square
}

// pawnColumns are the pawns of the goal, file by file.
type pawnColumns struct {
	column         [8]column
	row            [8][8]int8 // of the goal pawns, from the bottom up
	fixed          [8]fixed
	pawns          [2][9]int // goal pawns on the files below x
	columnCaptures [9]int    // captures that the incomplete columns from x on need at the least (Lemma 9b)
}

// lastRows is what can happen on the last rows.
type lastRows struct {
	mode         [2][8]mode // how a pawn on top (at the bottom) of its column may promote
	captureFiles [2]uint8   // files from which a pawn may promote by capture
	locked       [2]uint8   // files whose promotion square no bishop can leave
	required     [2]uint8   // of these, those on which the goal shows a promoted bishop
	barren       [2]uint8   // files from which no promotion makes a man that is needed: Lemmas 12 and 16
	unblocked    [2]uint8   // files whose promotion square no man holds that never moves
}

// officerCounts are the officers of the goal, beside those of the start.
type officerCounts struct {
	requiredBishops [2][2]int // bishops that must be promoted, by color and square
	takenBishops    [2][2]int // bishops that must be taken, by color and square
	takenOthers     [2]int    // queens, rooks and knights that must be taken
	deadBishops     [2]uint8  // files on which a bishop was taken at home, see Lemma 6
	startOthers     [2]int    // queens, rooks and knights both at the start and in the goal,
	// less those for castling: promotions beyond the deficits that these make room for
	men             [2][4]int8   // queens, rooks and knights, by role less the knight
	promotedAtLeast [2][4]int8   // of these, those that must have been promoted
	takenAtLeast    [2][4]int8   // those of the start that must have been taken
	shutIn          [2]menShutIn // of these, those that men who never moved kept at home
	castlingRights  [2]int8      // castling rights, each of which keeps a rook

	untaken Untaken // what the caller knows of bishops taken by pawns
}

// A mode says how pawns of a color can promote on a file.
type mode uint8

const (
	never         mode = iota
	byStep             // by a step, perhaps also by capture
	byCaptureOnly      // by capture only
)

// squareColor returns 1 for a dark square, 0 for a light one.
func squareColor(file, row int) int { return 1 &^ (file + row) }

// endColor returns the square color of the promotion square of a color on the file.
func endColor(file, color int) int { return squareColor(file, chess.Color(color).LastRow()) }

// The home men of a color without pawns and king.
var startOfficers = [...]int{chess.Knight: 2, chess.Rook: 2, chess.Queen: 1}

// read computes the facts of a setup, which must be valid. It is the only place that
// looks at a board.
func (g *goal) read(s *chess.Setup) {
	*g = goal{}
	b := &s.Board
	pawns := [2]chess.Bitboard{b.Pieces(chess.White, chess.Pawn), b.Pieces(chess.Black, chess.Pawn)}
	g.columns(pawns)

	// Blocked squares, reasons 1 and 2: pawns at home, castling kings and rooks.
	home := [2]uint8{uint8(pawns[white] >> 8), uint8(pawns[black] >> 48)}
	var king [2]bool
	var blocked [2]uint8 // on the row on which the men of this color start
	for c := range 2 {
		if r := s.Castling.Of(chess.Color(c)); r != 0 {
			king[c] = true
			blocked[c] |= 1 << 4
			if r&(chess.WhiteKingside|chess.BlackKingside) != 0 {
				blocked[c] |= 1 << 7
			}
			if r&(chess.WhiteQueenside|chess.BlackQueenside) != 0 {
				blocked[c] |= 1
			}
		}
	}
	g.officers(s, home, &blocked)
	g.promotions(home, blocked, king)
	for c := range 2 {
		if king[1-c] {
			g.barBesideKing(b, chess.Color(c))
		}
	}
}

// barBesideKing says what a pawn of c can become beside a king that never moves, where it comes to from the king's file alone
// (Lemma 16): nothing that is needed, unless knights or bishops of that color of square are.
func (g *goal) barBesideKing(b *chess.Board, c chess.Color) {
	const file = 4
	beside := (chess.FileBB(file-1) | chess.FileBB(file+1)) & chess.RowBB(c.LastRow())
	heavy := b.Pieces(c, chess.Rook) | b.Pieces(c, chess.Queen)
	if beside&heavy == 0 && g.men[c][0] <= 2 && g.requiredBishops[c][1-endColor(file, int(c))] == 0 {
		g.barren[c] |= 1 << file
	}
}

// columns reads the pawns.
func (g *goal) columns(pawns [2]chess.Bitboard) {
	for x := range 8 {
		col := emptyColumn
		n := 0
		for bb := (pawns[white] | pawns[black]) & chess.FileBB(x); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			col = col.append(int(pawns[black] >> sq & 1))
			g.row[x][n] = int8(sq.Row())
			n++
		}
		g.column[x] = col
		if pawns[white].Has(chess.Square(8 + x)) {
			g.fixed[x] |= fixedWhite
		}
		if pawns[black].Has(chess.Square(48 + x)) {
			g.fixed[x] |= fixedBlack
		}
		for c := range 2 {
			g.pawns[c][x+1] = g.pawns[c][x] + col.count(c)
		}
	}
	for x := 7; x >= 0; x-- {
		g.columnCaptures[x] = g.columnCaptures[x+1]
		if g.column[x] != startColumn {
			g.columnCaptures[x] = 1 + g.columnCaptures[min(x+2, 8)]
		}
	}
}

// officers counts captures and promotions (Lemmas 4 and 5) and finds the bishops that pawns at home
// have locked in or out (Lemma 6).
func (g *goal) officers(s *chess.Setup, home [2]uint8, blocked *[2]uint8) {
	b := &s.Board
	for c := range 2 {
		o := 1 - c
		bishops := b.Pieces(chess.Color(c), chess.Bishop)
		var count, start [2]int
		count[1] = (bishops & chess.DarkSquares).Count()
		count[0] = bishops.Count() - count[1]
		start = [2]int{1, 1}

		// Squares of the home row between pawns that have never moved: no bishop
		// goes there or away.
		lock := (home[c]<<1 | 1) & (home[c]>>1 | 0x80)
		shown := uint8(bishops >> (56 * c))
		blocked[c] |= lock & shown
		if lock&shown&^0x24 != 0 { // neither c nor f
			g.strayBishop |= 1 << c
		}
		dead := 0
		g.deadBishops[c] = lock & 0x24 &^ shown
		for m := g.deadBishops[c]; m != 0; m &= m - 1 {
			start[squareColor(bits.TrailingZeros8(m), 7*c)]--
			dead++
		}

		// The enemy's promotion squares are the home squares of c, and so on.
		far := (home[o]<<1 | 1) & (home[o]>>1 | 0x80)
		g.locked[c] = far
		g.required[c] = far & uint8(bishops>>(56*o))
		var req [2]int
		for m := g.required[c]; m != 0; m &= m - 1 {
			req[endColor(bits.TrailingZeros8(m), c)]++
		}

		promoted := 0
		for q := range 2 {
			g.requiredBishops[c][q] = max(0, count[q]-start[q], req[q])
			g.takenBishops[c][q] = start[q] - count[q] + g.requiredBishops[c][q]
			promoted += g.requiredBishops[c][q]
		}
		shut := &g.shutIn[c]
		shut.shutIn(b, chess.Color(c), home[c], blocked[c])
		for _, r := range [...]chess.Role{chess.Knight, chess.Rook, chess.Queen} {
			i := r - chess.Knight
			n := b.Pieces(chess.Color(c), r).Count()
			left := startOfficers[r] - int(shut.taken[i]) // those of the start that may be in the goal
			made := max(0, n-left)
			promoted += made
			gone := startOfficers[r] - (n - made)
			g.takenOthers[c] += gone
			g.startOthers[c] += n - made
			g.men[c][i], g.promotedAtLeast[c][i], g.takenAtLeast[c][i] = int8(n), int8(made), int8(gone)
		}
		g.takenOthers[c] -= all(&shut.takenByOfficer)
		dead += all(&shut.takenByOfficer)
		g.castlingRights[c] = int8(s.Castling.Of(chess.Color(c)).Count())
		g.startOthers[c] -= int(g.castlingRights[c])
		g.spare[c] = 8 - g.pawns[c][8] - promoted
		g.captures[o] = 16 - b.Colored(chess.Color(c)).Count() - dead
	}
}

// promotions finds how pawns can promote on each file (Lemma 7). home holds the blocked
// squares of the second rows, blocked those of the first rows.
func (g *goal) promotions(home, blocked [2]uint8, king [2]bool) {
	for c := range 2 {
		o := 1 - c // whose home row is the promotion row
		open := ^blocked[o]
		g.unblocked[c] = open
		g.captureFiles[c] = open<<1 | open>>1
		for x := range 8 {
			bit := uint8(1) << x
			switch {
			case home[o]&bit != 0, king[o] && (x == 3 || x == 5):
				// The square before is taken for good, or a pawn on it would check a
				// king that may not move.
				g.captureFiles[c] &^= bit
			case open&bit != 0:
				g.mode[c][x] = byStep
			case g.captureFiles[c]&bit != 0:
				g.mode[c][x] = byCaptureOnly
			}
		}
	}
}
