package proofkernel

import (
	"math/bits"

	"chesscensus/chess"
)

// A goal is everything in a setup on which the question for a kernel depends. Files are numbered 0 to 7, colors are 0 and 1,
// squares are 0 (light) or 1 (dark).
type goal struct {
	pawnColumns
	lastRows
	officerCounts

	captures    [2]int // K(c) of Lemma 4: captures that a color made, without those of dead bishops
	spare       [2]int // S(c) of Lemma 4: pawns that are gone and need not have promoted
	strayBishop uint8  // a bit for each color that has a stray bishop (Lemma 6)
}

// A pawnColumns holds the pawns of the goal, file by file.
type pawnColumns struct {
	column         [8]column
	row            [8][8]int8 // rows of the pawns of each file, from the bottom up
	fixed          [8]fixed
	pawns          [2][9]int // by color and file, goal pawns on the files before it
	columnCaptures [9]int    // by file, captures that the incomplete columns from it on need at the least (Lemma 9b)
}

// A lastRows says what can happen on the last rows, by color of the promoting side.
type lastRows struct {
	mode         [2][8]mode // how a pawn on top (at the bottom) of its column may promote
	captureFiles [2]uint8   // files from which a pawn may promote by capture
	locked       [2]uint8   // files whose promotion square no bishop can leave
	required     [2]uint8   // locked files on whose promotion square the goal shows a promoted bishop
	barren       [2]uint8   // files from which no promotion makes a man that is needed (Lemmas 12 and 16)
	unblocked    [2]uint8   // files on whose promotion square no man stands that never moves
}

// An officerCounts compares the officers of the goal with those of the start.
type officerCounts struct {
	requiredBishops [2][2]int // bishops that must be promoted, by color and square
	takenBishops    [2][2]int // bishops that must be taken, by color and square
	takenOthers     [2]int    // queens, rooks and knights that must be taken
	deadBishops     [2]uint8  // files on which a bishop was taken at home, see Lemma 6
	startOthers     [2]int    // queens, rooks and knights of the goal that may be of the start, less those for castling

	// Queens, rooks and knights, by color.
	men             [2]menByRole // of the goal
	promotedAtLeast [2]menByRole // of the goal, those that must have been promoted
	takenAtLeast    [2]menByRole // of the start, those that must have been taken
	shutIn          [2]menShutIn // taken men that never left their area at home (Lemma 19)
	castlingRights  [2]int8      // castling rights, each of which keeps a rook

	untaken Untaken // copied from the solver
}

// A menByRole holds numbers of queens, rooks and knights, by role.
type menByRole [chess.Queen + 1]int8

// sum returns the number of all these men.
func (m *menByRole) sum() int { return int(m[chess.Queen] + m[chess.Rook] + m[chess.Knight]) }

// A mode says how pawns of a color can promote on a file.
type mode uint8

const (
	never         mode = iota
	byStep             // by a step, perhaps also by capture
	byCaptureOnly      // by capture only
)

// bishopFiles are the files c and f, on which bishops start.
const bishopFiles = 1<<2 | 1<<5

// squareColor returns 1 for a dark square, 0 for a light one.
func squareColor(file, row int) int { return 1 &^ (file + row) }

// endColor returns the color of the promotion square of a color on a file.
func endColor(file, color int) int { return squareColor(file, chess.Color(color).LastRow()) }

// startOfficers are the numbers of knights, rooks and queens of a color at the start.
var startOfficers = [...]int{chess.Knight: 2, chess.Rook: 2, chess.Queen: 1}

// read computes the goal of a setup, which must be valid. No other function of the search looks at a board.
func (g *goal) read(s *chess.Setup) {
	*g = goal{}
	b := &s.Board
	pawns := [2]chess.Bitboard{b.Pieces(chess.White, chess.Pawn), b.Pieces(chess.Black, chess.Pawn)}
	g.readColumns(pawns)

	// Squares that are never empty, for two reasons: pawns at home, and kings and rooks with castling rights.
	home := [2]uint8{uint8(pawns[white] >> 8), uint8(pawns[black] >> 48)}
	castlingMen := s.Castling.Squares()
	blocked := [2]uint8{uint8(castlingMen), uint8(castlingMen >> 56)} // on the row on which the men of this color start
	kingFixed := [2]bool{blocked[white] != 0, blocked[black] != 0}
	g.readOfficers(s, home, &blocked)
	g.readPromotions(home, blocked, kingFixed)
	for c := range 2 {
		if kingFixed[1-c] {
			g.barBesideKing(b, chess.Color(c))
		}
	}
}

// barBesideKing marks the file of an enemy king that never moves as barren for c, if Lemma 16 holds. A pawn of c that promotes
// from this file does so beside the king.
func (g *goal) barBesideKing(b *chess.Board, c chess.Color) {
	const file = 4
	beside := (chess.FileBB(file-1) | chess.FileBB(file+1)) & chess.RowBB(c.LastRow())
	heavy := b.Pieces(c, chess.Rook) | b.Pieces(c, chess.Queen)
	if beside&heavy == 0 && g.men[c][chess.Knight] <= 2 && g.requiredBishops[c][1-endColor(file, int(c))] == 0 {
		g.barren[c] |= 1 << file
	}
}

// readColumns reads the pawns.
func (g *goal) readColumns(pawns [2]chess.Bitboard) {
	for file := range 8 {
		col := emptyColumn
		n := 0
		for bb := (pawns[white] | pawns[black]) & chess.FileBB(file); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			col = col.append(int(pawns[black] >> sq & 1))
			g.row[file][n] = int8(sq.Row())
			n++
		}
		g.column[file] = col
		if pawns[white].Has(chess.Square(8 + file)) {
			g.fixed[file] |= fixedWhite
		}
		if pawns[black].Has(chess.Square(48 + file)) {
			g.fixed[file] |= fixedBlack
		}
		for c := range 2 {
			g.pawns[c][file+1] = g.pawns[c][file] + col.count(c)
		}
	}
	for file := 7; file >= 0; file-- {
		g.columnCaptures[file] = g.columnCaptures[file+1]
		if g.column[file] != startColumn {
			g.columnCaptures[file] = 1 + g.columnCaptures[min(file+2, 8)]
		}
	}
}

// readOfficers counts captures and promotions (Lemmas 4 and 5) and finds the bishops that pawns at home lock in or out (Lemma 6).
func (g *goal) readOfficers(s *chess.Setup, home [2]uint8, blocked *[2]uint8) {
	b := &s.Board
	for c := range 2 {
		g.readBishops(b, c, home, &blocked[c])
		g.shutIn[c].count(b, chess.Color(c), home[c], blocked[c])
		g.castlingRights[c] = int8(s.Castling.Of(chess.Color(c)).Count())
		g.readOthers(b, c)
		promoted := g.requiredBishops[c][0] + g.requiredBishops[c][1] + g.promotedAtLeast[c].sum()
		g.spare[c] = 8 - g.pawns[c][8] - promoted
		dead := bits.OnesCount8(g.deadBishops[c]) + g.shutIn[c].takenByOfficer.sum()
		g.captures[1-c] = 16 - b.Colored(chess.Color(c)).Count() - dead
	}
}

// readBishops reads the bishops of color c. It adds the files of those that never moved to blocked.
func (g *goal) readBishops(b *chess.Board, c int, home [2]uint8, blocked *uint8) {
	bishops := b.Pieces(chess.Color(c), chess.Bishop)
	dark := (bishops & chess.DarkSquares).Count()
	count, start := [2]int{bishops.Count() - dark, dark}, [2]int{1, 1}

	// Squares of the home row between pawns that have never moved: no bishop goes there or away.
	enclosed := filesBetween(home[c])
	shown := uint8(bishops >> (56 * c))
	*blocked |= enclosed & shown
	if enclosed&shown&^bishopFiles != 0 {
		g.strayBishop |= 1 << c
	}
	g.deadBishops[c] = enclosed & bishopFiles &^ shown
	for files := g.deadBishops[c]; files != 0; files &= files - 1 {
		start[squareColor(bits.TrailingZeros8(files), 7*c)]--
	}

	// The same on the last row of c, where pawns of the other color are at home.
	other := 1 - c
	g.locked[c] = filesBetween(home[other])
	g.required[c] = g.locked[c] & uint8(bishops>>(56*other))
	var requiredHere [2]int
	for files := g.required[c]; files != 0; files &= files - 1 {
		requiredHere[endColor(bits.TrailingZeros8(files), c)]++
	}
	for q := range 2 {
		g.requiredBishops[c][q] = max(0, count[q]-start[q], requiredHere[q])
		g.takenBishops[c][q] = start[q] - count[q] + g.requiredBishops[c][q]
	}
}

// readOthers counts the queens, rooks and knights of color c.
func (g *goal) readOthers(b *chess.Board, c int) {
	shut := &g.shutIn[c]
	for _, r := range [...]chess.Role{chess.Knight, chess.Rook, chess.Queen} {
		n := b.Pieces(chess.Color(c), r).Count()
		atMostFromStart := startOfficers[r] - int(shut.taken[r])
		promoted := max(0, n-atMostFromStart)
		taken := startOfficers[r] - (n - promoted)
		g.takenOthers[c] += taken
		g.startOthers[c] += n - promoted
		g.men[c][r], g.promotedAtLeast[c][r], g.takenAtLeast[c][r] = int8(n), int8(promoted), int8(taken)
	}
	g.takenOthers[c] -= shut.takenByOfficer.sum()
	g.startOthers[c] -= int(g.castlingRights[c])
}

// readPromotions finds how pawns can promote on each file (Lemma 7). home holds the files of pawns at home, by color; blocked the
// files whose square on the first row of a color is never empty.
func (g *goal) readPromotions(home, blocked [2]uint8, kingFixed [2]bool) {
	for c := range 2 {
		other := 1 - c // whose home row is the promotion row
		open := ^blocked[other]
		g.unblocked[c] = open
		g.captureFiles[c] = open<<1 | open>>1
		for file := range 8 {
			bit := uint8(1) << file
			switch {
			case home[other]&bit != 0, kingFixed[other] && (file == 3 || file == 5):
				// The square before the last is never empty, or a pawn on it checks a king that never moves.
				g.captureFiles[c] &^= bit
			case open&bit != 0:
				g.mode[c][file] = byStep
			case g.captureFiles[c]&bit != 0:
				g.mode[c][file] = byCaptureOnly
			}
		}
	}
}
