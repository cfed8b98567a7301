package proofgame

import (
	"strconv"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel/search"
	"chesscensus/legality/verdict"
)

// An Attempt is what is known of a goal after a try to build a game.
type Attempt struct {
	Start, Goal chess.Position
	// Moves is the game if Found, and else the line to Closest.
	Moves []chess.Move
	Found bool
	// whole says that Moves is a game that no verifier has seen: where a path was asked for.
	whole bool
	// Proof is the game as it was replayed, if Found.
	Proof verdict.ProofGame
	// Refuted says that no extended kernel leads from the start to the goal, so that there
	// is no game: an explicit search has found what the engine's kernel stage leaves open.
	Refuted bool
	// By says what found the game: "planner", "search" (package astar), or "start" if there was
	// nothing to do.
	By string

	// Kernel is what the line follows, if HasKernel.
	Kernel    search.Kernel
	HasKernel bool
	// PathPlies is the number of moves up to the last capture, or -1 if no try came
	// that far.
	PathPlies int

	failure

	// Plies is the budget spent, Restarts the tries of the planner that failed.
	Plies    int64
	Restarts int
	// Stop is the limit at which the last method that failed was ended. A game may be found all the same.
	Stop verdict.Stop
}

// A failure says how far the best try came that found no game.
type failure struct {
	// Closest is the position after Moves of a game not found, Bound a lower bound on the
	// plies from there to the goal, and Misplaced its squares that differ from the
	// position planned for.
	Closest   chess.Position
	Bound     int
	Misplaced chess.Bitboard
	Pending   []search.Step // steps of the kernel not done in Closest
	// Why says in words why no game was found.
	Why string
}

// pathless reports whether an attempt at a path has not found any, so that one at a game with no larger budget
// would fail the same way: both plan with the same random numbers.
func (a *Attempt) pathless() bool { return a != nil && a.PathPlies < 0 }

// takeOver has a say how far an attempt before came.
func (a *Attempt) takeOver(before *Attempt) {
	a.Moves, a.Kernel, a.HasKernel = before.Moves, before.Kernel, before.HasKernel
	a.failure, a.Stop = before.failure, before.Stop
}

// Path returns the moves up to the last capture, or nil if there is no path.
func (a *Attempt) Path() []chess.Move {
	if a.PathPlies < 0 {
		return nil
	}
	return a.Moves[:min(a.PathPlies, len(a.Moves))]
}

// Game returns the moves in texelutil's algebraic notation, separated by blanks.
func (a *Attempt) Game() string { return string(a.Start.AppendSANs(nil, a.Moves, chess.CompactSAN)) }

// Info is the text of an info group for an attempt that failed.
func (a *Attempt) Info() string {
	return strings.TrimSpace("No solution found, bound=" + strconv.Itoa(a.Bound) + " moves " + a.Game())
}

// lastCapture returns the number of moves up to the last capture.
func lastCapture(moves []chess.Move) int {
	n := len(moves)
	for n > 0 && moves[n-1].Captured() == chess.NoRole {
		n--
	}
	return n
}
