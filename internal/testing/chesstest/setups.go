package chesstest

import (
	"math/rand/v2"

	"chesscensus/chess"
)

// RandomSetup places a king a side and up to n other men at random, with either side to move, and without castling rights and en passant
// square. Of the pawns that would stand on row 1 or 8 it places one in endRows, or none if that is 0.
func RandomSetup(src *rand.Rand, n, endRows int) chess.Setup {
	s := chess.EmptySetup()
	s.Turn = chess.Color(src.IntN(2))
	perm := src.Perm(64)
	s.Board.Place(chess.Square(perm[0]), chess.NewPiece(chess.White, chess.King))
	s.Board.Place(chess.Square(perm[1]), chess.NewPiece(chess.Black, chess.King))
	for _, i := range perm[2 : 2+src.IntN(n+1)] {
		sq, role := chess.Square(i), chess.Role(1+src.IntN(5))
		isOnEndRow := role == chess.Pawn && (sq.Row() == 0 || sq.Row() == 7)
		if isOnEndRow && (endRows == 0 || src.IntN(endRows) > 0) {
			continue
		}
		s.Board.Place(sq, chess.NewPiece(chess.Color(src.IntN(2)), role))
	}
	return s
}

// Explore returns the positions that at most plies moves from start reach, by breadth-first search, and their distances in the same order. It
// stops when there are limit of them or more, and reports whether all are there.
func Explore(start chess.Position, plies, limit int) (positions []chess.Position, distances []int, complete bool) {
	positions, distances = []chess.Position{start}, []int{0}
	seen := map[chess.Position]bool{start: true}
	var moves []chess.Move
	for i := 0; i < len(positions) && distances[i] < plies; i++ {
		if len(positions) >= limit {
			return positions, distances, false
		}
		moves = positions[i].Moves(moves[:0])
		for _, m := range moves {
			if next := positions[i].Play(m); !seen[next] {
				seen[next] = true
				positions, distances = append(positions, next), append(distances, distances[i]+1)
			}
		}
	}
	return positions, distances, true
}
