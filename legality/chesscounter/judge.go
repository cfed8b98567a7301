package chesscounter

import (
	"fmt"

	"chesscensus/chess"
)

// A Space is one of the four sets that ChessCounter draws from. The zero value is
// General. The rules differ only in the tenth, which the restricted spaces add.
type Space uint8

// The spaces. A point of each has the two kings on squares that are not adjacent, other men on
// distinct squares, and a side to move.
const (
	General        Space = iota // up to 30 men of any kind and color
	Split                       // up to 15 men a side
	Restricted                  // counts of the initial position, but up to 3 queens
	VeryRestricted              // counts of the initial position
)

// numSpaces is the number of spaces.
const numSpaces = int(VeryRestricted) + 1

var spaceNames = [numSpaces]string{"general", "split", "restricted", "very restricted"}

// String returns the name of the space.
func (s Space) String() string { return spaceNames[s] }

// queens returns the largest number of queens of a side in the space; 9 in spaces where only rule 2 limits it.
func (s Space) queens() int {
	switch s {
	case Restricted:
		return 3
	case VeryRestricted:
		return 1
	}
	return 9
}

// Options select the rules as published or as repaired. The zero value selects the rules as published.
type Options struct {
	// Mended selects the repaired rules 2, 4, 8 and 9, see [Rule.Mended]. The published ones reject some legal
	// setups. No legal setup is known that the mended rules reject, except by rule 10, the definition of the
	// restricted spaces. All setups that the published rules accept are accepted.
	Mended bool
}

// Outside is the Rule of the verdict on a setup that belongs to none of the spaces: a side
// has no king or several, or the kings are adjacent.
const Outside = -1

// A Verdict is the result for one setup. The zero value is not a result.
type Verdict struct {
	// Rule is the number of the first rule that fails, 1 to 10, or 0 if the setup is accepted, or Outside.
	Rule int
	// Weight is the number of positions that an accepted diagram stands for, by ChessCounter's own definition
	//
	//	w = 2^k (1 + E)
	//
	// with k the number of rooks at home whose king is at home, and E the number of black pawns that can just have
	// made a double step beside a white pawn. It is 1 to 96, and 0 if the setup is not accepted. It does not test
	// whether castling rights or captures en passant are possible.
	//
	// The program gives 2w, as its exponent starts at one. Since the sizes of the spaces count the
	// side to move already, its published estimates are twice what its definition says.
	Weight int
}

// Accepted reports whether no rule fails.
func (v Verdict) Accepted() bool { return v.Weight > 0 }

// String returns "accepted, weight 4", "rejected by rule 6, Captures", or "outside".
func (v Verdict) String() string {
	switch {
	case v.Rule == Outside:
		return "outside"
	case v.Rule >= 1 && v.Rule <= len(rules):
		return fmt.Sprintf("rejected by rule %d, %s", v.Rule, rules[v.Rule-1].Name)
	}
	return fmt.Sprintf("accepted, weight %d", v.Weight)
}

// Judge returns the first rule, in ChessCounter's order, that a setup fails, and the
// weight of a setup that fails none.
//
// The rules depend on the diagram and the side to move. Castling rights and en passant square of the setup are
// ignored, since the weight counts them. ChessCounter always has White to move; if Black is, the setup is judged
// with the colors exchanged. The setup may be any, also one outside the space. Pawns on row 1 or 8, which
// ChessCounter's draws drop before the rules, fail rule 1.
//
// It allocates nothing. Draws of the split space take 20 ns each, since nearly all fail
// rule 2 or before, positions of games 90 ns.
func (o Options) Judge(s *chess.Setup, space Space) Verdict {
	if s.Turn&1 == chess.White {
		return o.judge(&s.Board, space)
	}
	m := s.Board.Mirror()
	return o.judge(&m, space)
}

// judge judges a board with White to move.
func (o Options) judge(b *chess.Board, space Space) Verdict {
	white, black := b.Pieces(chess.White, chess.King), b.Pieces(chess.Black, chess.King)
	king := white.First()
	if white == 0 || black == 0 || white.Many() || black.Many() || chess.KingAttacks(king)&black != 0 {
		return Verdict{Rule: Outside}
	}
	men := [2]int{b.Colored(chess.White).Count(), b.Colored(chess.Black).Count()}
	if men[0] > 16 || men[1] > 16 || b.Of(chess.Pawn)&(chess.Row1|chess.Row8) != 0 {
		return Verdict{Rule: 1}
	}
	if !isMaterialPossible(b, o.Mended) {
		return Verdict{Rule: 2}
	}
	d := diagram{b: b, men: men, king: king, occ: b.Occupied(), opt: o}
	d.pawns = [2]chess.Bitboard{b.Pieces(chess.White, chess.Pawn), b.Pieces(chess.Black, chess.Pawn)}
	if rule := d.firstFailing(space, black.First()); rule != 0 {
		return Verdict{Rule: rule}
	}
	return Verdict{Weight: weight(b)}
}

// A diagram is a board with one king a side and White to move, with values that several rules use.
type diagram struct {
	b     *chess.Board
	men   [2]int            // by color, king included
	pawns [2]chess.Bitboard // by color
	king  chess.Square      // White's
	occ   chess.Bitboard
	opt   Options
}

// whiteLostMan reports whether White has fewer than its 16 men.
func (d *diagram) whiteLostMan() bool { return d.men[chess.White] < 16 }

// firstFailing returns the first of the rules 3 to 10 that fails, 0 if none.
func (d *diagram) firstFailing(space Space, enemyKing chess.Square) int {
	switch {
	case d.b.Attackers(enemyKing, chess.White, d.occ) != 0:
		return 3
	case d.hasCagedBishop(d.opt.Mended):
		return 4
	case hasCrowdedPawns(d.pawns[chess.White]) || hasCrowdedPawns(d.pawns[chess.Black].For(chess.Black)):
		return 5
	case !d.allowsCaptures():
		return 6
	}
	if checkers := d.b.Attackers(d.king, chess.Black, d.occ); checkers != 0 {
		switch n := checkers.Count(); {
		case n > 2:
			return 7
		case n == 2 && !d.explainsDoubleCheck(checkers):
			return 8
		case n == 1 && !d.explainsCheck(checkers.First()):
			return 9
		}
	}
	// The mended rule 4 accepts promoted caged bishops, which do not belong to these spaces.
	if space >= Restricted && (!hasOriginalMen(d.b, space.queens()) || d.hasCagedBishop(false)) {
		return 10
	}
	return 0
}

// weight returns the weight of an accepted diagram, see [Verdict.Weight].
func weight(b *chess.Board) int {
	castlings := 0
	for c, home := range [2]chess.Square{chess.E1, chess.E8} {
		if c := chess.Color(c); b.Pieces(c, chess.King).Has(home) {
			corners := (home - 4).BB() | (home + 3).BB()
			castlings += (b.Pieces(c, chess.Rook) & corners).Count()
		}
	}
	white := b.Pieces(chess.White, chess.Pawn) & chess.RowBB(4)
	beside := (white&^chess.FileA)>>1 | (white&^chess.FileH)<<1
	occ := b.Occupied()
	doubleSteps := b.Pieces(chess.Black, chess.Pawn) & beside &^ (occ >> 8) &^ (occ >> 16)
	return (1 + doubleSteps.Count()) << castlings
}
