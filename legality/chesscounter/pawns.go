package chesscounter

import (
	"math/bits"
	"strings"

	"chesscensus/chess"
)

// hasCagedBishop reports whether the board violates rule 4: a bishop stands on a home row with
// home pawns on all squares diagonally in front of it. These pawns have never moved, so neither
// has the bishop, and bishops begin on the files c and f only.
//
// But an enemy bishop may have been promoted there, if its side lacks a pawn. If
// promotedMayBeCaged is set, such a bishop is not reported.
func (d *diagram) hasCagedBishop(promotedMayBeCaged bool) bool {
	for c := chess.White; c <= chess.Black; c++ {
		own, enemy := d.b.Pieces(c, chess.Bishop).For(c)&chess.Row1, d.b.Pieces(c.Other(), chess.Bishop).For(c)&chess.Row1
		if own|enemy == 0 {
			continue
		}
		cages := cagedFiles(uint8(d.pawns[c].For(c) >> 8))
		mayBePromoted := promotedMayBeCaged && d.pawns[c.Other()].Count() < 8
		if cages&uint8(own)&^bishopFiles != 0 || cages&uint8(enemy) != 0 && !mayBePromoted {
			return true
		}
	}
	return false
}

const bishopFiles = 1<<2 | 1<<5 // c and f

// cagedFiles returns the files on which a bishop of the home row is shut in by the pawns in
// front, given by their files.
func cagedFiles(pawns uint8) uint8 { return (pawns<<1 | 1) & (pawns>>1 | 0x80) }

// The patterns of rule 5: placements of white pawns with fewer possible home squares than
// pawns, since a pawn on row r has changed files r-2 times at most. The first are at the edge
// and also hold with reversed files. The others hold on any files, here from a on.
const (
	edgePatterns = "a2 b2 a3|a2 b2 c2 a4|a2 c2 b3 a4|a2 c2 a3 a4|a2 c2 a3 b3|b2 c2 a3 b3|b2 c2 b3 a4|" +
		"c2 a3 b3 a4|b2 c2 a3 a4|a2 a3 b3 a4|a2 b2 b3 a4"
	anyPatterns = "a2 b2 c2 b3|a2 c2 d2 b3 c3|a2 b2 d2 b3 c3"
)

// patterns are the patterns of rule 5 on all files.
var patterns = expandPatterns()

// expandPatterns returns the edge patterns, also mirrored, and the other patterns on all files.
func expandPatterns() (all []chess.Bitboard) {
	for p := range strings.SplitSeq(edgePatterns, "|") {
		bb := parseSquares(p)
		all = append(all, bb, fileMirror(bb))
	}
	for p := range strings.SplitSeq(anyPatterns, "|") {
		for bb := parseSquares(p); ; bb <<= 1 {
			all = append(all, bb)
			if bb&chess.FileH != 0 {
				break
			}
		}
	}
	return all
}

// parseSquares returns the set of the named squares.
func parseSquares(text string) (bb chess.Bitboard) {
	for name := range strings.FieldsSeq(text) {
		sq, err := chess.ParseSquare(name)
		if err != nil {
			panic(err) // one of the constants above
		}
		bb |= sq.BB()
	}
	return bb
}

// fileMirror reverses the files of a set.
func fileMirror(bb chess.Bitboard) chess.Bitboard {
	return chess.Bitboard(bits.ReverseBytes64(bits.Reverse64(uint64(bb))))
}

// hasCrowdedPawns reports whether white pawns stand on all squares of some pattern, which violates rule 5.
func hasCrowdedPawns(pawns chess.Bitboard) bool {
	for _, p := range patterns {
		if pawns&p == p {
			return true
		}
	}
	return false
}

// edgePairs are the pawns for which rule 6 counts two captures on a file instead of one, since
// one of the three came from the c or f file: by color, on the left and on the right.
var edgePairs = [2][2]chess.Bitboard{
	{parseSquares("a2 b2 a4"), parseSquares("h2 g2 h4")},
	{parseSquares("a7 b7 a5"), parseSquares("h7 g7 h5")},
}

// allowsCaptures reports whether the captures that the files of the pawns prove are at most
// the men that are missing: rule 6.
//
// Each pawn beyond one of its color on a file proves one capture. On a file whose top pawn is
// white and whose bottom pawn is black, at least all white pawns above the black ones, or all
// black pawns below the white ones, have come from other files.
func (d *diagram) allowsCaptures() bool {
	var doubled [2]int
	total := 0
	for file := range 8 {
		w, b := d.pawns[chess.White]&chess.FileBB(file), d.pawns[chess.Black]&chess.FileBB(file)
		dw, db := max(0, w.Count()-1), max(0, b.Count()-1)
		captures := dw + db
		if w > b && b != 0 && b&-b < w&-w {
			above := w &^ (b.Last().BB()<<1 - 1)
			below := b & (w&-w - 1)
			captures = max(captures, above.Count(), below.Count())
		}
		doubled[0] += dw
		doubled[1] += db
		total += captures
	}
	for color, pair := range edgePairs {
		if p := d.pawns[color]; p&pair[0] == pair[0] || p&pair[1] == pair[1] {
			doubled[color]++
		}
	}
	return d.men[chess.Black]+doubled[chess.White] <= 16 && d.men[chess.White]+doubled[chess.Black] <= 16 &&
		d.men[chess.White]+d.men[chess.Black]+total <= 32
}
