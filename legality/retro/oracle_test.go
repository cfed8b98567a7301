package retro

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// bruteForceUnmoves returns the unmoves of s as text, found by trying many boards. In each board one man of the
// side that moved is removed from its square, any enemy man or none is put there, a man of that side is put on any
// free square, and perhaps an enemy pawn anywhere; or king and rook are put home. Each board is tried with all
// rights and en passant squares. The result has those setups from which a legal move leads to s.
func bruteForceUnmoves(s chess.Setup) []string {
	them := s.Turn.Other()
	boards := map[chess.Board]bool{}
	movers := s.Board.Colored(them)
	for x := range movers.All() {
		for y := chess.A1; y <= chess.H8; y++ {
			for r := chess.Pawn; r <= chess.King; r++ {
				for v := chess.NoRole; v < chess.King; v++ {
					b := s.Board
					b.Put(x, chess.NoPiece)
					if b.At(y) != chess.NoPiece {
						continue
					}
					if v != chess.NoRole && x != y {
						b.Put(x, chess.NewPiece(s.Turn, v))
					}
					b.Put(y, chess.NewPiece(them, r))
					boards[b] = true
					if v != chess.NoRole || r != chess.Pawn {
						continue
					}
					for z := chess.A2; z <= chess.H7; z++ {
						if e := b; e.At(z) == chess.NoPiece {
							e.Put(z, chess.NewPiece(s.Turn, chess.Pawn))
							boards[e] = true
						}
					}
				}
			}
			if b := s.Board; b.RoleAt(x) == chess.Rook { // castled
				b.Put(b.King(them), chess.NoPiece)
				b.Put(x, chess.NoPiece)
				b.Put(chess.E1+56*chess.Square(them), chess.NewPiece(them, chess.King))
				b.Put(y, chess.NewPiece(them, chess.Rook))
				boards[b] = true
			}
		}
	}
	var list []string
	for b := range boards {
		list = append(list, predecessorsOnBoard(s, b)...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// predecessorsOnBoard returns the setups with the board b from which a move leads to s, with the move.
func predecessorsOnBoard(s chess.Setup, b chess.Board) (list []string) {
	before := chess.Setup{Board: b, Turn: s.Turn.Other(), EP: chess.NoSquare}
	if before.Violations() != 0 || pawnsAndPromoted(&b, chess.White) > 8 || pawnsAndPromoted(&b, chess.Black) > 8 {
		return nil
	}
	squares := []chess.Square{chess.NoSquare}
	for sq := chess.A3; sq <= chess.H6; sq++ {
		squares = append(squares, sq)
	}
	for r := range chess.AllCastling + 1 {
		before.Castling, before.EP = r, chess.NoSquare
		if before.Violations() != 0 {
			continue
		}
		for _, before.EP = range squares {
			p, err := before.Position()
			if err != nil {
				continue
			}
			for _, m := range p.Moves(nil) {
				if q := p.Play(m); q.Setup() == s {
					list = append(list, p.String()+" "+m.String())
				}
			}
		}
	}
	return list
}

// pawnsAndPromoted returns the number of pawns and promoted men as the specification of the
// reference program defines it.
func pawnsAndPromoted(b *chess.Board, c chess.Color) int {
	n := func(r chess.Role) int { return b.Pieces(c, r).Count() }
	return n(chess.Pawn) + max(0, n(chess.Knight)-2) + max(0, n(chess.Bishop)-2) +
		max(0, n(chess.Rook)-2) + max(0, n(chess.Queen)-1)
}

// TestUnmovesAgreeWithBruteForce compares unmoves with brute force for setups with few men.
func TestUnmovesAgreeWithBruteForce(t *testing.T) {
	testkit.Medium(t)
	setups := []chess.Setup{}
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1",
		"8/8/8/8/8/4k3/8/R3K3 b - - 0 1",
		"r3k3/8/8/8/8/8/8/2KR4 b q - 0 1",
		"r3k2r/8/8/8/8/8/8/5RK1 b kq - 0 1",
		"r3k2R/8/8/8/8/8/8/4K3 b q - 0 1",
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
		"4k3/8/3P4/8/8/8/8/4K3 b - - 0 1",
		"8/8/3P1k2/8/8/B7/8/4K3 b - - 0 1",
		"3Qk3/8/8/8/8/8/8/4K3 b - - 0 1",
		"k7/8/8/8/8/2p5/1P6/K7 w - - 0 1",
		"7k/8/8/8/3pP3/8/8/K7 b - - 0 1", // the double step would allow en passant
		"7k/8/8/8/3p4/4P3/B7/K7 b - - 0 1",
		"4k3/PPPPPPPP/8/8/8/8/8/4K1NN b - - 0 1", // a third knight cannot be
		"4k3/1PPPPPPP/8/8/8/8/8/QQ2K3 b - - 0 1",
		"n3k3/8/8/8/8/8/pppppppp/4K3 b - - 0 1",
	} {
		setups = append(setups, testkit.Setup(t, fen))
	}
	src := rand.New(rand.NewPCG(7, 11))
	n := testkit.Size(3, 60)
	for n > 0 {
		if s, ok := randomSmallSetup(src); ok {
			setups = append(setups, s)
			n--
		}
	}
	total := 0
	for _, s := range setups {
		var got []string
		for _, u := range Unmoves(nil, s, Options{AllEP: true}) {
			got = append(got, Undo(s, u).String()+" "+u.String())
		}
		slices.Sort(got)
		if want := bruteForceUnmoves(s); !slices.Equal(got, want) {
			t.Errorf("%s: missing %q\nsuperfluous %q", s, difference(want, got), difference(got, want))
		}
		total += len(got)
	}
	t.Logf("%d unmoves of %d setups", total, len(setups))
}

// randomSmallSetup draws a setup with few men, often with kings and rooks at home and with pawns
// side by side. It reports whether the setup is valid.
func randomSmallSetup(src *rand.Rand) (chess.Setup, bool) {
	s := chess.EmptySetup()
	put := func(sq chess.Square, c chess.Color, r chess.Role) {
		if s.Board.At(sq) == chess.NoPiece && (r != chess.Pawn || sq.Row() != 0 && sq.Row() != 7) {
			s.Board.Put(sq, chess.NewPiece(c, r))
		}
	}
	anywhere := func() chess.Square { return chess.Square(src.IntN(64)) }
	for c := chess.White; c <= chess.Black; c++ {
		switch src.IntN(4) {
		case 0:
			put(anywhere(), c, chess.King)
		case 1:
			put(chess.G1+56*chess.Square(c), c, chess.King)
			put(chess.F1+56*chess.Square(c), c, chess.Rook)
		default:
			put(chess.E1+56*chess.Square(c), c, chess.King)
			put([2]chess.Square{chess.A1, chess.H1}[src.IntN(2)]+56*chess.Square(c), c, chess.Rook)
		}
	}
	if src.IntN(2) == 0 {
		sq := chess.NewSquare(src.IntN(7), 3+src.IntN(2))
		put(sq, chess.White, chess.Pawn)
		put(sq+1, chess.Black, chess.Pawn)
	}
	for range src.IntN(4) {
		put(anywhere(), chess.Color(src.IntN(2)), chess.Pawn+chess.Role(src.IntN(5)))
	}
	s.Turn = chess.Color(src.IntN(2))
	s.Castling = chess.Castling(src.IntN(16))
	s.EP = chess.NewSquare(src.IntN(8), 5-3*int(s.Turn))
	s = s.Canonical()
	return s, s.Violations() == 0
}
