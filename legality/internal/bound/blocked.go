package bound

import (
	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// A blockReason says why a square is blocked.
type blockReason uint8

// The reasons. Each is a theorem on all plays from a current position to the goal. Its
// proof may use what has been proven of other squares.
const (
	// homePawn: the goal has a pawn there on its pawn row (Lemma 2).
	homePawn blockReason = iota
	// castlingRight: king or rook of a castling right of the goal (Lemma 2).
	castlingRight
	// lastPawn: the goal has a pawn on s, and a pawn of its color is on s now. All pawns in the cone
	// of s must end in the cone, or this pawn is the only one that can end on s (Lemma 3).
	lastPawn
	// settledPawn: the color has as many pawns as in the goal, so that each must end as a pawn
	// of the goal. This one has no step towards another pawn of the goal (Lemma 3).
	settledPawn
	// deadlock: no captures are left, and no man of a set of men can make a first step (Lemma 4).
	deadlock
	// noEntry: the unit's place in the goal cannot be entered from anywhere, and no
	// pawn can get there by promotion (Lemma 5).
	noEntry
	// onlyPawn: of all pawns only that on s can end as the goal's pawn on s, by the assignment (Lemma 6).
	onlyPawn

	// blockReasons is the number of reasons.
	blockReasons = iota
)

// String returns the name of the reason.
func (r blockReason) String() string {
	names := [...]string{"HomePawn", "CastlingRight", "LastPawn", "SettledPawn", "Deadlock", "NoEntry", "OnlyPawn"}
	if int(r) >= len(names) {
		return "invalid"
	}
	return names[r]
}

// Blocked returns the squares of men that take part in no play of at least one move from p to the goal: none of them moves or is
// captured in such a play, and the goal shows the same men there. If there is no play, see [Goal.Reachable], it returns some squares.
func (g *Goal) Blocked(p *chess.Position) chess.Bitboard {
	g.analyse(p)
	return g.blocked
}

// block marks squares as blocked for a reason, unless they are already.
func (g *Goal) block(r blockReason, bb chess.Bitboard) {
	g.byReason[r] |= bb &^ g.blocked
	g.blocked |= bb
}

// blockFromGoal blocks the squares that the goal alone determines: pawns on their pawn row, kings and rooks with
// castling rights. It reports whether the current position has these pawns and rights too: Lemma 2.
func (g *Goal) blockFromGoal() bool {
	b := &g.current.Board
	g.blocked, g.byReason = 0, [blockReasons]chess.Bitboard{}
	for c := chess.White; c <= chess.Black; c++ {
		home := g.facts.pawns[c] & chess.RowBB(c.PawnRow())
		if gone := home &^ b.Pieces(c, chess.Pawn); gone != 0 {
			return g.fail(verdict.Men("pawns at home have moved or been captured", gone))
		}
		g.block(homePawn, home)
	}
	if lost := g.setup.Castling &^ g.current.Castling; lost != 0 {
		return g.fail(verdict.Men("castling rights are lost for king or rook", lost.Squares()))
	}
	g.block(castlingRight, g.facts.rights)
	return true
}

var (
	coneNote = [2]string{
		"too few white pawns can get as far as the goal shows",
		"too few black pawns can get as far as the goal shows",
	}
	lastNote = [2]string{"no white pawn can get to the goal's", "no black pawn can get to the goal's"}
)

// blockPawns blocks pawns of color c as lastPawn or settledPawn, and reports false if the
// pawns cannot get to the goal's: Lemma 3. It goes through the goal's pawns from their pawn row
// onwards, since a pawn blocked on one row can decide the cones of the next rows.
func (g *Goal) blockPawns(c chess.Color) bool {
	own := g.current.Board.Pieces(c, chess.Pawn)
	k := g.sides[c].captures
	var reach chess.Bitboard // cones of goal pawns that are not blocked
	for bb := g.facts.pawns[c] &^ g.blocked; bb != 0; {
		sq := bb.First()
		if c == chess.Black {
			sq = bb.Last()
		}
		bb &^= sq.BB()
		cone := &cones[c][sq&63]
		inCone, needed := (own & cone[maxCaptures]).Count(), int(g.facts.needed[c][sq&63])
		within := cone[k] & own &^ g.blocked
		switch {
		case inCone < needed:
			return g.fail(verdict.Count(coneNote[c], inCone, needed).At(g.facts.pawns[c] & cone[maxCaptures]))
		case within == 0:
			return g.fail(verdict.Men(lastNote[c], sq.BB()))
		case own.Has(sq) && (inCone == needed || within == sq.BB()):
			g.block(lastPawn, sq.BB())
		default:
			reach |= cone[k]
		}
	}
	if g.sides[c].excessPawns > 0 {
		return true
	}
	ahead := reach &^ g.blocked
	movable := ahead.Ahead(c.Other())
	if k > 0 {
		movable |= chess.AllPawnAttacks(c.Other(), ahead)
	}
	settled := own & g.facts.pawns[c] &^ movable
	g.block(settledPawn, settled&^g.blocked)
	return true
}

// blockDeadlock blocks men that can never move when no captures are left, and reports false
// if the goal has other men on their squares: Lemma 4.
//
// It starts with all men as immobile. It takes away those that can step onto a free square,
// and frees their squares, until none is left that can.
func (g *Goal) blockDeadlock() bool {
	b := &g.current.Board
	free := ^b.Occupied()
	immobile := b.Occupied() &^ g.blocked
	queens, kings, pawns := b.Of(chess.Queen), b.Of(chess.King), b.Of(chess.Pawn)
	for immobile != 0 {
		straight, diagonal := chess.Steps(chess.Rook, free), chess.Steps(chess.Bishop, free)
		movable := straight&(b.Of(chess.Rook)|queens) | diagonal&(b.Of(chess.Bishop)|queens) |
			chess.Steps(chess.Knight, free)&b.Of(chess.Knight) |
			free.Ahead(chess.Black)&pawns&b.Colored(chess.White) |
			free.Ahead(chess.White)&pawns&b.Colored(chess.Black)
		if kings&immobile != 0 {
			unmoved := immobile | g.blocked
			for c := chess.White; c <= chess.Black; c++ {
				safe := free &^ permanentAttacks(b, c.Other(), unmoved)
				movable |= chess.Steps(chess.King, safe) & kings & b.Colored(c)
			}
		}
		if movable &= immobile; movable == 0 {
			break
		}
		immobile &^= movable
		free |= movable
	}
	var misplaced chess.Bitboard
	for bb := immobile; bb != 0; bb &= bb - 1 {
		if sq := bb.First(); b.At(sq) != g.board.At(sq) {
			misplaced |= sq.BB()
		}
	}
	if misplaced != 0 {
		return g.fail(verdict.Men("without captures these men can never move", misplaced))
	}
	g.block(deadlock, immobile)
	return true
}
