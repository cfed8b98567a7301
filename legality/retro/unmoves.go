package retro

import "chesscensus/chess"

// Options of [Unmoves]. The zero value leaves the en passant histories out.
type Options struct {
	// AllEP adds for every unmove the variants in which the setup before the move had an en passant square: one for
	// each square where a capture was legal. Without it a setup before has an en passant square only if the move
	// captured there.
	AllEP bool
}

// Unmoves appends to dst every unmove of s, by the side that is not to move, and returns the extended slice.
//
// An unmove is listed exactly if the setup before it is valid, has at most 8 pawns and promoted men a side (queens
// beyond one, other officers beyond two), and the move, legal there, leads back to s with its castling rights and
// en passant square. Setups before with different castling rights or en passant squares give different unmoves, see
// [Options]. A setup s that is invalid, see [chess.Setup.Violations], has none.
//
// Hence, if AllEP is set, every position of a game from the initial position is among the
// setups before the next position: Lemma 1.
//
// Unmoves allocates only if the capacity of dst does not suffice. A position seldom
// has more than 500 unmoves. It costs about 10 ns for each.
func Unmoves(dst []Unmove, s chess.Setup, opt Options) []Unmove {
	if s.Violations() != 0 {
		return dst
	}
	wanted := quiet | forceful
	if opt.AllEP {
		wanted |= histories
	}
	g := generator{s: s, kinds: wanted, dst: dst}
	g.list()
	return g.dst
}

// kinds is a set of kinds of unmoves.
type kinds uint8

const (
	quiet     kinds = 1 << iota // moves of officers and kings that change nothing else
	forceful                    // all others: captures, pawn moves, castling, lost rights
	histories                   // the variants of both with an unused en passant square
)

// appendKinds appends the unmoves of some kinds of a valid setup. The kinds quiet and
// forceful|histories together give all unmoves with histories.
func appendKinds(dst []Unmove, s *chess.Setup, wanted kinds) []Unmove {
	g := generator{s: *s, kinds: wanted, dst: dst}
	g.list()
	return g.dst
}

// A generator lists the unmoves of one valid setup. Us is the side to move now, them the side whose last move is
// taken back. The king of us must not be attacked before the move of them: Lemma 2.
type generator struct {
	s     chess.Setup
	kinds kinds
	dst   []Unmove

	us, them   chess.Color
	occ        chess.Bitboard
	king       chess.Square   // of us
	checkers   chess.Bitboard // men of them that give check now
	shields    chess.Bitboard // men of them that stand alone between the king and a line piece of them
	pawnStep   int            // a pawn step of them
	victims    uint8          // bit r: us can have lost a man of role r
	promotions uint8          // bit r: a man of role r of them can be promoted
}

// list appends the unmoves of the wanted kinds.
func (g *generator) list() {
	s := &g.s
	g.us, g.them = s.Turn, s.Turn.Other()
	b := &s.Board
	g.occ, g.king, g.pawnStep = b.Occupied(), b.King(g.us), 8
	if g.them == chess.Black {
		g.pawnStep = -8
	}
	if !g.countPromoted() {
		return
	}
	g.findCheckersAndShields()
	if s.EP != chess.NoSquare {
		if g.kinds != quiet {
			g.listDoubleStep(s.EP^24, s.EP^8)
		}
		return
	}
	pawns := b.Pieces(g.them, chess.Pawn)
	men := b.Colored(g.them) &^ pawns &^ s.Castling.Squares()
	for bb := men; bb != 0; bb &= bb - 1 {
		g.listOfficer(bb.First())
	}
	if g.kinds == quiet {
		return
	}
	for bb := pawns; bb != 0; bb &= bb - 1 {
		g.listPawn(bb.First())
	}
	if g.promotions != 0 {
		last := chess.RowBB(g.us.BackRow())
		for bb := men & last &^ b.Of(chess.King); bb != 0; bb &= bb - 1 {
			g.listPromotions(bb.First())
		}
	}
	g.listCastling()
}

// countPromoted finds the roles that can have been captured and promoted. It reports whether
// the numbers of pawns and promoted men allow a setup before: unmoves never reduce them.
func (g *generator) countPromoted() bool {
	const officers = 1<<chess.Knight | 1<<chess.Bishop | 1<<chess.Rook | 1<<chess.Queen
	sum, scarce, _ := promoted(&g.s.Board, g.us)
	g.victims = scarce // a man of these roles need not be promoted
	if sum < 8 {
		g.victims = officers | 1<<chess.Pawn
	}
	if sum > 8 {
		return false
	}
	sum, _, ample := promoted(&g.s.Board, g.them)
	g.promotions = ample // one of these is counted already
	if sum < 8 {
		g.promotions = officers
	}
	return sum <= 8
}

// promoted returns the number of pawns and promoted men of color c, and the sets of the roles of
// officers of which it has fewer and more than in the initial position.
func promoted(b *chess.Board, c chess.Color) (sum int, scarce, ample uint8) {
	sum = b.Pieces(c, chess.Pawn).Count()
	for r := chess.Knight; r <= chess.Queen; r++ {
		n := 2
		if r == chess.Queen {
			n = 1
		}
		switch k := b.Pieces(c, r).Count(); {
		case k < n:
			scarce |= 1 << r
		case k > n:
			ample |= 1 << r
			sum += k - n
		}
	}
	return sum, scarce, ample
}
