package planner

import (
	"chesscensus/chess"
	"chesscensus/legality/kernel/search"
)

// A run is one restart: the board, what is to be done, and what the colors ask of each
// other.
type run struct {
	world
	dice
	goal chess.Setup

	// The path: captures and the pawn moves between them.
	tasks     []task
	left      int            // kernel tasks not done
	busy      chess.Bitboard // squares of these
	engaged   uint32         // pawns of these
	column    [64]int8       // pawns at the end of the list
	end       [32]chess.Square
	becomes   [32]chess.Role   // of pawns that promote
	born      [32]chess.Square // where they do
	hold      [32]int8         // rows by which a pawn stays short of its end
	promoters []promoter
	doorList  []int16
	backup    []task
	order     []int16 // tasks, in the order of the list with noise
	rank      []uint32

	fixedPawns chess.Bitboard // pawns of the goal that never move
	solid      chess.Bitboard // officers that pawns of the goal keep from moving
	shutIn     chess.Bitboard // promotion squares of bishops that will never leave
	births     chess.Bitboard // squares on which pawns promote, if the planner is bold
	keep       uint32         // men that are not to be captured
	doomed     uint32         // officers that never leave home though the goal does not show them
	bound      uint32         // victims and capturers chosen for a task
	arrived    uint32         // victims where they are to fall
	staying    uint32         // officers sent ahead, on their squares
	ahead      chess.Bitboard // squares for these

	ask  [2]wishes
	ways [2]chess.Bitboard // ways that a color is about to take

	progress int               // ply of the last progress
	kingSide [2]chess.Bitboard // from where the square of the king can be reached in the end

	spent   int64 // plies in all restarts
	limit   int64
	stops   Stops
	without parts
	barred  Barred
	bold    bool

	afterPath, afterPawns world
	tempoLine             tempoSearch

	officers
}

// Wishes are what the enemy asks of a color.
type wishes struct {
	vacate chess.Bitboard // squares to leave
	leave  chess.Bitboard // squares of the king's way, not to be attacked
}

// prepare begins a restart from a position: it reads the kernel and settles where all
// pawns go and what they become.
func (r *run) prepare(start *chess.Position, k *search.Kernel) error {
	r.begin(start)
	r.frozen, r.keep, r.doomed, r.bound, r.arrived, r.staying, r.ahead = 0, 0, 0, 0, 0, 0, 0
	r.ask, r.ways = [2]wishes{}, [2]chess.Bitboard{}
	r.progress = 0
	for u := range r.becomes {
		r.becomes[u], r.hold[u], r.born[u] = chess.NoRole, 0, chess.NoSquare
	}
	r.freeze()
	r.waiting = 0
	r.planCastling()
	if err := r.read(k); err != nil {
		return err
	}
	if err := r.columns(); err != nil {
		return err
	}
	r.fixedPawns = 0
	for u := range int8(r.size) {
		m := &r.men[u]
		if m.role == chess.Pawn && r.end[u] == m.sq && r.column[m.sq] == u {
			r.fixedPawns |= m.sq.BB()
		}
	}
	r.findBirths()
	r.keepers()
	if err := r.promotions(); err != nil {
		return err
	}
	r.holdBack()
	if r.bold && r.chance(30) {
		r.pushHeld()
	}
	if !r.repair() {
		return errCaged
	}
	for c := chess.White; c <= chess.Black; c++ {
		r.kingSide[c] = region(chess.King, r.goal.Board.King(c), r.cageWalls(c, chess.King, r.goal.Board.Of(chess.Pawn)))
	}
	r.shuffle()
	return nil
}

// freeze finds the men that castling rights of the goal forbid to move.
func (r *run) freeze() {
	for c := chess.White; c <= chess.Black; c++ {
		home := chess.Square(56 * int(c))
		if r.goal.Castling.Of(c) != 0 {
			r.freezeAt(home + chess.E1)
		}
		if r.goal.Castling&chess.Rights(c, true) != 0 {
			r.freezeAt(home + chess.H1)
		}
		if r.goal.Castling&chess.Rights(c, false) != 0 {
			r.freezeAt(home + chess.A1)
		}
	}
}

func (r *run) freezeAt(sq chess.Square) {
	if u := r.at[sq]; u != nobody {
		r.frozen |= 1 << u
		r.keep |= 1 << u
	}
}

// keepers finds officers of the start that the goal shows where they stand and that no
// other could replace, since pawns shut the square in; and of these the ones that can
// never move once the pawns are at their ends.
func (r *run) keepers() {
	pawns := r.goal.Board.Of(chess.Pawn)
	for u := range int8(r.size) {
		m := &r.men[u]
		if m.role == chess.Pawn || m.role == chess.King || r.goal.Board.At(m.sq) != chess.NewPiece(m.color, m.role) || r.births.Has(m.sq) {
			continue
		}
		reach := region(m.role, m.sq, pawns)
		if small(m.role, reach) && (r.board.Pieces(m.color, m.role)&reach).Count() <= (r.goal.Board.Pieces(m.color, m.role)&reach).Count() {
			r.keep |= 1 << u
		}
	}
	r.solid = 0
	for {
		before := r.solid
		for u := range int8(r.size) {
			m := &r.men[u]
			if r.keep>>u&1 != 0 && m.role != chess.Pawn && chess.Steps(m.role, m.sq.BB())&^(pawns|r.solid) == 0 {
				r.solid |= m.sq.BB()
			}
		}
		if r.solid == before {
			return
		}
	}
}

// findBirths finds the squares on which pawns promote: who stands there at home has to leave,
// even if the goal shows its like there.
func (r *run) findBirths() {
	r.births = 0
	if !r.bold {
		return
	}
	last := chess.RowBB(0) | chess.RowBB(7)
	for u := range int8(r.size) {
		if r.end[u] != chess.NoSquare {
			r.births |= r.end[u].BB() & last
		}
	}
	for i := range r.tasks {
		if t := &r.tasks[i]; t.pawn != nobody {
			r.births |= t.to.BB() & last
		}
	}
}

// shuffle orders the tasks anew: by the list, with noise.
func (r *run) shuffle() {
	r.order, r.rank = r.order[:0], r.rank[:0]
	for i := range r.tasks {
		if r.tasks[i].done {
			continue
		}
		rank := uint32(i*8 + r.dice.n(24))
		r.order, r.rank = append(r.order, int16(i)), append(r.rank, rank)
		for j := len(r.order) - 1; j > 0 && r.rank[j-1] > rank; j-- {
			r.order[j], r.order[j-1] = r.order[j-1], r.order[j]
			r.rank[j], r.rank[j-1] = r.rank[j-1], r.rank[j]
		}
	}
}

// interim returns where a pawn stops before the officers are placed.
func (r *run) interim(u int8) chess.Square {
	return chess.Square(int(r.end[u]) - int(r.hold[u])*forward(r.men[u].color))
}

// canStep reports whether a pawn without open tasks may still move to its end.
func (r *run) canStep(u int8) bool {
	m := &r.men[u]
	if m.role != chess.Pawn || m.sq == chess.NoSquare || r.engaged>>u&1 != 0 || r.end[u] == chess.NoSquare {
		return false
	}
	return (r.interim(u).Row()-m.sq.Row())*forward(m.color) > 0
}

// pawnsDone reports whether all pawns stand where they stop for now.
func (r *run) pawnsDone() bool {
	for u := range int8(r.size) {
		if r.canStep(u) {
			return false
		}
	}
	return true
}
