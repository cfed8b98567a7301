package proofgame

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/planner"
)

// Numbers of skeletons that a guess may expand backwards with Options.Long.
const (
	longGuess    = 5000 // of the goal itself, which decides whether its kernels are hard
	deepGuess    = 1200 // of a goal, when a kernel to it is planned
	shallowGuess = 300  // of a setup before the goal, to decide whether to leave it
)

// Costs of a guess at a kernel, and of a skeleton that it expands backwards, in states of the kernels.
const (
	guessStates       = 10_000
	statesPerSkeleton = 8 * statesPerPly
)

// maxSkeletons returns how many skeletons a guess may expand backwards for a goal.
func (l *longState) maxSkeletons(start, goal *chess.Position) int {
	if board := goal.Board(); !l.guessesBackward || *start != chess.InitialPosition() || board.Men() > fewMen {
		return 0
	}
	return deepGuess
}

// mayHaveKernel reports whether there may be a kernel to a setup, and the cost of the answer in states. There is none if pawns have
// captured more men than are missing. It also returns false where guessFailures guesses have failed before, unless keepFailed is set, and
// with leaveUnguessed where no guess succeeds. An answer that is known costs nothing.
func (l *longState) mayHaveKernel(pl *planner.Planner, s *chess.Setup) (ok bool, states int64) {
	key := guessKeyOf(s)
	if l.failedGuesses[key] >= guessFailures && !l.keepFailed {
		return false, 0
	}
	limit := 0
	if l.leaveUnguessed {
		limit = shallowGuess
	}
	key.backward = limit > 0
	if ok, known := l.guessResults[key]; known {
		return ok, 0
	}
	ok, expanded := pl.CanGuess(s, limit)
	if l.guessResults == nil {
		l.guessResults = map[guessKey]bool{}
	}
	l.guessResults[key] = ok
	if limit == 0 {
		return ok, statesPerBound
	}
	return ok, guessStates + int64(expanded)*statesPerSkeleton
}

// recordFailedGuess records that a guess at a kernel to a setup has failed.
func (l *longState) recordFailedGuess(s *chess.Setup) {
	if l.failedGuesses == nil {
		l.failedGuesses = map[guessKey]int{}
	}
	l.failedGuesses[guessKeyOf(s)]++
}

// guessFailures is the number of failed guesses after which a setup is left.
const guessFailures = 2

// guessKeyOf returns the guessKey of a setup.
func guessKeyOf(s *chess.Setup) guessKey {
	key := guessKey{pawns: s.Board.Of(chess.Pawn)}
	for c := chess.White; c <= chess.Black; c++ {
		key.bishops |= s.Board.Pieces(c, chess.Bishop) & (chess.RowBB(c.LastRow()) | chess.RowBB(c.BackRow()))
		for k := range base.Kinds {
			key.officers = key.officers<<4 | uint64(k.Of(&s.Board, c).Count())
		}
	}
	key.white = key.pawns & s.Board.Colored(chess.White)
	return key
}

// A guessKey holds the features of a setup that guesses depend on.
type guessKey struct {
	pawns, white chess.Bitboard
	bishops      chess.Bitboard // on their first and last rows
	officers     uint64         // numbers of officers by color and kind, four bits each
	backward     bool           // the guess may expand skeletons backwards
}
