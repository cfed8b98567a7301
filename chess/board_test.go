package chess_test

import (
	"strings"
	"testing"

	"chesscensus/chess"
)

// TestSquares reads every square back from its name, compares file, row, mirror and color, and refuses what is no name.
func TestSquares(t *testing.T) {
	seen := map[string]bool{}
	for sq := chess.A1; sq <= chess.H8; sq++ {
		name := sq.String()
		got, err := chess.ParseSquare(name)
		if err != nil || got != sq || seen[name] || !sq.Valid() {
			t.Errorf("square %d is %s, read back as %v, error %v, or another one has that name", sq, name, got, err)
		}
		seen[name] = true
		if chess.NewSquare(sq.File(), sq.Row()) != sq || sq.Mirror().Mirror() != sq || sq.Mirror().Row() != 7-sq.Row() {
			t.Errorf("%v: file %d, row %d, mirror %v do not lead back to it", sq, sq.File(), sq.Row(), sq.Mirror())
		}
		if sq.Dark() != ((sq.File()+sq.Row())%2 == 0) || sq.Dark() != chess.DarkSquares.Has(sq) {
			t.Errorf("%v: dark is %v, want %v", sq, sq.Dark(), (sq.File()+sq.Row())%2 == 0)
		}
	}
	if chess.NoSquare.Valid() || chess.NoSquare.String() != "-" || chess.NoSquare.BB() != 0 || chess.Square(200).String() != "-" {
		t.Errorf("NoSquare is valid: %v, written %v, a set of\n%v, and square 200 is %v", chess.NoSquare.Valid(), chess.NoSquare, chess.NoSquare.BB(), chess.Square(200))
	}
	for _, s := range []string{"", "e", "e9", "i1", "E4", "e44", "a0", "-", "é1", strings.Repeat("a", 1<<20)} {
		if sq, err := chess.ParseSquare(s); err == nil || sq != chess.NoSquare || len(err.Error()) > 200 {
			t.Errorf("%.20q read as %v, want a short error: %v", s, sq, err)
		}
	}
}

// mustPanic checks that f panics with a message of this package.
func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if r := recover(); r == nil || !strings.HasPrefix(r.(string), "chess: ") {
			t.Errorf("%s: panic %v, want one of chess", what, r)
		}
	}()
	f()
}

// TestDocumentedPanics: files, rows and squares off the board.
func TestDocumentedPanics(t *testing.T) {
	for _, c := range [][2]int{{8, 0}, {0, 8}, {-1, 0}, {0, -1}} {
		mustPanic(t, "NewSquare", func() { chess.NewSquare(c[0], c[1]) })
	}
	var b chess.Board
	mustPanic(t, "Put", func() { b.Put(chess.NoSquare, chess.NoPiece) })
}

// TestBitboards: the squares that All yields are in ascending order and agree with the other methods, for random sets.
func TestBitboards(t *testing.T) {
	src := source(51)
	for range 2000 {
		bb := chess.Bitboard(src.Uint64() & src.Uint64() & src.Uint64())
		n, last := 0, chess.NoSquare
		for sq := range bb.All() {
			if !bb.Has(sq) || last != chess.NoSquare && sq <= last || n == 0 && sq != bb.First() {
				t.Fatalf("%v yields %v after %v, want its own squares in ascending order", bb, sq, last)
			}
			n, last = n+1, sq
		}
		if n != bb.Count() || bb.Many() != (n > 1) || n > 0 && bb.Last() != last {
			t.Fatalf("%v: Count %d, Many %v, Last %v; it yields %d, the last %v", bb, bb.Count(), bb.Many(), bb.Last(), n, last)
		}
		if strings.Count(bb.String(), "x") != n {
			t.Fatalf("%d squares are drawn as\n%v", n, bb)
		}
	}
	for range chess.Row1.All() {
		break // may be left at any time
	}
	if chess.Bitboard(0).First() != chess.NoSquare {
		t.Errorf("the empty set begins with %v, want NoSquare", chess.Bitboard(0).First())
	}
	if chess.FileBB(7) != chess.FileH || chess.FileBB(0) != chess.FileA || chess.RowBB(7) != chess.Row8 || chess.RowBB(0) != chess.Row1 {
		t.Error("FileBB and RowBB do not agree with the constants of the first and the last file and row")
	}
	if got := (chess.A1.BB() | chess.H8.BB()).String(); got != ".......x\n"+strings.Repeat("........\n", 6)+"x.......\n" {
		t.Errorf("a1 and h8 drawn as\n%s", got)
	}
}

// TestBoardAgreesWithArray: a board behaves as an array of 64 men.
func TestBoardAgreesWithArray(t *testing.T) {
	src := source(52)
	var b chess.Board
	var array [64]chess.Piece
	for range 5000 {
		sq := chess.Square(src.IntN(64))
		p := chess.NewPiece(chess.Color(src.IntN(2)), chess.Role(src.IntN(7)))
		b.Put(sq, p)
		array[sq] = p
		if msg := checkSets(&b); msg != "" {
			t.Fatalf("%v\n%s", &b, msg)
		}
		men := 0
		for s, want := range array {
			if b.At(chess.Square(s)) != want || b.RoleAt(chess.Square(s)) != want.Role() {
				t.Fatalf("after %v on %v: %v on %v, want %v", p, sq, b.At(chess.Square(s)), chess.Square(s), want)
			}
			if want != chess.NoPiece {
				men++
			}
			if !b.Of(want.Role()).Has(chess.Square(s)) || b.Pieces(want.Color(), want.Role()).Has(chess.Square(s)) != (want != chess.NoPiece) {
				t.Fatalf("%v on %v is in none of the sets", want, chess.Square(s))
			}
		}
		if b.Men() != men || b.Of(chess.NoRole) != ^b.Occupied() {
			t.Fatalf("%d men, want %d", b.Men(), men)
		}
		if m := b.Mirror(); m.Mirror() != b {
			t.Fatalf("mirrored twice\n%v, want\n%v", &m, &b)
		}
	}
	if b.King(chess.White) != b.Pieces(chess.White, chess.King).First() {
		t.Error("King is not the first king")
	}
}

// TestCastlingRights counts the rights of every set one by one, divides the set by color, and writes three sets.
func TestCastlingRights(t *testing.T) {
	for r := chess.Castling(0); r <= chess.AllCastling; r++ {
		n := 0
		for c := chess.White; c <= chess.Black; c++ {
			for _, kingside := range []bool{true, false} {
				if r&chess.Rights(c, kingside) != 0 {
					n++
				}
			}
		}
		if r.Count() != n || r.Of(chess.White)|r.Of(chess.Black) != r || r.Of(chess.White)&r.Of(chess.Black) != 0 {
			t.Errorf("%v: Count is %d, want %d; White has %v and Black %v", r, r.Count(), n, r.Of(chess.White), r.Of(chess.Black))
		}
	}
	for r, want := range map[chess.Castling]string{chess.AllCastling: "KQkq", 0: "-", chess.WhiteQueenside | chess.BlackKingside: "Qk"} {
		if got := r.String(); got != want {
			t.Errorf("set %04b of rights is written %s, want %s", uint8(r), got, want)
		}
	}
}
