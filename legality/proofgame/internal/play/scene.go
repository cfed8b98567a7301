package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
	"chesscensus/legality/proofgame/internal/world"
)

// Wishes are what the enemy asks of a color.
type wishes struct {
	vacate chess.Bitboard // squares to leave
	leave  chess.Bitboard // squares of the king's way, not to be attacked
}

// Bonds keep men at home. They are part of a snapshot, since castling frees some.
type bonds struct {
	frozen  uint32          // may not move: castling rights of the goal, or waiting to castle
	waiting uint32          // kings and rooks that wait to castle
	castle  [2]chess.Square // where a king is to castle to, NoSquare if it is not
}

// Duties are sets of men that are needed for something.
type duties struct {
	keep    uint32 // not to be captured
	bound   uint32 // victims and capturers chosen for a task
	arrived uint32 // victims where they are to fall
	staying uint32 // officers sent ahead, on their squares
}

// A scene is what both stages of a restart look at and act on: the board, the schedule, who is
// tied to what, and what the colors ask of each other.
type scene struct {
	world.World
	dice   *base.Dice
	goal   chess.Setup
	plan   schedule.Schedule
	budget *Budget
	ties   bonds
	duties
	ask    [2]wishes         // by the color that is to fulfill them
	ways   [2]chess.Bitboard // ways that a color is about to take
	revise bool

	pressed pressure
}

// begin sets the board up for a restart.
func (r *scene) begin(p *Problem) {
	r.dice, r.goal, r.revise = p.Dice, *p.Goal, p.Options.Revise
	r.Begin(p.Start)
	r.ties, r.duties = bonds{}, duties{}
	r.ask, r.ways = [2]wishes{}, [2]chess.Bitboard{}
	r.pressed.known = false
	r.freeze()
	r.planCastling()
}

// freeze finds the men that castling rights of the goal forbid to move.
func (r *scene) freeze() {
	for c := chess.White; c <= chess.Black; c++ {
		if r.goal.Castling.Of(c) != 0 {
			r.freezeAt(chess.E1.For(c))
		}
		if r.goal.Castling&chess.Rights(c, true) != 0 {
			r.freezeAt(chess.H1.For(c))
		}
		if r.goal.Castling&chess.Rights(c, false) != 0 {
			r.freezeAt(chess.A1.For(c))
		}
	}
}

// freezeAt has the man on a square of the start stay there.
func (r *scene) freezeAt(sq chess.Square) {
	if u := r.At[sq]; u != base.Nobody {
		r.ties.frozen |= 1 << u
	}
}

// A snapshot is what restore goes back to.
type snapshot struct {
	world world.World
	ties  bonds
}

// save takes a snapshot.
func (r *scene) save(s *snapshot) { s.world, s.ties = r.World, r.ties }

// restore goes back to a snapshot of the same line. Wishes are forgotten, duties are not.
func (r *scene) restore(s *snapshot) {
	r.Restore(&s.world)
	r.ties = s.ties
	r.pressed.known = false
	r.ask, r.ways = [2]wishes{}, [2]chess.Bitboard{}
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
func (r *scene) movable(u int8) bool { return r.ties.frozen>>u&1 == 0 }

// officersOnly returns the squares of men that are neither pawns nor kings.
func (r *scene) officersOnly() chess.Bitboard {
	return r.Occ &^ r.Board.Of(chess.Pawn) &^ r.Board.Of(chess.King)
}
