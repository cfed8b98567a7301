package proofgame

import (
	"strconv"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel/search"
	"chesscensus/legality/verdict"
)

// An Attempt describes a try to build a game to a goal.
type Attempt struct {
	Start, Goal chess.Position
	// Moves is the game if Found, and otherwise the line to Closest.
	Moves []chess.Move
	Found bool
	// hasUnverifiedGame says that Moves is a game that has not been replayed: only a path was asked for.
	hasUnverifiedGame bool
	// Proof is the game as it was replayed, if Found.
	Proof verdict.ProofGame
	// Refuted says that an explicit search has found that no extended kernel leads from the start to the goal, so that there is no
	// game. The kernel stage of the engine leaves that open.
	Refuted bool
	// By names the method that found the game: "planner", "search" (package astar), or "start" if no move was needed.
	By string

	// Kernel is what the line follows, if HasKernel.
	Kernel    search.Kernel
	HasKernel bool
	// PathPlies is the number of moves up to the last capture, or -1 if no try made all captures.
	PathPlies int

	failure

	// Plies is the budget spent. Restarts is the number of failed tries of the planner.
	Plies    int64
	Restarts int
	// Stop is the limit that ended the last method that failed. A game may be found all the same.
	Stop verdict.Stop
}

// A failure describes the best try that found no game.
type failure struct {
	// Closest is the position after Moves if no game was found. Bound is a lower bound on the plies from there to the goal. Misplaced
	// holds the squares that differ from the position planned for.
	Closest   chess.Position
	Bound     int
	Misplaced chess.Bitboard
	Pending   []search.Step // steps of the kernel not done in Closest
	// Why says in words why no game was found.
	Why string
}

// hasNoPath reports whether an attempt at a path failed. Then an attempt at a game with no larger budget would fail the same way, since
// both plan with the same random numbers.
func (a *Attempt) hasNoPath() bool { return a != nil && a.PathPlies < 0 }

// copyFailure copies the best try of an earlier attempt.
func (a *Attempt) copyFailure(before *Attempt) {
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
