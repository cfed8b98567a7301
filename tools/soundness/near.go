package main

import (
	"iter"
	"math/rand/v2"

	"chesscensus/chess"
)

// unmoved yields positions before quiet moves that lead to positions of a game, but were not played: from each position both sides make a
// quiet move, and the first takes its own back. So the second has a man on another square, from which it may have come, and is to move.
func unmoved(src *rand.Rand, game []chess.Move) iter.Seq[chess.Position] {
	return func(yield func(chess.Position) bool) {
		for pos := range along(game) {
			a, ok := quiet(src, &pos, chess.NoSquare, chess.NoSquare)
			if !ok {
				continue
			}
			p := pos.Play(a)
			b, ok := quiet(src, &p, chess.NoSquare, chess.NoSquare)
			if !ok {
				continue
			}
			p = p.Play(b)
			if a, ok = quiet(src, &p, a.To(), a.From()); !ok {
				continue
			}
			p = p.Play(a)
			if _, ok = quiet(src, &p, b.To(), b.From()); ok && !yield(p) { // nobody stands in between
				return
			}
		}
	}
}

// quiet chooses a move of an officer or king that captures nothing, castling apart; from one square to another if these are given.
func quiet(src *rand.Rand, pos *chess.Position, from, to chess.Square) (chess.Move, bool) {
	var list []chess.Move
	for _, m := range pos.Moves(nil) {
		if !m.Irreversible() && !m.Castles() && (from == chess.NoSquare || m.From() == from && m.To() == to) {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return 0, false
	}
	return list[src.IntN(len(list))], true
}

// without yields what a game comes to if one of its moves of a kind is not made, but a quiet one: the victim of a capture is still there, or the
// pawn that promoted. The moves that follow are made as far as they are legal, and others at random in place of those that are not.
func without(src *rand.Rand, game []chess.Move, kind func(chess.Move) bool) iter.Seq[chess.Position] {
	return func(yield func(chess.Position) bool) {
		var which []int
		for i, m := range game {
			if kind(m) {
				which = append(which, i)
			}
		}
		if len(which) == 0 {
			return
		}
		i := which[src.IntN(len(which))]
		pos := chess.InitialPosition()
		for _, m := range game[:i] {
			pos = pos.Play(m)
		}
		other, ok := quiet(src, &pos, chess.NoSquare, chess.NoSquare)
		if !ok {
			return
		}
		for pos = pos.Play(other); yield(pos); pos = pos.Play(other) {
			moves := pos.Moves(nil)
			if i++; i >= len(game) || len(moves) == 0 {
				return
			}
			other = moves[src.IntN(len(moves))]
			for _, m := range moves {
				if m == game[i] {
					other = m
				}
			}
		}
	}
}

// captures and promotes are kinds of moves.
func captures(m chess.Move) bool { return m.Captured() != chess.NoRole }
func promotes(m chess.Move) bool { return m.Promotion() != chess.NoRole }

// played returns the moves of a game of which the positions are given, the initial one first.
func played(game iter.Seq[chess.Position]) (moves []chess.Move) {
	var before chess.Position
	first := true
	for pos := range game {
		if !first {
			for _, m := range before.Moves(nil) {
				if after := before.Play(m); after.Setup() == pos.Setup() {
					moves = append(moves, m)
					break
				}
			}
		}
		before, first = pos, false
	}
	return moves
}
