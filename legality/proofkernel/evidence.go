package proofkernel

import (
	"fmt"
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// A cause says which argument refuted a setup.
type cause uint8

const (
	byStray     cause = iota // a bishop where none can have got
	byCaptures               // men are missing that cannot be: more dead bishops than captures
	byPawns                  // more promotions than pawns for them
	byRequired               // a bishop must have promoted on a square where no pawn can
	byCrossings              // pawns must change files more often than their color captures
	byBound                  // the columns need more captures than there are
	bySearch                 // no order of captures does it
	byVictims                // promoting pawns would have to take bishops of the other color
	byRows                   // no class of kernels can be given rows
	byBishops                // none with rows takes the missing bishops on squares of their color
	byHomes                  // none of these leaves bishops at home where they stood
	byPassing                // more pawns must have promoted than captures can have made way for
)

// evidence describes why the last search refuted the setup: which captures there are, and what they cannot do. The argument is
// the setup that was searched. The result of the search must have been NoKernel or NoExtended.
func (s *Solver) evidence(setup *chess.Setup) verdict.Evidence {
	e := s.describeRefutation(setup)
	e.Note += s.goal.describeTakenAtHome()
	return e
}

// describeRefutation is evidence without the men that were taken at home.
func (s *Solver) describeRefutation(setup *chess.Setup) verdict.Evidence {
	g := &s.goal
	pawns := setup.Board.Of(chess.Pawn)
	switch s.cause {
	case byStray:
		return verdict.Men("a bishop between pawns that have never moved, which did not start there",
			setup.Board.Of(chess.Bishop)&(chess.RowBB(0)|chess.RowBB(7)))
	case byCaptures:
		return verdict.Men("more bishops were taken at home, between pawns that have never moved, than men are missing",
			pawns&(chess.RowBB(1)|chess.RowBB(6)))
	case byPawns:
		for c := range 2 {
			if g.spare[c] < 0 {
				missing := 8 - g.pawns[c][8]
				if missing < 0 {
					return verdict.Evidence{Note: fmt.Sprintf("%s has %s", colorName[c], plural(g.pawns[c][8], "pawn"))}
				}
				return verdict.Evidence{Note: fmt.Sprintf("%s needs at least %s and lacks %s",
					colorName[c], plural(missing-g.spare[c], "promotion"), plural(missing, "pawn"))}
			}
		}
	case byRequired:
		return verdict.Men("a bishop between pawns that have never moved must have promoted there, and no pawn can",
			setup.Board.Of(chess.Bishop)&(chess.RowBB(0)|chess.RowBB(7)))
	case byCrossings:
		for c := range 2 {
			if n := g.crossings(c); n > g.captures[c] {
				return verdict.Men(fmt.Sprintf("the %s pawns need at least %s to change files, and %s has made %d",
					chess.Color(c), plural(n, "capture"), colorName[c], g.captures[c]),
					setup.Board.Pieces(chess.Color(c), chess.Pawn))
			}
		}
	case byBound:
		return verdict.Men(fmt.Sprintf("the pawn columns of %s need at least %s, and both sides together have made %d",
			s.incompleteFiles(), plural(s.needed, "capture"), s.available), pawns)
	case byPassing:
		c, _ := g.refutedColor()
		count := g.countPassing(c)
		const note = "%s needs %s, %d of them by captures, and %s, %d by pawns of the other side, and %d of these pawns taken " +
			"do not make way for so many"
		return verdict.Men(fmt.Sprintf(note, colorName[c],
			plural(count.promoted, "promotion"), count.byCapture, plural(count.captures, "capture"), count.enemyCaptures, count.pawnsTaken), pawns)
	}
	claim := "cannot make the pawn columns of " + s.incompleteFiles() + " in any order"
	switch s.cause {
	case byVictims:
		claim = "can make the pawn columns, but promoting pawns would have to take bishops on the wrong color"
	case byRows:
		claim = "can make the pawn columns, but never on these rows"
	case byBishops:
		claim = "can make the pawn columns, but not with the missing bishops taken on their color"
	case byHomes:
		claim = "can make the pawn columns, but not past bishops that still stood at home"
	}
	return verdict.Men(fmt.Sprintf("%s by White and %d by Black %s (%s searched)",
		plural(g.captures[white], "capture"), g.captures[black], claim, plural(int(s.spent), "state")), pawns)
}

var colorName = [2]string{"White", "Black"}

// plural writes a number of things, such as "1 pawn" or "2 pawns".
func plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// incompleteFiles names the incomplete columns, such as "file c", "files a, c and d", "files b to g" or "all files but c".
func (s *Solver) incompleteFiles() string {
	var set uint8
	for file := range 8 {
		if s.goal.column[file] != startColumn {
			set |= 1 << file
		}
	}
	return fileNames(set)
}

// fileNames names a set of files, a being bit 0.
func fileNames(set uint8) string {
	n := bits.OnesCount8(set)
	first, last := bits.TrailingZeros8(set), 7-bits.LeadingZeros8(set)
	switch {
	case n == 0:
		return "no file"
	case n == 8:
		return "all files"
	case n == 1:
		return fmt.Sprintf("file %c", 'a'+first)
	case n > 2 && last-first == n-1:
		return fmt.Sprintf("files %c to %c", 'a'+first, 'a'+last)
	case n == 7:
		return fmt.Sprintf("all files but %c", 'a'+bits.TrailingZeros8(^set))
	}
	text := "files"
	for file := range 8 {
		if set>>file&1 == 0 {
			continue
		}
		switch file {
		case first:
			text += " "
		case last:
			text += " and "
		default:
			text += ", "
		}
		text += string(rune('a' + file))
	}
	return text
}
