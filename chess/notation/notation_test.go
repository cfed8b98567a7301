package notation

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestKnownMoves reads texts whose moves are known, in the many ways in which books and people write them. Those without a move are
// ambiguous.
func TestKnownMoves(t *testing.T) {
	initial := chess.InitialSetup().String()
	const (
		many    = "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq -"
		passant = "4k3/8/1p3p2/2PpP3/8/8/8/4K3 w - d6"
		knights = "4k3/8/8/8/1n3n2/8/8/1N2KN2 w - -"
		rooks   = "4k3/8/8/8/8/8/4K3/R4R2 w - -"
		castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"
		bishops = "4k3/8/8/8/8/8/3BB3/4K3 w - -"
		smother = "6rk/5ppp/6p1/4N3/8/8/8/4K3 w - -"
	)
	for _, c := range []struct{ fen, text, uci string }{
		{initial, "P-K4", "e2e4"}, {initial, "p-k4", "e2e4"}, {initial, " P - K 4 ! ", "e2e4"}, {initial, "P–K4", "e2e4"},
		{initial, "KP-K4", "e2e4"}, {initial, "P-QB4", "c2c4"}, {initial, "QBP-B4", "c2c4"}, {initial, "KRP-R4", "h2h4"},
		{initial, "P(K2)-K4", "e2e4"}, {initial, "P/2-K4", "e2e4"}, {initial, "Kt-KB3", "g1f3"}, {initial, "KKt-B3", "g1f3"},
		{initial, "KN-B3", "g1f3"}, {initial, "QN-B3", "b1c3"}, {initial, "N(QN1)-B3", "b1c3"}, {initial, "n-qr3", "b1a3"},
		{initial, "♘f3", "g1f3"}, {initial, "♞f3", "g1f3"}, {initial, "♙e4", "e2e4"}, {initial, "♘g1–f3", "g1f3"}, {initial, "♘\ufe0ef3", "g1f3"},
		{initial, "g1f3", "g1f3"}, {initial, "Nf3", "g1f3"}, {initial, "e2-e4", "e2e4"},
		{castles, "0-0", "e1g1"}, {castles, "O-O", "e1g1"}, {castles, "o-o-o", "e1c1"}, {castles, "0-0-0 ch", "e1c1"},
		{many, "P-N8(Q) mate", ""}, // a wrong mark means nothing
		{many, "P-QN8(R)", "b7b8r"}, {many, "P-KN8/N", "g7g8n"}, {many, "P-KN8=B", "g7g8b"}, {many, "PxR(KR8)(Q)", "g7h8q"},
		{many, "P(QN7)xR/Q", "b7a8q"}, {many, "KNPxR=Q", "g7h8q"}, {many, "g×♖=♕", "g7h8q"}, {many, "ba=Q", "b7a8q"}, {many, "gh(N)", "g7h8n"},
		{passant, "PxP e.p. ch", ""}, {passant, "P(B5)xP ep", "c5d6"}, {passant, "KP x QP", "e5d6"}, {passant, "KPxBP", "e5f6"},
		{passant, "P/K5xP/Q6 e.p.", "e5d6"}, {passant, "P/K5xP/Q5", "e5d6"}, {passant, "PxKBP", "e5f6"}, {passant, "ef", "e5f6"}, {passant, "e5×♙f6", "e5f6"},
		{passant, "P(K5)xP e.p.", "e5d6"},
		{knights, "KN-Q2", "f1d2"}, {knights, "QN-Q2", "b1d2"}, {knights, "Nbd2", "b1d2"},
		{rooks, "R(R1)-Q1", "a1d1"}, {rooks, "KR-Q1", "f1d1"}, {rooks, "QR-Q1", "a1d1"},
		{bishops, "B-N5", ""}, {bishops, "B-N5 ch", "e2b5"}, {bishops, "B-KN5", "d2g5"}, {bishops, "KB-N5", "e2b5"},
		{smother, "NxP", ""}, {smother, "NxP ch", ""}, {smother, "NxP mate", "e5f7"}, {smother, "NxP#", "e5f7"}, {smother, "♘×♙", ""}, {smother, "♘×♙#", "e5f7"}, {smother, "♘×♙+", ""},
	} {
		p := testkit.Position(t, c.fen+" 0 1")
		m, err := parseAny(&p, c.text)
		if c.uci == "" {
			if !errors.Is(err, ErrAmbiguous) {
				t.Errorf("%s: %q gives %v, %v, want it ambiguous", c.fen, c.text, m, err)
			}
			continue
		}
		if err != nil || m.String() != c.uci {
			t.Errorf("%s: %q gives %v, %v, want %s", c.fen, c.text, m, err, c.uci)
		}
	}
}

// TestErrorsAreNamed reads gibberish and moves that are none.
func TestErrorsAreNamed(t *testing.T) {
	initial := chess.InitialSetup().String() + " 0 1"
	const (
		pinned  = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1"
		promote = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
	)
	for _, c := range []struct {
		fen, text string
		kind      error
		msg       string
	}{
		{initial, "KxK", ErrNoMove, "a king is never captured"},
		{initial, "B(Q3)-Q3", ErrNoMove, "white has no such bishop"},
		{initial, "P(KB4)-QR1", ErrNoMove, "white has no such pawn"},
		{initial, "QxR", ErrNoMove, "no such queen can move there"},
		{initial, "BxP(K5)", ErrNoMove, "black has no such pawn"},
		{initial, "0-0", ErrNoMove, "this castling is not possible now"},
		{initial, "K-K2", ErrNoMove, "the square is occupied; captures are written with x"},
		{pinned, "N-B3", ErrNoMove, "it would leave the king in check"},
		{pinned, "Nc3", ErrNoMove, ""},
		{initial, "P-B4", ErrAmbiguous, "candidates: P-QB4, P-KB4"},
		{"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2", ErrAmbiguous, "candidates: Nbd2, Nfd2"},
		{"4k3/8/8/8/2n1n3/3P4/8/4K3 w - - 0 1", "PxN", ErrAmbiguous, "not specific enough; candidates: PxN(B4), PxN(K4)"},
		{promote, "P-R8", ErrPromotion, "candidates: P-R8(Q), P-R8(R), P-R8(B), P-R8(N)"},
		{promote, "a8", ErrPromotion, "candidates: a8=Q+, a8=R+, a8=B, a8=N"},
		{initial, "P-K9", ErrSyntax, `want a row from 1 to 8, found "9" (column 4)`},
		{initial, "P-", ErrSyntax, "want a square such as KB3, found the end (column 3)"},
		{initial, "BxP(KB7", ErrSyntax, "want a square and ), found the end (column 8)"},
		{initial, "♘x", ErrSyntax, ""},
		{initial, "P-K4 P-K4", ErrSyntax, "want ch, mate, e.p. or the end of the move"},
		{initial, "N-KB3(Q)", ErrSyntax, "only a pawn promotes"},
		{initial, "P-K8(Q)(Q)", ErrSyntax, "want one promotion"},
		{initial, "0-0-0-0", ErrSyntax, "want 0-0 or 0-0-0"},
		{initial, "0-O", ErrSyntax, `want "0"`},
		{"r3k2r/1P6/8/8/8/8/8/4K3 w - - 0 1", "ba=Qz", ErrSyntax, ""},
		{initial, "", ErrSyntax, ""},
		{initial, strings.Repeat("♕", 5000), ErrSyntax, "...\""},
		{initial, "é4", ErrSyntax, `found "é" (column 1)`},
	} {
		p := testkit.Position(t, c.fen)
		_, err := parseAny(&p, c.text)
		if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.msg) || len(err.Error()) > 500 {
			t.Errorf("%s: %.40q gives %v, want %v with %q", c.fen, c.text, err, c.kind, c.msg)
		}
	}
}

// TestConfigurationErrorsAreNamed reads configurations with one fault each.
func TestConfigurationErrorsAreNamed(t *testing.T) {
	for _, c := range []struct {
		text string
		kind error
		msg  string
	}{
		{"", errConfiguration, "want WH or BL, found the end (column 1)"},
		{"WH:♔g1,♕d1(2)", ErrHalf, "the men of black are missing"},
		{"WH:♔g1(1).", ErrHalf, "the men of black are missing"},
		{"BL:♔g1;", ErrHalf, "the men of white are missing"},
		{"WH:♔g1,♕d1,♖", errConfiguration, "want a square from a1 to h8 for the white rook, found the end (column 13)"},
		{"WH:♔g1(1); BL:♔g8,♕f5,♖d8/h8", errChecksum, "one side has a count"},
		{"WH:♔g1(2); BL:♔g8(1).", errChecksum, "white has 1 men, the count says 2 (column 8)"},
		{"WH:♔g1(1); BL:♔g8,♙a7/b7(2).", errChecksum, "black has 3 men, the count says 2"},
		{"WH:♔g1(1); BL:♔g8(99999999999999999999).", errChecksum, "the count says 1000"},
		{"WH:♔g1(); BL:♔g8(1).", errConfiguration, "want a count of men"},
		{"WH:♔g1(1; BL:♔g8(1).", errConfiguration, "want ')', found \";\""},
		{"WH:♕g1; BL:♔g8", errConfiguration, "white must begin with its king"},
		{"WH:♔g1,♕g1(2); BL:♔g8(1)", errOccupied, "g1 holds the white king already"},
		{"WH:♔g1; BL:♔g1", errOccupied, "g1 holds the white king already"},
		{"WH:♔i9; BL:♔g1", errConfiguration, "for the white king, found \"i\" (column 5)"},
		{"WH:♔g1; WH:♔g2", errConfiguration, "the men of white are given twice"},
		{"WH:♔g1; BL:♔g8; and more", errConfiguration, "want the end"},
		{"WH:♔g1,Xg2; BL:♔g8", errConfiguration, "want a man, found \"X\""},
		{"WH ♔g1", errConfiguration, "want ':'"},
	} {
		b, err := ParseConfiguration(c.text)
		if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.msg) || b != (chess.Board{}) {
			t.Errorf("%q gives %v, want %v with %q", c.text, err, c.kind, c.msg)
		}
	}
	b := chess.InitialSetup().Board
	b.Put(chess.E8, chess.NoPiece)
	testkit.Fails(Configuration(&b, ConfigurationStyle{}))(t, errConfiguration, "without a black king")
}

// TestWingsFollowTheMen brings the queen's knight to the king's side and asks for it by its name; by the diagram alone the names
// would be exchanged.
func TestWingsFollowTheMen(t *testing.T) {
	p := chess.InitialPosition()
	b := p.Board()
	w := WingsOf(&b)
	for _, text := range Split("1. Nc3 a6 2. Ne4 b6 3. Ng5 c6 4. N5h3 d6 5. Nf3 e6 6. Nd4 Be7 7. e4 Nf6 8. Bd3 O-O 9. O-O h6") {
		m := testkit.Must(parseAny(&p, text))(t)
		w = w.After(&p, m)
		p = p.Play(m)
	}
	check := func(text, want string, w Wings) {
		t.Helper()
		if m, err := parseDescriptive(&p, text, Options{Wings: w}); err != nil || m.String() != want {
			t.Errorf("%q gives %v, %v, want %s", text, m, err, want)
		}
	}
	check("QN-B4", "h3f4", w)
	check("KN-N3", "d4b3", w)
	check("KR-K1", "f1e1", w) // the rook that castled
	check("QN-N3", "d4b3", Wings{})
	check("KB-K2", "d3e2", w)
	check("KB-K2", "d3e2", Wings{})
}

// TestOrdinal writes numbers of each ending, the exceptions from 11 to 13 among them.
func TestOrdinal(t *testing.T) {
	var got []string
	for _, n := range []int{1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 23, 40, 101, 111, 113} {
		got = append(got, Ordinal(n))
	}
	if want := strings.Fields("1st 2nd 3rd 4th 10th 11th 12th 13th 21st 22nd 23rd 40th 101st 111th 113th"); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSplit divides lines with numbers, blanks within moves, suffixes and results.
func TestSplit(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"1. P-K4 P-K4", "P-K4|P-K4"}, {"1 P-K4 P-K4", "P-K4|P-K4"}, {"1.e4 e5 2.Nf3", "e4|e5|Nf3"}, {"12... N-B3", "N-B3"}, {"12 … N-B3", "N-B3"},
		{"…♕h5#", "♕h5#"}, {"KRP x QN dis ch P-K4", "KRPxQN dis ch|P-K4"}, {"Q * P / K5 mate", "Q*P /K5 mate"}, {"PxP e.p. PxP", "PxP e.p.|PxP"},
		{"P-K8 (Q) ch 0-0", "P-K8 (Q) ch|0-0"}, {"0-0 0-0-0 1-0", "0-0|0-0-0"}, {"e4 e5 *", "e4|e5"}, {"", ""}, {"7.", ""}, {"1/2-1/2", ""},
	} {
		testkit.Equal(t, strings.Join(Split(c.line), "|"), c.want, "Split(", c.line, ")")
	}
	for _, word := range []string{"( ", ": ", "! ", "legal: "} { // the time of one text would grow with the square of its length
		for _, move := range Split(strings.Repeat(word, 1<<18)) {
			if len(move) > 2*maxMove {
				t.Fatalf("%q many times: a move of %d bytes", word, len(move))
			}
		}
	}
}

// TestNotationNames reads all names in capitals; the error for another name lists them.
func TestNotationNames(t *testing.T) {
	for _, n := range Notations() {
		if got, err := ParseNotation(strings.ToUpper(n.String())); got != n || err != nil {
			t.Errorf("%v in capitals is read as %v, error %v", n, got, err)
		}
	}
	if n, err := ParseNotation("SAN"); n != Algebraic || err != nil {
		t.Errorf("SAN is read as %v, error %v, want algebraic", n, err)
	}
	testkit.Fails(ParseNotation("morse"))(t, "descriptive, algebraic", "morse")
}

// TestSay puts castling, en passant, a promotion, a check and a mate in words.
func TestSay(t *testing.T) {
	for _, c := range []struct{ fen, text, want string }{
		{"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "0-0", "King on King One castles King Side"},
		{"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "0-0-0", "King on King One castles Queen Side"},
		{"4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1", "PxP", "Pawn on Queen Bishop Five captures Pawn on Queen Five en passant"},
		{"4k3/8/8/8/8/8/2p5/1R2K3 b - - 0 1", "PxR(Q)", "Pawn on Queen Bishop Seven captures Rook on Queen Knight Eight promotes to Queen CHECK"},
		{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "R-R8", "Rook on Queen Rook One moves to Queen Rook Eight MATE"},
	} {
		p := testkit.Position(t, c.fen)
		m, err := parseDescriptive(&p, c.text, Options{})
		if got := Say(&p, m).String(); err != nil || got != c.want {
			t.Errorf("%s in %s: %q, %v, want %q", c.text, c.fen, got, err, c.want)
		}
	}
}

// TestFigurines draws a board from both sides.
func TestFigurines(t *testing.T) {
	p := testkit.Position(t, "4k3/8/8/8/8/8/7p/KQ6 w - - 0 1")
	b := p.Board()
	const white = "8 . : . : ♚ : . :\n7 : . : . : . : .\n6 . : . : . : . :\n5 : . : . : . : .\n" +
		"4 . : . : . : . :\n3 : . : . : . : .\n2 . : . : . : . ♟\n1 ♔ ♕ : . : . : .\n  a b c d e f g h\n"
	if got := Figurines(&b, chess.White); got != white {
		t.Errorf("got\n%swant\n%s", got, white)
	}
	const black = "1 . : . : . : ♕ ♔\n2 ♟ . : . : . : .\n3 . : . : . : . :\n4 : . : . : . : .\n" +
		"5 . : . : . : . :\n6 : . : . : . : .\n7 . : . : . : . :\n8 : . : ♚ : . : .\n  h g f e d c b a\n"
	if got := Figurines(&b, chess.Black); got != black {
		t.Errorf("got\n%swant\n%s", got, black)
	}
}
