package main

import (
	"iter"
	"math/rand/v2"
	"slices"

	"chesscensus/chess"
)

// otherQuietMoves yields positions before quiet moves that lead to positions of a game, but were not played. From each position of
// the game both sides make a quiet move, and the first side takes its own back. Then only the second side has a man on another
// square, and it is to move: taking its move back leads to the position of the game.
func otherQuietMoves(src *rand.Rand, game []chess.Move) iter.Seq[chess.Position] {
	return func(yield func(chess.Position) bool) {
		for pos := range positionsAlong(game) {
			a, ok := randomQuietMove(src, &pos, chess.NoSquare, chess.NoSquare)
			if !ok {
				continue
			}
			p := pos.Play(a)
			b, ok := randomQuietMove(src, &p, chess.NoSquare, chess.NoSquare)
			if !ok {
				continue
			}
			p = p.Play(b)
			if a, ok = randomQuietMove(src, &p, a.To(), a.From()); !ok {
				continue
			}
			p = p.Play(a)
			if _, ok = randomQuietMove(src, &p, b.To(), b.From()); ok && !yield(p) { // the way back is free
				return
			}
		}
	}
}

// randomQuietMove returns a random move of an officer or king that is neither capture nor castling. If from and to are given it
// returns that move.
func randomQuietMove(src *rand.Rand, pos *chess.Position, from, to chess.Square) (chess.Move, bool) {
	var list []chess.Move
	for _, m := range pos.Moves(nil) {
		isQuiet := !m.Irreversible() && !m.Castles()
		if isQuiet && (from == chess.NoSquare || m.From() == from && m.To() == to) {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return 0, false
	}
	return list[src.IntN(len(list))], true
}

// withoutMove yields positions of a game in which one move of a kind is replaced by a quiet one, so that the victim of the capture
// is still there, or the pawn that promoted. It then plays the moves of the game as far as they are legal, and random moves instead
// of the others.
func withoutMove(src *rand.Rand, game []chess.Move, kind func(chess.Move) bool) iter.Seq[chess.Position] {
	return func(yield func(chess.Position) bool) {
		var candidates []int
		for ply, m := range game {
			if kind(m) {
				candidates = append(candidates, ply)
			}
		}
		if len(candidates) == 0 {
			return
		}
		ply := candidates[src.IntN(len(candidates))]
		pos := chess.InitialPosition()
		for _, m := range game[:ply] {
			pos = pos.Play(m)
		}
		next, ok := randomQuietMove(src, &pos, chess.NoSquare, chess.NoSquare)
		if !ok {
			return
		}
		for pos = pos.Play(next); yield(pos); pos = pos.Play(next) {
			moves := pos.Moves(nil)
			if ply++; ply >= len(game) || len(moves) == 0 {
				return
			}
			next = moves[src.IntN(len(moves))]
			if slices.Contains(moves, game[ply]) {
				next = game[ply]
			}
		}
	}
}

// isCapture and isPromotion are kinds of moves for [withoutMove].
func isCapture(m chess.Move) bool   { return m.Captured() != chess.NoRole }
func isPromotion(m chess.Move) bool { return m.Promotion() != chess.NoRole }

// movesBetween returns the moves between the positions of a game, of which the first is the initial one.
func movesBetween(game iter.Seq[chess.Position]) (moves []chess.Move) {
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
