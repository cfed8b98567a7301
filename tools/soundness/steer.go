package main

import (
	"math/rand/v2"

	"chesscensus/chess"
)

// steer returns factors of the probabilities of moves, for one game. They steer it at what the theorems of package recheck speak of: pawns
// that take each other's places on a few files, men that pawns take, promotions on squares where men stand in, bishops between two pawns that
// never moved, kings and rooks that keep their rights, officers taken where they began. A game has each feature by chance.
func steer(src *rand.Rand) func(p, q *chess.Position, m chess.Move) float64 {
	has := func(percent int) bool { return src.IntN(100) < percent }
	first, width := src.IntN(8), 2+src.IntN(4)
	narrow, stays, offers, lowPawns, corners, atHome := has(60), has(60), has(60), has(30), has(50), has(30)
	captures := 1 + src.IntN(7) // then captures are rare
	role, anyRole, besideKing := chess.Knight+chess.Role(src.IntN(4)), has(40), has(25)
	if besideKing {
		first, width, narrow, stays = 3, 2+src.IntN(2), true, true
	}
	return func(p, q *chess.Position, m chess.Move) float64 {
		before, after := p.Board(), q.Board()
		weight, mover, to := 1.0, m.Role(), m.To()
		times := func(applies bool, factor float64) {
			if applies {
				weight *= factor
			}
		}
		pawnMoves, takes, promotes := mover == chess.Pawn, m.Captured() != chess.NoRole, m.Promotion() != chess.NoRole
		times(takes && 32-before.Men() >= captures, 1e-4)
		times(takes && !pawnMoves, 0.1)
		times(takes && pawnMoves && m.Captured() != chess.Pawn, 20)
		times(promotes && !anyRole && m.Promotion() != role, 0.02)
		times(promotes, 20)
		times(narrow && pawnMoves && (m.From().File()-first+8)%8 >= width, 0.02)
		times(stays && (mover == chess.King || p.Castling() != q.Castling()), 0.02)
		start := chess.InitialSetup().Board
		times(atHome && takes && !pawnMoves && start.At(to) == before.At(to), 300)
		times(lowPawns && pawnMoves && !takes && max(m.From().Row()-to.Row(), to.Row()-m.From().Row()) == 2, 0.1)
		times(besideKing && pawnMoves && m.From().File() == 4, 10)
		if pawnMoves {
			times(!takes, 2)
			return weight
		}
		enemyPawns := after.Pieces(q.Turn(), chess.Pawn)
		times(offers && mover != chess.King && after.Attackers(to, q.Turn(), after.Occupied())&enemyPawns != 0, 8)
		times(corners && (to.Row() == 0 || to.Row() == 7), 3)
		return weight
	}
}
