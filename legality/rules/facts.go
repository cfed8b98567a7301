package rules

import (
	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// Facts are a setup and values that several rules use. [Facts.Reset] computes those that
// every draw needs; the counts are computed at the first use. The zero value must be Reset
// before use. Facts are for one goroutine at a time.
type Facts struct {
	Setup chess.Setup
	Us    chess.Color // the side to move
	Them  chess.Color // the side that has just moved

	// OneKing is whether each side has exactly one king. Otherwise Kings and Attacked are zero,
	// and rules that need them must not refute.
	OneKing  bool
	Kings    [2]chess.Square
	Attacked [2]chess.Bitboard // the men that attack the king of the color, kings included
	Occupied chess.Bitboard

	counted      bool
	stats        Statistics
	pawnCaptures int // the largest number of captures that pawns can have made without promoting
	cages        cageFacts
}

// Reset makes f the facts of s. It allocates nothing.
func (f *Facts) Reset(s *chess.Setup) {
	f.Setup = *s
	f.Setup.Turn &= 1
	f.Us, f.Them = f.Setup.Turn, f.Setup.Turn.Other()
	f.counted = false
	b := &f.Setup.Board
	f.Occupied = b.Occupied()
	w, bl := b.Pieces(chess.White, chess.King), b.Pieces(chess.Black, chess.King)
	f.OneKing = w != 0 && bl != 0 && !w.Many() && !bl.Many()
	if !f.OneKing {
		f.Kings, f.Attacked = [2]chess.Square{}, [2]chess.Bitboard{}
		return
	}
	f.Kings = [2]chess.Square{w.First(), bl.First()}
	f.Attacked[0] = b.Attackers(f.Kings[0], chess.Black, f.Occupied)
	f.Attacked[1] = b.Attackers(f.Kings[1], chess.White, f.Occupied)
}

// Checkers returns the men that attack the king to move.
func (f *Facts) Checkers() chess.Bitboard { return f.Attacked[f.Us] }

// statistics returns the counts of the diagram. They differ from those of [Stats] for the pre-filter:
// Promotions also counts the bishops that pawns at home prove to be promoted, see [cagesRule].
func (f *Facts) statistics() *Statistics {
	f.countMen()
	return &f.stats
}

// countMen computes the counts, unless they are computed already.
func (f *Facts) countMen() {
	if f.counted {
		return
	}
	f.counted = true
	b := &f.Setup.Board
	f.stats.count(b)
	f.cages = findCages(b)
	if f.cages.extraPromotions != [2]int{} {
		for c := range f.stats.Army {
			a := &f.stats.Army[c]
			a.Promotions += f.cages.extraPromotions[c]
			a.LostPawns -= f.cages.extraPromotions[c]
		}
		f.stats.derive()
	}
	f.pawnCaptures = 0
	for c := range f.stats.Army {
		f.pawnCaptures += min(f.stats.Army[c^1].captured(), f.mostPawnCaptures(chess.Color(c)))
	}
}

// mostPawnCaptures returns the largest number of captures that the pawns of color c can have made without promoting,
// by their rows: one for every row that a pawn on the board is above its second row, and five for each missing pawn.
func (f *Facts) mostPawnCaptures(c chess.Color) int {
	pawns := f.Setup.Board.Pieces(c, chess.Pawn)
	n := 5 * (8 - pawns.Count())
	for rows := 1; rows <= 5; rows++ {
		row := 1 + rows
		if c == chess.Black {
			row = 6 - rows
		}
		n += rows * (pawns & chess.RowBB(row)).Count()
	}
	return n
}

// A Rule is one theorem: if Refute returns a reason, the setup is illegal.
type Rule struct {
	// Name is the name of the variable, such as "Pairs".
	Name string
	// Reasons are the reasons that Refute can return; one for most rules.
	Reasons verdict.Reason
	// Theorem is the theorem in one sentence, true of every legal position.
	Theorem string
	// Refuted is a FEN record that the rule refutes, Accepted a similar one that it must not refute.
	Refuted, Accepted string
	// Refute returns the theorem's reason and the evidence if the setup breaks the rule,
	// and 0 otherwise. It accepts any setup and never panics.
	Refute func(f *Facts) (verdict.Reason, verdict.Evidence)
}

// RefutesSetup applies the rule to a setup. To apply several rules to one setup, use [Facts] or [Stage].
func (r *Rule) RefutesSetup(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
	var f Facts
	f.Reset(s)
	return r.Refute(&f)
}

// accept returns the results of Refute if the setup does not break the rule.
func accept() (verdict.Reason, verdict.Evidence) { return 0, verdict.Evidence{} }
