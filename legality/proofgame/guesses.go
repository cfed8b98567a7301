package proofgame

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/planner"
)

// How many skeletons a guess may expand backwards with Options.Long.
const (
	longGuess    = 5000 // of the goal itself, which decides whether its kernels are hard
	deepGuess    = 1200 // of a goal, when a kernel to it is planned
	shallowGuess = 300  // of a setup on the way back, when it is decided whether to leave it
)

// What a guess at a kernel, and a skeleton that it expands backwards, cost in states of the kernels.
const (
	guessStates       = 10_000
	statesPerSkeleton = 8 * statesPerPly
)

// deepFor returns how many skeletons a guess may expand backwards for a goal.
func (l *longState) deepFor(start, goal *chess.Position) int {
	if board := goal.Board(); !l.deep || *start != chess.InitialPosition() || board.Men() > fewMen {
		return 0
	}
	return deepGuess
}

// guesses reports whether there may be a kernel to a setup on the way back, and what that cost in states: not where pawns have captured more men than
// are missing, nor where guesses have failed before, nor, where setups are left to which no kernel is guessed, if none is.
func (l *longState) guesses(pl *planner.Planner, s *chess.Setup) (ok bool, states int64) {
	key := guessKeyOf(s)
	if l.failed[key] >= guessFailures && !l.keepFailed {
		return false, 0
	}
	deep := 0
	if l.onlyGuessed {
		deep = shallowGuess
	}
	key.deep = deep > 0
	if ok, known := l.guessed[key]; known {
		return ok, 0
	}
	ok, expanded := pl.CanGuess(s, deep)
	if l.guessed == nil {
		l.guessed = map[guessKey]bool{}
	}
	l.guessed[key] = ok
	if deep == 0 {
		return ok, statesPerBound
	}
	return ok, guessStates + int64(expanded)*statesPerSkeleton
}

// guessFailed notes that a guess at a kernel to a setup has failed.
func (l *longState) guessFailed(s *chess.Setup) {
	if l.failed == nil {
		l.failed = map[guessKey]int{}
	}
	l.failed[guessKeyOf(s)]++
}

// guessFailures is after how many guesses a setup is left.
const guessFailures = 2

// guessKeyOf returns what guesses look at in a setup.
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

// A guessKey is what guesses look at in a setup.
type guessKey struct {
	pawns, white chess.Bitboard
	bishops      chess.Bitboard // on their first and last rows
	officers     uint64
	deep         bool
}
