package schedule

import (
	"errors"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofkernel/search"
)

// The reasons why a kernel does not fit.
var (
	errList       = errors.New("schedule: kernel does not fit the start")
	errColumns    = errors.New("schedule: pawns do not fit the goal")
	errPromotions = errors.New("schedule: promotions do not fit the goal")
	errCaged      = errors.New("schedule: pawns of the path shut in a square of the goal")
)

// Options of a schedule. The zero value leaves the kernel's list as it is, as far as possible.
type Options struct {
	// Revise changes the list further, to find what the list as it stands leaves open: a
	// closing step waits, an officer leaves before one, captures exchange their victims, the
	// promotion squares are cleared.
	Revise bool
	// Patient has pawns wait, in most restarts, for men whose way in they would shut. Package play looks after that; here
	// bishops that pawns keep at home are in the way of others.
	Patient bool
	// Barred are promotion squares that bishops and knights cannot leave.
	Barred Barred
}

// Barred are promotion squares, by color a bit for each file, on which no bishop or no knight
// that is still on the board can have been promoted by a step.
type Barred struct{ Bishops, Knights [2]uint8 }

// A Problem is what a schedule is made for.
type Problem struct {
	base.Roster             // the men of the start, where they stand there
	Board       chess.Board // the start
	Goal        *chess.Setup
	// Frozen are men that may not move, since the goal has castling rights or they wait to
	// castle. They are not captured either.
	Frozen uint32
	Options
	RNG *base.RNG // decides what is open
}

// A Schedule says what has to happen on the way from a start to a goal, and in which order: the
// tasks up to the last capture, where every pawn goes then, and what it becomes. The zero value
// is ready for [Schedule.Make]. Arrays are indexed by men, and sets of men hold a bit for each.
type Schedule struct {
	list

	End     [32]chess.Square // last square of a pawn that is left after the tasks, or NoSquare
	Hold    [32]int8         // rows by which it stops short of it, until the officers stand
	Becomes [32]chess.Role   // of pawns that promote
	Born    [32]chess.Square // where they do, unless they are captured afterwards

	Keep       uint32         // men that are not to be captured
	Immobile   uint32         // officers that never leave home though the goal does not show them
	Solid      chess.Bitboard // officers that pawns of the goal keep from moving
	Promotions chess.Bitboard // promotion squares that are to be cleared: only with Revise

	fixed     chess.Bitboard // pawns of the goal that never move
	ahead     chess.Bitboard // squares for officers sent ahead
	origins   [2][chess.King + 1]origins
	promoters []promoter
	closing   []int16
}

// Make makes the schedule of a kernel. What it was before is forgotten. The error says why the
// kernel does not fit, for the choices that the random numbers made; then Tasks holds the list as far as
// it was read. It costs some 20 us.
func (r *Schedule) Make(p *Problem, k *search.Kernel) error {
	r.Problem = *p
	r.Keep, r.Immobile, r.ahead = p.Frozen, 0, 0
	for u := range r.Becomes {
		r.Becomes[u], r.Hold[u], r.Born[u] = chess.NoRole, 0, chess.NoSquare
	}
	if err := r.read(k); err != nil {
		return err
	}
	if err := r.columns(); err != nil {
		return err
	}
	r.fixed = 0
	for u := range int8(r.Size) {
		m := &r.Men[u]
		if m.Role == chess.Pawn && r.End[u] == m.Sq && r.column[m.Sq] == u {
			r.fixed |= m.Sq.BB()
		}
	}
	r.findPromotionSquares()
	r.findKept()
	c := chooser{Schedule: r}
	if err := c.promotions(); err != nil {
		return err
	}
	r.findOrigins()
	r.holdBack()
	rep := repairer{r}
	if r.Revise && r.RNG.Chance(30) {
		rep.pushHeldPawns()
	}
	if !rep.repair() {
		return errCaged
	}
	return nil
}

// KingSide returns the squares from which the king of a color can come to its square in the
// goal, once the pawns stand at their ends.
func (r *Schedule) KingSide(c chess.Color) chess.Bitboard {
	return chess.Flood(chess.King, r.Goal.Board.King(c).BB(), r.cageWalls(c, chess.King, r.Goal.Board.Of(chess.Pawn)))
}
