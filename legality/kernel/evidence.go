package kernel

import (
	"fmt"
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// A cause says which argument refuted a setup.
type cause uint8

const (
	byCage      cause = iota // a bishop where none can have got
	byCaptures               // men are missing that cannot be: more dead bishops than captures
	byPawns                  // more promotions than pawns for them
	byRequired               // a bishop must have promoted on a square where no pawn can
	byCrossings              // pawns must change files more often than their color captures
	byBound                  // the columns need more captures than there are
	bySearch                 // no order of captures does it
	byVictims                // promoting pawns would have to take bishops of the other color
	byRows                   // no class has rows
	byBishops                // no class has rows and bishops on squares of their color
)

// Evidence says in words why the last search refuted the setup, which must be the one
// that was searched: which captures there are and what they cannot do. It means
// something only if the result was NoKernel or NoExtended.
func (s *Solver) Evidence(setup *chess.Setup) verdict.Evidence {
	g := &s.goal
	pawns := setup.Board.Of(chess.Pawn)
	have := fmt.Sprintf("%d captures by White and %d by Black", g.captures[white], g.captures[black])
	switch s.cause {
	case byCage:
		return verdict.Men("a bishop between pawns that have never moved, which did not start there",
			setup.Board.Of(chess.Bishop)&(chess.RowBB(0)|chess.RowBB(7)))
	case byCaptures:
		return verdict.Men("more bishops were taken at home, between pawns that have never moved, than men are missing", pawns&(chess.RowBB(1)|chess.RowBB(6)))
	case byPawns:
		for c := range 2 {
			if g.spare[c] < 0 {
				name := [2]string{"white", "black"}[c]
				return verdict.Count(name+" promotions against missing pawns",
					8-g.pawns[c][8]-g.spare[c], 8-g.pawns[c][8])
			}
		}
	case byRequired:
		return verdict.Men("a bishop between pawns that have never moved must have promoted there, and no pawn can",
			setup.Board.Of(chess.Bishop)&(chess.RowBB(0)|chess.RowBB(7)))
	case byCrossings:
		for c := range 2 {
			if n := g.crossings(c); n > g.captures[c] {
				name := [2]string{"white", "black"}[c]
				return verdict.Count("captures that "+name+" pawns need at least to change files", n, g.captures[c]).
					At(setup.Board.Pieces(chess.Color(c), chess.Pawn))
			}
		}
	case byBound:
		return verdict.Count("captures that the pawn columns of "+s.files()+" need at least", s.least, s.has)
	case byVictims:
		return verdict.Men(fmt.Sprintf("%s, but promoting pawns would have to take bishops on the wrong color, %d states", have, s.spent), pawns)
	case byRows:
		return verdict.Men(fmt.Sprintf("%s, which can make the pawn columns but never on these rows, %d states", have, s.spent), pawns)
	case byBishops:
		return verdict.Men(fmt.Sprintf("%s, which can make the pawn columns but not with the missing bishops taken on their color, %d states", have, s.spent), pawns)
	}
	return verdict.Men(fmt.Sprintf("%s, no order of which makes the pawn columns of %s, %d states", have, s.files(), s.spent), pawns)
}

// files names the incomplete columns.
func (s *Solver) files() string {
	g := &s.goal
	name := "file"
	var set uint8
	for x := range 8 {
		if g.column[x] != startColumn {
			set |= 1 << x
		}
	}
	if bits.OnesCount8(set) > 1 {
		name = "files"
	}
	for x := range 8 {
		if set>>x&1 != 0 {
			name += " " + string(rune('a'+x))
		}
	}
	return name
}
