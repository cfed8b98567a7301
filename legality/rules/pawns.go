package rules

import (
	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// homesRule: the pawns of a side can have come from different home squares.
//
// Proof: each capture moves a pawn one row up and one file aside, each step one row up or two. So the home of a
// pawn r rows above its second row is at most r files away. All pawns have different homes.
var homesRule = Rule{
	Name:     "Homes",
	Reasons:  verdict.PawnHomes,
	Theorem:  "The pawns of a side have different home squares within reach.",
	Refuted:  "4k3/8/8/P7/8/8/PPPP4/4K3 w - - 0 1",
	Accepted: "4k3/8/8/P7/8/8/PPP5/4K3 w - - 0 1",
	Refute: func(f *Facts) (verdict.Reason, verdict.Evidence) {
		for c := chess.White; c <= chess.Black; c++ {
			if f.fileChanges(c) >= noHomes {
				return verdict.PawnHomes, verdict.Men("pawns", f.Setup.Board.Pieces(c, chess.Pawn))
			}
		}
		return accept()
	},
}

// changesRule: the pawns of a side have changed files at most as often as enemy men are missing.
//
// The least number of changes is the least sum, over all ways to give the pawns
// different home files within reach (see [homesRule]), of the distances in files.
//
// Proof: a pawn changes its file, by one, only when it captures.
var changesRule = Rule{
	Name:     "Changes",
	Reasons:  verdict.PawnCaptures,
	Theorem:  "The pawns of a side have changed files at most as often as enemy men are missing.",
	Refuted:  "r1bqkbnr/pppppppp/8/8/1P6/8/PPP1PPPP/RNBQKBNR w - - 0 1",
	Accepted: "r1bqkbnr/pppppppp/8/8/2P5/8/PPP1PPPP/RNBQKBNR w - - 0 1",
	Refute: func(f *Facts) (verdict.Reason, verdict.Evidence) {
		for c := chess.White; c <= chess.Black; c++ {
			n, lost := f.fileChanges(c), f.statistics().Army[c.Other()].captured()
			if n > lost && n < noHomes {
				return verdict.PawnCaptures, verdict.Count(
					colorText(c, "captures by white pawns and black men missing", "captures by black pawns and white men missing"),
					n, lost).At(f.Setup.Board.Pieces(c, chess.Pawn))
			}
		}
		return accept()
	},
}

// crossedRule: the pawns that must have changed files are at most the captures that pawns
// can have made, see [balanceRule].
//
// On a file with n pawns of both colors, at least n-2 have changed files if some white
// pawn stands below some black one, otherwise at least n-1.
//
// Proof: of the pawns that have always been on a file at most one is white and one is
// black, and then the white one is still below the black one. Every change is a capture.
var crossedRule = Rule{
	Name:     "Crossed",
	Reasons:  verdict.CrossedPawns,
	Theorem:  "The pawns that must have changed files are at most the captures that pawns can have made.",
	Refuted:  "rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w - - 0 1",
	Accepted: "rnbqkb1r/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w - - 0 1",
	Refute: func(f *Facts) (verdict.Reason, verdict.Evidence) {
		b, st := &f.Setup.Board, f.statistics()
		n := -st.Pairs // on a file with a pair two pawns may have stayed, on others one
		n += b.Of(chess.Pawn).Count() - chess.Bitboard(foldFiles(uint64(b.Of(chess.Pawn)))).Count()
		if n > f.pawnCaptures {
			return verdict.CrossedPawns, verdict.Count("pawns that changed files and captures by pawns",
				n, f.pawnCaptures).At(b.Of(chess.Pawn))
		}
		return accept()
	},
}

// noHomes is more than any sum of file changes by 8 pawns.
const noHomes = 100

// fileChanges returns the least sum of file changes by which the pawns of color c can
// have come from different home squares, or noHomes if they cannot.
func (f *Facts) fileChanges(c chess.Color) int {
	pawns := f.Setup.Board.Pieces(c, chess.Pawn)
	if pawns.Count() == chess.Bitboard(foldFiles(uint64(pawns))).Count() {
		return 0 // all on files of their own
	}
	return assign(pawns, c)
}

// assign returns the least sum of file changes over all assignments of different home files to
// the pawns, or noHomes. It uses dynamic programming over sets of files: best[set] is the
// least sum for the first |set| pawns if their homes are the files of set.
func assign(pawns chess.Bitboard, c chess.Color) int {
	if pawns.Count() > 8 {
		return noHomes
	}
	var best [256]uint8
	for i := range best {
		best[i] = noHomes
	}
	best[0] = 0
	total := pawns.Count()
	var file, reach [8]int
	i := 0
	for sq := range pawns.All() {
		file[i], reach[i] = sq.File(), sq.Row()-1
		if c == chess.Black {
			reach[i] = 6 - sq.Row()
		}
		i++
	}
	least := noHomes
	for set := range 256 {
		sum := int(best[set])
		k := chess.Bitboard(set).Count()
		if k == total {
			least = min(least, sum)
		}
		if sum >= noHomes || k >= total {
			continue
		}
		for home := max(0, file[k]-reach[k]); home <= min(7, file[k]+reach[k]); home++ {
			if next := set | 1<<home; next != set {
				best[next] = min(best[next], uint8(sum+abs(home-file[k])))
			}
		}
	}
	return least
}
