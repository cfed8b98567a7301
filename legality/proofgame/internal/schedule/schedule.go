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

// Options say how far the list of the kernel may be changed. The zero value changes it only where the goal could not be reached
// otherwise.
type Options struct {
	// Revise changes the list further, to find what the list as it stands leaves open: a closing step waits, an officer leaves before
	// one, captures exchange their victims, the promotion squares are cleared.
	Revise bool
	// Patient lets pawns wait for officers whose way in they would shut; package play does the waiting. In this package it makes walls
	// of bishops that pawns lock in at home.
	Patient bool
	// Barred holds promotion squares from which bishops and knights cannot get away.
	Barred Barred
}

// Barred holds, by color, a bit for each file on whose promotion square no bishop, or no knight, that is still on the board can have
// been promoted by a step.
type Barred struct{ Bishops, Knights [2]uint8 }

// pushHeldPercent is the chance in percent that, with Revise, pawns are pushed to their ends rather than held back, where that is possible.
const pushHeldPercent = 30

// A Problem holds what a schedule is made for.
type Problem struct {
	base.Roster             // the men of the start
	Board       chess.Board // the position of the start
	Goal        *chess.Setup
	// FrozenMen may neither move nor be captured: kings and rooks with castling rights in the goal, or that wait to castle.
	FrozenMen uint32
	Options
	RNG *base.RNG // decides open choices
}

// A Schedule says what has to happen on the way from a start to a goal, and in which order: the tasks up to the last capture, where
// every pawn goes then, and what it promotes to. The zero value is ready for [Schedule.Make]. Arrays are indexed by the number of a
// man, and a set of men (uint32) has a bit for each number.
type Schedule struct {
	list

	End             [32]chess.Square // last square of a pawn that is on the board after the tasks, or NoSquare
	RowsShort       [32]int8         // rows by which a pawn stops before End, until the officers are placed
	PromotionRole   [32]chess.Role   // what a pawn promotes to, or NoRole
	PromotionSquare [32]chess.Square // where a pawn promotes; NoSquare if it does not, or is captured afterwards

	ProtectedMen   uint32         // men that must not be captured
	StuckMen       uint32         // officers that can never leave home, though the goal does not show them there
	LockedOfficers chess.Bitboard // squares of protected officers that cannot move once the pawns of the goal stand
	ClearedSquares chess.Bitboard // squares on which pawns promote, which officers have to leave; empty without Revise

	fixedPawns    chess.Bitboard             // squares of pawns that stand on their goal squares from the start and never move
	settleSquares chess.Bitboard             // targets of the Settle tasks that were added
	origins       [2][chess.King + 1]origins // first squares of the men, by color and role
	promoters     []promoter                 // buffer of chooser.countNeeds
	closingTasks  []int16                    // buffer of repairer.closingSteps
}

// Make replaces the schedule by one for the kernel k. Open choices are made with p.RNG. An error says why the kernel does not fit with
// these choices; then only Tasks is valid, as far as it was read. Make takes some 20 us.
func (s *Schedule) Make(p *Problem, k *search.Kernel) error {
	s.Problem = *p
	s.ProtectedMen, s.StuckMen, s.settleSquares = p.FrozenMen, 0, 0
	for u := range s.PromotionRole {
		s.PromotionRole[u], s.RowsShort[u], s.PromotionSquare[u] = chess.NoRole, 0, chess.NoSquare
	}
	if err := s.read(k); err != nil {
		return err
	}
	if err := s.assignEnds(); err != nil {
		return err
	}
	s.fixedPawns = 0
	for u := range int8(s.Size) {
		m := &s.Men[u]
		if m.Role == chess.Pawn && s.End[u] == m.Sq && s.pawnsAfter[m.Sq] == u {
			s.fixedPawns |= m.Sq.BB()
		}
	}
	s.findPromotionSquares()
	s.findProtected()
	ch := chooser{Schedule: s}
	if err := ch.choosePromotions(); err != nil {
		return err
	}
	s.findOrigins()
	s.holdBackPawns()
	rep := repairer{s}
	if s.Revise && s.RNG.Chance(pushHeldPercent) {
		rep.pushHeldPawns()
	}
	if !rep.repair() {
		return errCaged
	}
	return nil
}

// KingRegion returns the squares from which the king of color c can walk to its goal square once all pawns stand at their ends.
func (s *Schedule) KingRegion(c chess.Color) chess.Bitboard {
	return s.region(c, chess.King, s.Goal.Board.King(c), s.Goal.Board.Of(chess.Pawn))
}
