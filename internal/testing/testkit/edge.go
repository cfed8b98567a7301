package testkit

import (
	"testing"

	"chesscensus/chess"
)

// An EdgeGame leads to a legal position that a slightly stronger theorem would refute, one that allows for example a
// capture less. Random games rarely reach such positions. With these games tests find mutants of theorems (package
// tools/mutants).
type EdgeGame struct {
	Why   string // special feature of the position
	Moves string // in algebraic notation, separated by blanks
}

// EdgeGames holds the edge games of all theorems. The tests of every refuting package play them (PlayEdgeGames).
var EdgeGames = []EdgeGame{
	{"a pawn on row 3 has captured, and nobody else has", "Nc3 Nc6 Nb1 Na5 Nc3 Nb3 axb3"},
	{"two pawns that captured once have promoted, and two past them", "Nc3 Nc6 Na4 Na5 Nb6 axb6 Nf3 Nc4 Ng1 Na3 bxa3 Ra4 Rb1 Rh4 " +
		"Ra1 b5 a4 b4 a5 b3 a6 b2 a7 b1=Q a8=Q"},
	{"a check by a promotion that captures, with one pair of pawns to spare", "d3 Nf6 Be3 Ng8 Bb6 axb6 a4 d6 a5 Kd7 a6 Nf6 a7 Nd5 Nf3 Nb4 Ng1 N4a6 " +
		"Nf3 c6 axb8=N+"},
	{"a pawn that could promote to the right alone, past a rook with a right", "Nc3 Nf6 Na4 Ng8 Nb6 axb6 a4 Nf6 a5 Ng8 a6 Nf6 a7 Ng8 axb8=Q"},
	{"and to the left alone", "Nf3 Nc6 Nh4 Nb8 Ng6 hxg6 h4 Nc6 h5 Nb8 h6 Nc6 h7 Nb8 hxg8=Q"},
	{"White has captured nobody, and an officer has taken its pawn", "e4 Nc6 Nf3 Nb4 Ng1 Nxc2+ Ke2 Nd4+ Ke1 Nc6"},
	{"Black has captured nobody, and a pawn has promoted by a capture", "f4 Nc6 f5 Nb8 f6 Nc6 fxg7 Nb8 gxh8=Q"},
	{"the last knight but one was taken last, with eight pawns", "e4 Nc6 Bb5 Nf6 Bxc6"},
	{"a pawn went on along a file between queen and king", "Nc3 Nf6 Nb5 Ng8 Nd6+ exd6 e3 Nf6 Qe2 Ng8 e4"},
	{"en passant bares two lines", "e4 Nf6 e5 e6 Bc4 Ke7 Bb3 Nd5 d3 Ke8 Bg5 Nb6 Bf4 d5 exd6"},
	{"a man was promoted where a bishop stands, behind a pawn that captured twice", "Nc3 b6 Nb5 c5 Nxa7 Rxa7 Nf3 Ra4 Ng1 Rh4 a4 e6 a5 Qg5 a6 Nf6 a7 Ng8 " +
		"a8=N Nf6 Nc7+ Ke7 Ne8 Bb7 b4 Ba8 b5 Na6 bxa6 Qe5 h3 Qb8 g3 Qb7 axb7"},
	{"a bishop is shut in where a pawn could promote by a capture alone", "Nc3 Nf6 Na4 Ng8 Nb6 axb6 a4 Nf6 a5 Ng8 a6 Nf6 a7 Ng8 axb8=B Nf6 e3 Ng8 Bc4 Nf6 " +
		"Bb3 Ng8 Ba2 Nf6 b3"},
	{"a pawn stepped to where a bishop began that never got out, and was promoted; the bishop on the board is another one", "c4 c5 Nf3 Nf6 Qa4 Qa5 Qc6 " +
		"Qd8 Qxc8 Ng4 Nd4 cxd4 Nc3 dxc3 Qc5 c2 Rb1 cxb1=B Qc8 Na6 c5 Nc7 c6 Nd5 c7 Ne5 Qb8 Nf4 c8=Q Nd5 Qc2 Nf6 Qd1 Ng8 Qc7 Nc6 Qf4 Nb8 Qfa4 Bf5 Qa6 " +
		"Bg4 Qaa4"},
	{"one pawn has captured on every row", "e4 d5 exd5 c6 dxc6 Qc7 cxb7 Qd6 bxa8=Q"},
	{"a rook behind its castled king, beside a bishop that never moved", "Nf3 a5 Nd4 Na6 Ne6 Nc5 Nxf8 Na4 b3 Nc3 b4 axb4 Na3 b3 Nb5 Ra4 Nd4 Nd5 Nc6 Nc3 Nxd8 Nh6 Ng6 Rh4 Ne5 Rd4 Ng4 Ng8 Nh6 Nb1 Nxg8 Nc3 " +
		"Rb1 Rg4 Ra1 Rc4 f4 Ra4 Kf2 b2 Nh6 b1N Rxb1 Rc4 Ng4 Rc5 Ne5 Nd5 Nf3 Nc3 Ba3 Re5 Nxe5 Na4 c3 Nc5 Rb2 Nb3 Rc2 Nc1 Ndc6 Nd3+ Kg3 Nc1 " +
		"Rg1 Nb3 Na7 Nc1 Ng6 Nxe2+ Kh3 Nd4 Be2 Nb5 Rh1 Nxa3 Rf1 Nc4 Nb5 Nb2 Na7 Nxd1 c4 Nb2 Kg3 Nd3 Kf3 Nb4 Ne5 Nc6 Nd3 Nd8 Nc5 Nc6 Bd3 Na5 " +
		"Be4 Nc6 Rb2 Nd8 Rb4 Nc6 Nb5 Nd8 Nc3 Nc6 Nd1 Nb8 Nf2 Nc6 Ng4 Na7 Rh1 Nc6 Rb5 Na7 Rb2 Nc6 Rb4 O-O Rb5 Kh8 Rb4 Re8 Rb3 Rd8"},
}

// PlayEdgeGames plays all games of EdgeGames and calls check for every position after the initial one.
func PlayEdgeGames(t testing.TB, check func(g EdgeGame, p chess.Position)) {
	t.Helper()
	for _, g := range EdgeGames {
		p := chess.InitialPosition()
		for _, m := range Line(t, p, g.Moves) {
			p = p.Play(m)
			check(g, p)
		}
	}
}
