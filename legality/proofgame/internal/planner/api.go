package planner

import (
	"context"
	"errors"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/play"
	"chesscensus/legality/proofgame/internal/retract"
	"chesscensus/legality/proofgame/internal/schedule"
	"chesscensus/legality/proofkernel/search"
	"chesscensus/legality/retro"
)

// DefaultPlies is the budget if the options give none: planned plies, of 2 us
// each or so.
const DefaultPlies = 200_000

// DoubtPlies is when Options.Doubt is asked: one goal in two hundred of those that have a game takes so many plies.
const DoubtPlies = 10_000

var (
	// ErrPlies: the budget of plies is spent.
	ErrPlies = errors.New("planner: ply budget spent")
	// ErrKernel: there is no kernel to begin with, or none has fitted in Options.Misfits restarts.
	ErrKernel = errors.New("planner: no kernel")
	// errDoubt: Options.Doubt has said that there is no game.
	errDoubt = errors.New("planner: there is no game")
	// errTarget: every last move of the goal is refuted, says Options.LastMoves.
	errTarget = errors.New("planner: every last move is refuted")
	// errPosition: start or goal is not a position.
	errPosition = errors.New("planner: not a position")
)

// A Problem asks for a game from Start to Goal.
type Problem struct {
	Start chess.Position // zero means the initial position
	Goal  chess.Position
	// More returns kernel number k = 0, 1, ... from Start to a goal, which is Goal or a
	// position some moves before it, and false if there is none or no other. It must
	// depend on its arguments alone. It says what it cost, in planned plies, of which left
	// are left; it may spend more than that only by a bounded amount.
	More func(ctx context.Context, goal *chess.Setup, k int, left int64) (kernel search.Kernel, plies int64, ok bool)
	// Guess has kernels guessed where many men have to fall, in three of four cases; More is asked where a guess fails.
	Guess bool
	// Deep is how many skeletons a guess may expand backwards where it fails otherwise.
	Deep int
}

// Options of Find. The zero value is ready.
type Options struct {
	Seed uint64
	// Plies is the budget: plies planned in all restarts together. 0 means
	// DefaultPlies, a negative number no limit.
	Plies int64
	// PathPlies ends the search once so many plies are spent and some restart has come to the
	// last capture; 0 means that only a game does. It is for those who want a path.
	PathPlies int64
	// Misfits ends the search with ErrKernel once so many restarts are made and the kernel has fitted in none of them; 0 means never.
	Misfits int
	// Doubt, if not nil, is asked once, when [DoubtPlies] are spent in vain, whether there is no game at all; then the
	// search ends.
	Doubt func() bool
	// Revise lets restarts change the order that the kernel suggests, and what open choices
	// it leaves, further than is needed for most goals: see package schedule. What the first
	// restarts find without it stays the same from version to version.
	Revise bool
	// Barred are promotion squares that bishops and knights cannot leave.
	Barred schedule.Barred
	// LastMoves takes back forced last moves. Nil means a stage without rules and kernels.
	LastMoves *retro.Stage
}

// A Result is a game or, if there is an error, how far the best restart came.
type Result struct {
	// Moves is the game from Start to Goal, replayed and checked, without loops. If the search
	// failed it is the line of the best restart: to Closest.
	Moves []chess.Move
	// PathPlies is the number of moves up to the last capture of the path, or -1 if no
	// restart came that far.
	PathPlies int
	// Kernel is what the line follows, to the goal or to what was some last moves before it.
	Kernel search.Kernel
	// Restarts counts tries that failed, and turns of a target that had no kernel; Plies counts
	// planned plies. Neither depends on the machine.
	Restarts int
	Plies    int64

	// The rest is set only if the search failed.

	// Closest is the position after Moves.
	Closest chess.Position
	// Pending are the steps of Kernel that are not done in Closest.
	Pending []search.Step
	// Misplaced holds the squares of Closest that differ from what was planned for, which may be some last moves before the goal.
	Misplaced chess.Bitboard
}

// A Planner finds games. The zero value is ready. It keeps its memory from one
// problem to the next and is for one goroutine at a time.
type Planner struct {
	guesser guesser
	last    retract.Finder
	player  play.Player
	rng     base.RNG
	budget  play.Budget

	replayer replayer
}
