package census

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"chesscensus/sampler/where"
	"chesscensus/survey/uniform"
)

// A LegalPosition is a position that is proven legal, with the proof.
type LegalPosition struct {
	Position
	// Game leads to it from the initial position. It is not the shortest.
	Game *Game
	// Draw is the number of its draw. Together with the seed and the condition it identifies the position.
	Draw uint64
}

// LegalPositions yields random legal positions, each that the engine can prove legal as likely as any other, and
// independent of each other. The sequence has no end; take what is needed:
//
//	for p := range census.LegalPositions(1) {
//
// It depends on the seed alone. Some 450 come in a second and core. Package survey/uniform has the proof, and says what share of the legal
// positions is lacking since no game is found for them: about one in ten thousand. A cell that is stopped ends the sequence.
func LegalPositions(seed uint64) iter.Seq[LegalPosition] {
	list, err := LegalPositionsWhere("", seed)
	if err != nil {
		panic(err) // there is no condition that could be wrong
	}
	return list
}

// LegalPositionsWhere is [LegalPositions] for those with a condition, such as "mate and men<=8" or "white.queens>=2 and not check"; package
// sampler/where has the language. A rare condition takes long: if counts of men, rights, en passant and the side to move do not decide it,
// the search examines two million positions a second and core. The error says what is wrong with the condition, or that no position has it.
func LegalPositionsWhere(condition string, seed uint64) (iter.Seq[LegalPosition], error) {
	c, err := where.Parse(condition)
	if err != nil {
		return nil, fmt.Errorf("census: condition: %w", err)
	}
	space, err := OpenSpace(DefaultSpace)
	if err != nil {
		return nil, err
	}
	stream, err := uniform.New(uniform.Options{Space: space, Where: c, Seed: seed, Foreign: foreignGames})
	if err != nil {
		return nil, err
	}
	return func(yield func(LegalPosition) bool) {
		ctx, stop := interruptible()
		defer stop()
		for p, err := range stream.Positions(ctx, nil) {
			if errors.Is(err, context.Canceled) {
				return
			}
			if err != nil {
				panic(fmt.Sprintf("census: a fault in the engine: %v", err))
			}
			game := Must(gameOf(string(p.Game))) // cannot fail, as the verifiers have replayed it
			if !yield(LegalPosition{Must(p.Setup.Position()), game, p.Draw}) {
				return
			}
		}
	}, nil
}

// foreignGames says that one in 16 games is also replayed by the program of another project, as that takes three times as long as
// everything else. Our own verifier replays all.
const foreignGames = 16
