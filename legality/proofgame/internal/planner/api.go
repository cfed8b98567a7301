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

// DefaultPlies is the budget of planned plies, of some 2 us each, if the options give none.
const DefaultPlies = 200_000

// RefutePlies is the number of plies after which Options.Refute is called. One in two hundred of the goals that have a game takes so
// many plies.
const RefutePlies = 10_000

var (
	// ErrPlies: the budget of plies is spent.
	ErrPlies = errors.New("planner: ply budget spent")
	// ErrKernel: there is no kernel to begin with, or none has fitted in Options.MaxMisfits restarts.
	ErrKernel = errors.New("planner: no kernel")
	// errRefuted: Options.Refute has returned true, so there is no game.
	errRefuted = errors.New("planner: there is no game")
	// errTarget: Options.LastMoves refutes every last move of the goal.
	errTarget = errors.New("planner: every last move is refuted")
	// errPosition: start or goal is not a position.
	errPosition = errors.New("planner: not a position")
)

// A Problem is to find a game from Start to Goal.
type Problem struct {
	Start chess.Position // zero means the initial position
	Goal  chess.Position
	// NextKernel returns kernel number k = 0, 1, ... from Start to goal, and false if there is no such kernel. The goal is Goal or a
	// position some moves before it. The result must depend on the arguments alone. It also returns its cost in planned plies. It gets
	// the number of plies left, which it may exceed by a bounded amount only.
	NextKernel func(ctx context.Context, goal *chess.Setup, k int, left int64) (kernel search.Kernel, plies int64, ok bool)
	// Guess has kernels guessed in three of four cases where ten or more men are captured; NextKernel is called where a guess fails.
	Guess bool
	// MaxSkeletons is the number of skeletons that a guess may expand backwards if it fails otherwise.
	MaxSkeletons int
}

// Options of Find. The zero value is ready.
type Options struct {
	Seed uint64
	// Plies is the budget: plies planned in all restarts together. 0 means DefaultPlies, a negative number no limit.
	Plies int64
	// PathPlies ends the search once so many plies are spent and some restart has made all captures; 0 means that only a game ends it.
	// It is for callers that want a path.
	PathPlies int64
	// MaxMisfits ends the search with ErrKernel once so many restarts are made and the kernel has fitted in none of them; 0 means
	// never.
	MaxMisfits int
	// Refute, if not nil, is called once, when [RefutePlies] are spent without a game. If it returns true there is no game, and the
	// search ends.
	Refute func() bool
	// Revise lets restarts change the order that the kernel suggests, and choices that it leaves open, further than most goals need:
	// see package schedule. What the first restarts find without it stays the same from version to version.
	Revise bool
	// Barred holds promotion squares that bishops and knights cannot leave.
	Barred schedule.Barred
	// LastMoves takes back forced last moves. Nil means a stage without rules and kernels.
	LastMoves *retro.Stage
}

// A Result is a game or, with an error, a description of the best restart.
type Result struct {
	// Moves is the game from Start to Goal, replayed and checked, without loops. If the search failed it is the line of the best
	// restart, to Closest.
	Moves []chess.Move
	// PathPlies is the number of moves up to the last capture of the path, or -1 if no restart made all captures.
	PathPlies int
	// Kernel is the kernel that the line follows, to the goal or to a position some moves before it.
	Kernel search.Kernel
	// Restarts counts failed tries, and turns of a target without a kernel. Plies counts planned plies. Neither depends on the machine.
	Restarts int
	Plies    int64

	// The rest is set only if the search failed.

	// Closest is the position after Moves.
	Closest chess.Position
	// Pending holds the steps of Kernel that are not done in Closest.
	Pending []search.Step
	// Misplaced holds the squares of Closest that differ from the target, which may be some moves before the goal.
	Misplaced chess.Bitboard
}

// A Planner finds games. The zero value is ready. It reuses its memory and is for one goroutine at a time.
type Planner struct {
	guesser      guesser
	targetFinder retract.Finder
	player       play.Player
	rng          base.RNG
	budget       play.Budget

	replayer replayer
}
