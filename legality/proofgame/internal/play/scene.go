package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// Requests are what the enemy asks of a color.
type requests struct {
	vacate        chess.Bitboard // squares to leave
	stopAttacking chess.Bitboard // squares of the king's way, not to be attacked
}

// fixedMen are those that stay at home. They are part of a snapshot, since castling frees some.
type fixedMen struct {
	immobile uint32          // may not move: castling rights of the goal, or waiting to castle
	waiting  uint32          // kings and rooks that wait to castle
	castle   [2]chess.Square // where a king is to castle to, NoSquare if it is not
}

// Reservations are sets of men that are needed for something.
type reservations struct {
	keep    uint32 // not to be captured
	bound   uint32 // victims and capturers chosen for a task
	arrived uint32 // victims where they are to fall
	staying uint32 // officers sent ahead, on their squares
}

// A scene is what both stages of a restart look at and act on: the board, the schedule, who is
// fixed, and what the colors ask of each other.
type scene struct {
	base.World
	rng    *base.RNG
	goal   chess.Setup
	plan   schedule.Schedule
	budget *Budget
	fixed  fixedMen
	reservations
	requests [2]requests       // by the color that is asked
	ways     [2]chess.Bitboard // ways that a color is about to take
	revise   bool

	pressed pressure
}

// begin sets the board up for a restart.
func (r *scene) begin(p *Problem) {
	r.rng, r.goal, r.revise = p.RNG, *p.Goal, p.Options.Revise
	r.Begin(p.Start)
	r.fixed, r.reservations = fixedMen{}, reservations{}
	r.requests, r.ways = [2]requests{}, [2]chess.Bitboard{}
	r.pressed.known = false
	r.findImmobile()
	r.planCastling()
}

// findImmobile finds the men that castling rights of the goal forbid to move.
func (r *scene) findImmobile() {
	for c := chess.White; c <= chess.Black; c++ {
		if r.goal.Castling.Of(c) != 0 {
			r.setImmobile(chess.E1.For(c))
		}
		if r.goal.Castling&chess.Rights(c, true) != 0 {
			r.setImmobile(chess.H1.For(c))
		}
		if r.goal.Castling&chess.Rights(c, false) != 0 {
			r.setImmobile(chess.A1.For(c))
		}
	}
}

// setImmobile has the man on a square of the start stay there.
func (r *scene) setImmobile(sq chess.Square) {
	if u := r.At[sq]; u != base.Nobody {
		r.fixed.immobile |= 1 << u
	}
}

// A snapshot is what restore goes back to.
type snapshot struct {
	world base.World
	fixed fixedMen
}

// save takes a snapshot.
func (r *scene) save(s *snapshot) { s.world, s.fixed = r.World, r.fixed }

// restore goes back to a snapshot of the same line. Requests are forgotten, reservations are not.
func (r *scene) restore(s *snapshot) {
	r.Restore(&s.world)
	r.fixed = s.fixed
	r.pressed.known = false
	r.requests, r.ways = [2]requests{}, [2]chess.Bitboard{}
}

// make plays a planned move.
func (r *scene) make(m chess.Move) {
	us := r.Us
	r.Play(m)
	r.pressed.known = false
	if m.Castles() {
		r.castled(us)
	}
}

// movable reports whether a man may make a move at all.
func (r *scene) movable(u int8) bool { return r.fixed.immobile>>u&1 == 0 }

// officersOnly returns the squares of men that are neither pawns nor kings.
func (r *scene) officersOnly() chess.Bitboard {
	return r.Occ &^ r.Board.Of(chess.Pawn) &^ r.Board.Of(chess.King)
}
