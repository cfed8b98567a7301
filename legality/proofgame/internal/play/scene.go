package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// A requests holds what a color is requested to do by the other.
type requests struct {
	vacate        chess.Bitboard // squares to leave
	stopAttacking chess.Bitboard // squares of the enemy king's way, not to be attacked
}

// A fixedMen says which men stay on their squares. It is part of a snapshot, since castling frees a king and a rook.
type fixedMen struct {
	immobile       uint32          // kings and rooks with castling rights in the goal, or that wait to castle
	waiting        uint32          // kings and rooks that wait to castle
	castlingTarget [2]chess.Square // by color, where the king has to castle to; NoSquare if it does not castle
}

// A reservations holds sets of men that are needed for something.
type reservations struct {
	protected uint32 // must not be captured
	chosen    uint32 // chosen as a victim or capturer
	arrived   uint32 // victims on the square of their capture
	settled   uint32 // officers of Settle tasks, on their squares
}

// A scene is the state of a restart that both stages share: the board, the schedule, the fixed men, and what the colors request of each
// other.
type scene struct {
	base.World
	rng    *base.RNG
	goal   chess.Setup
	plan   schedule.Schedule
	budget *Budget
	fixed  fixedMen
	reservations
	requests [2]requests       // by the color that has to fulfill them
	ways     [2]chess.Bitboard // by color, squares that its men are about to pass
	revise   bool              // Options.Revise of the problem

	attackCache attackCount
}

// begin sets up the scene for a restart.
func (s *scene) begin(p *Problem) {
	s.rng, s.goal, s.revise = p.RNG, *p.Goal, p.Options.Revise
	s.Reset(p.Start)
	s.fixed, s.reservations = fixedMen{}, reservations{}
	s.requests, s.ways = [2]requests{}, [2]chess.Bitboard{}
	s.attackCache.known = false
	s.findImmobile()
	s.planCastling()
}

// findImmobile makes kings and rooks with castling rights in the goal immobile.
func (s *scene) findImmobile() {
	for sq := range s.goal.Castling.Squares().All() {
		if u := s.At[sq]; u != base.NoMan {
			s.fixed.immobile |= 1 << u
		}
	}
}

// A snapshot is a state of the scene that restore returns to.
type snapshot struct {
	world base.World
	fixed fixedMen
}

// save copies the state of the scene to a snapshot.
func (s *scene) save(snap *snapshot) { snap.world, snap.fixed = s.World, s.fixed }

// restore returns to a snapshot of the same line. It deletes the requests and keeps the reservations.
func (s *scene) restore(snap *snapshot) {
	s.Restore(&snap.world)
	s.fixed = snap.fixed
	s.attackCache.known = false
	s.requests, s.ways = [2]requests{}, [2]chess.Bitboard{}
}

// advance plays a move, which costs a planned ply also if it is 0, and reports whether it is not.
func (s *scene) advance(m chess.Move) bool {
	s.budget.Spent++
	if m != 0 {
		s.make(m)
	}
	return m != 0
}

// make plays a move. If it is castling, king and rook are free to move afterwards.
func (s *scene) make(m chess.Move) {
	us := s.Us
	s.Play(m)
	s.attackCache.known = false
	if m.Castles() {
		s.endCastling(us)
	}
}

// canMove reports whether man u is not immobile.
func (s *scene) canMove(u int8) bool { return s.fixed.immobile>>u&1 == 0 }

// stopsOf returns the squares on which our man of a role may stop: it gives no check there and, if it is the king, is not attacked. The
// attacked squares are empty for other men.
func (s *scene) stopsOf(role chess.Role) (stops, attacked chess.Bitboard) {
	if role == chess.King {
		attacked = s.AttackedByEnemy()
	}
	return ^s.Checks[role] &^ attacked, attacked
}

// officers returns the squares of all men that are neither pawns nor kings.
func (s *scene) officers() chess.Bitboard {
	return s.Occ &^ s.Board.Of(chess.Pawn) &^ s.Board.Of(chess.King)
}
