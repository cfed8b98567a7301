package rules

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// randomPawns returns up to n squares of the rows 2 to 7.
func randomPawns(src *rand.Rand, n int) (bb chess.Bitboard) {
	for range n {
		bb |= chess.Square(8 + src.IntN(48)).BB()
	}
	return bb
}

// bruteForceAssign computes assign by trying all assignments of different homes.
func bruteForceAssign(pawns, homes chess.Bitboard, c chess.Color) int {
	if pawns == 0 {
		return 0
	}
	least := noHomes
	sq := pawns.First()
	for home := range homes.All() {
		rows := abs(sq.Row() - home.Row())
		files := abs(sq.File() - home.File())
		if files <= rows {
			least = min(least, files+bruteForceAssign(pawns&^sq.BB(), homes&^home.BB(), c))
		}
	}
	return least
}

// TestAssignAgreesWithBruteForce compares assign with a search of all assignments, for random pawns.
func TestAssignAgreesWithBruteForce(t *testing.T) {
	src := testkit.Rand("assign")
	for range 1000 {
		pawns := randomPawns(src, 1+src.IntN(8))
		c := chess.Color(src.IntN(2))
		want := bruteForceAssign(pawns, chess.RowBB(1+5*int(c)), c)
		if got := assign(pawns, c); got != want {
			t.Fatalf("%v pawns\n%vassign = %d, want %d", c, pawns, got, want)
		}
	}
}

// TestPairFilesAgreesWithDefinition compares pairFiles with a count, row by row, on random boards.
func TestPairFilesAgreesWithDefinition(t *testing.T) {
	src := testkit.Rand("pairs")
	for range 10_000 {
		s := chesstest.RandomSetup(src, 40, 0)
		want := 0
		for file := range 8 {
			above := chess.NoPiece // the lowest pawn above the row
			for row := 6; row >= 1; row-- {
				p := s.Board.At(chess.NewSquare(file, row))
				if p.Role() != chess.Pawn {
					continue
				}
				if above == chess.NewPiece(chess.Black, chess.Pawn) && p.Color() == chess.White {
					want++
					break
				}
				above = p
			}
		}
		if got := pairFiles(&s.Board); got != want {
			t.Fatalf("pairFiles(%s) = %d, want %d", s, got, want)
		}
	}
}

// TestChecksAgreeWithBruteForce checks that on boards without pawns the theorems accept a check exactly if some
// last move leads to it, found by playing forward from every board with one man elsewhere.
func TestChecksAgreeWithBruteForce(t *testing.T) {
	testkit.Medium(t)
	src := testkit.Rand("checks")
	for judged := 0; judged < 2000; {
		s := chesstest.RandomSetup(src, 5, 0)
		if s.Board.Of(chess.Pawn) != 0 {
			continue
		}
		p, err := s.Position()
		if err != nil || !p.InCheck() || p.Checkers().Count() > 2 {
			continue
		}
		judged++
		r, _ := OneChecker.RefutesSetup(&s)
		if r == 0 {
			r, _ = TwoCheckers.RefutesSetup(&s)
		}
		if want := hasLastMove(&s); (r == 0) != want {
			t.Fatalf("%s: the rules say %v, but that there is a last move is %v", s, r, want)
		}
	}
}

// hasLastMove reports whether a move leads to the board of s from a position in which one man of the side that has
// just moved is on another square, as itself or as a pawn, and perhaps a captured man on its present square.
func hasLastMove(s *chess.Setup) bool {
	them := s.Turn.Other()
	for to := range s.Board.Colored(them).All() {
		man := s.Board.At(to)
		for from := range (^s.Board.Occupied()).All() {
			for _, before := range []chess.Piece{man, chess.NewPiece(them, chess.Pawn)} {
				if before.Role() == chess.Pawn && (from.Row() == 0 || from.Row() == 7) {
					continue
				}
				for _, captured := range []chess.Role{chess.NoRole, chess.Queen, chess.Knight} {
					prior := chess.EmptySetup()
					prior.Board, prior.Turn = s.Board, them
					prior.Board.Put(to, chess.NewPiece(s.Turn, captured))
					prior.Board.Put(from, before)
					if leadsToBoard(prior, s) {
						return true
					}
				}
			}
		}
		if castlesTo(s, to) {
			return true
		}
	}
	return false
}

// castlesTo reports whether castling can have been the last move of the king.
func castlesTo(s *chess.Setup, king chess.Square) bool {
	them := s.Turn.Other()
	home := chess.Square(56 * uint8(them))
	for _, side := range [2]struct{ king, rook, corner chess.Square }{{6, 5, 7}, {2, 3, 0}} {
		if king != home+side.king || s.Board.At(home+side.rook) != chess.NewPiece(them, chess.Rook) ||
			s.Board.At(king).Role() != chess.King ||
			s.Board.Occupied()&((home+4).BB()|(home+side.corner).BB()) != 0 {
			continue
		}
		prior := chess.EmptySetup()
		prior.Board, prior.Turn = s.Board, them
		prior.Castling = chess.Rights(them, side.corner == 7)
		prior.Board.Put(home+side.king, chess.NoPiece)
		prior.Board.Put(home+side.rook, chess.NoPiece)
		prior.Board.Put(home+4, chess.NewPiece(them, chess.King))
		prior.Board.Put(home+side.corner, chess.NewPiece(them, chess.Rook))
		if leadsToBoard(prior, s) {
			return true
		}
	}
	return false
}

// leadsToBoard reports whether a legal move leads from g to the board of s.
func leadsToBoard(from chess.Setup, s *chess.Setup) bool {
	p, err := from.Position()
	if err != nil {
		return false
	}
	for _, m := range p.Moves(nil) {
		if q := p.Play(m); q.Board() == s.Board {
			return true
		}
	}
	return false
}
