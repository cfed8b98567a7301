package cage

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// A bishopTracker follows the bishops of the start in a game: their squares, and the captures of those that are gone.
type bishopTracker struct {
	origins manOrigins
	taken   map[chess.Square]chess.Move // by home
}

// play follows a move.
func (b *bishopTracker) play(m chess.Move) {
	home := b.origins[m.To()] // of the victim
	isVictimHere := m.Captured() != chess.NoRole && !m.EnPassant()
	if isVictimHere && home != chess.NoSquare && (homes(0, chess.Bishop) | homes(1, chess.Bishop)).Has(home) {
		b.taken[home] = m
	}
	b.origins.play(m)
}

// checkFallen checks Lemma 16 and its parts on a setup of a game: bishops that are said to be taken were, and neither kernels nor
// projections exclude how. It returns the numbers of bishops that pawns took, of those among them that pawns must have taken, and
// of those that officers, kings or promoting pawns took.
func checkFallen(t *testing.T, st *Stage, s *chess.Setup, bishops *bishopTracker) (byPawns, forced, otherwise int) {
	t.Helper()
	refuted := func(bishop takenBishop, files uint8) bool {
		r, _ := st.kernelWithout(s, bishop, files, 0)
		return r.Refutes()
	}
	st.projector.open(s)
	if sq, ok, _ := st.impossiblyTakenBishop(s, 0); ok {
		t.Errorf("%v, of a game, is refuted: %v", s, sq)
	}
	for _, bishop := range st.takenBishops(s) {
		m, gone := bishops.taken[bishop.home]
		if !gone {
			t.Errorf("%v: the bishop of %v was not taken", s, bishop.home)
			continue
		}
		files := uint8(0xff) // on which no pawn takes the bishop
		if m.Role() == chess.Pawn && m.Promotion() == chess.NoRole {
			files &^= 1 << m.To().File()
			byPawns++
			if refuted(bishop, 0xff) {
				forced++
			}
			if st.projector.neverTakenOn(s, bishop, m.To().File()) {
				t.Errorf("%v: the bishop of %v was taken by %v", s, bishop.home, m)
			}
		} else {
			otherwise++
		}
		if refuted(bishop, files) {
			t.Errorf("%v: no kernel, though the bishop of %v was taken by %v", s, bishop.home, m)
		}
	}
	return byPawns, forced, otherwise
}

// playSteered plays a random game in which pawns prefer to take bishops, or men that let them take one later, with weights that are
// drawn for each game. It calls see after each move.
func playSteered(rnd *rand.Rand, plies int, see func(chess.Move, *chess.Position)) {
	p := chess.InitialPosition()
	bishopWeight, captureWeight := []int{1, 8, 40, 200}[rnd.IntN(4)], []int{0, 1, 12}[rnd.IntN(3)]
	officerShyness := 1 + rnd.IntN(20) // officers capture the less, the greater it is, and never if it is above 12
	var moves []chess.Move
	for range plies {
		if moves = p.Moves(moves[:0]); len(moves) == 0 {
			return
		}
		weight := func(m chess.Move) int {
			pawn, taken := m.Role() == chess.Pawn, m.Captured()
			switch {
			case pawn && taken == chess.Bishop:
				return 12 * bishopWeight
			case m.Promotion() != chess.NoRole:
				return 6 * bishopWeight
			case pawn && taken != chess.NoRole:
				return 6 * captureWeight
			case taken != chess.NoRole:
				return 12 / officerShyness
			case pawn, m.Role() == chess.Bishop:
				return 24
			}
			return 12
		}
		sum := 0
		for _, m := range moves {
			sum += weight(m)
		}
		if sum == 0 {
			return
		}
		n := rnd.IntN(sum)
		for _, m := range moves {
			if n -= weight(m); n < 0 {
				p = p.Play(m)
				see(m, &p)
				break
			}
		}
	}
}

// neighborsOfFallen lists games to setups that differ little from the example of Lemma 16, and to others in which pawns may have
// taken a bishop.
var neighborsOfFallen = []struct{ why, game string }{
	{"it fell on a6 before b5-b6", "b3 a6 b4 a5 b5 Nc6 Nc3 Nf6 Nd5 Nb8 Nb4 axb4 a4 Ng4 a5 Ne5 a6 Nbc6 a7 Ng4 e3 Na5 b6 Rb8 Ba6 bxa6 a8=Q Nf6 Qe4 " +
		"Ra8 Ne2 Nc6 Nc3 Nb8 Nb1 Ng8 Qd4 Nf6 Qe5 Nh5 Qf4 Nf6 Qd4 Ng8"},
	{"it fell on c6", "b4 a5 b5 Ra6 Nc3 Rg6 Nd5 Rg3 Nb4 axb4 e3 Rg4 Be2 Rc4 Bf3 Rc3 Bc6 bxc6 a3 Ba6 a4 Rc4 a5 Re4 Qe2 Bc8 a6 Rf4 a7 Ba6 a8=Q Bc8 " +
		"Nf3 Rc4 Qb7 Rc3 Ne5 Ra3 Nd3 Ra8 Nb2 Nf6 Nc4 Ng8 Na3 Nh6 Nb1 Ng8 Qd1 Nh6 Qb6 Ng8 Qd4 Ra7 Qe5 Ra2 Qd4 Ra8"},
	{"it fell on c6, and a knight on a6", "b4 a5 b5 Na6 Nc3 Nf6 Nd5 Ne4 Nb4 axb4 e3 Rb8 Bc4 Nac5 Bd5 Nd6 Bc6 dxc6 a4 Bh3 a5 Nde4 a6 Qd6 a7 Qd4 a8=Q Nf6 " +
		"Qa7 Ra8 Nf3 Na6 Ne5 Nb8 Nd3 Ng8 Nc5 Qd8 Na6 Bc8 Qd4 bxa6"},
	{"an officer took it", "b4 a5 b5 Nf6 Nc3 Ng4 Nd5 Ne5 Nb4 axb4 a4 Nc4 a5 Ne3 a6 Nxf1 a7 Ne3 Nf3 Nc4 Nd4 Nb6 Nb3 Nc6 Nc5 Na5 Na6 bxa6 e3 Rb8 " +
		"a8=N Nd5 Nb6 Nf6 Nc4 Ng8 Na3 Nc6 Nb1 Ra8 Bb2 Nb8 Bc1 Bb7 Qf3 Be4 Qh5 Bb7 Qd1 Bc8"},
	{"it is there", "b4 a6 b5 a5 Nc3 Nf6 Nd5 Nc6 Nb4 axb4 a3 Rb8 a4 Ne4 a5 Ne5 a6 Ra8 a7 Nc4 Nf3 Ne3 Nd4 Nf6 Nb3 Nfg4 Nc5 Rb8 Na6 bxa6 a8=Q Nd5 e3 " +
		"Ne5 Bc4 Nc6 Bb3 Rb6 Ba4 Nb8 Qc6 Rb7 Qc3 Ra7 Qd4 Ra8 Qc4 Nf6 Qd4 Ng8"},
	{"a pawn took it that promoted", "g3 h6 g4 h5 Na3 hxg4 Nh3 g3 Ng1 g2 Nh3 gxf1=B Nb1 Bg2 Ng1 Bd5 Nf3 Be4 Ng1"},
}

// TestFallen checks Lemma 16 on its example and setups like it, and on the ends of games near it, also with colors exchanged.
func TestFallen(t *testing.T) {
	var st Stage
	ask := func(s chess.Setup, want chess.Square, why string) {
		t.Helper()
		for _, q := range []struct {
			s    chess.Setup
			want chess.Square
		}{{s, want}, {s.Mirror(), want ^ 56}} {
			if sq, ok := st.Fallen(&q.s); ok != (want != chess.NoSquare) || ok && sq != q.want {
				t.Errorf("%v (%s): %v %v, want %v", &q.s, why, sq, ok, q.want)
			}
		}
	}
	for _, q := range []struct {
		fen  string
		want chess.Square
		why  string
	}{
		{"rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk -", chess.F1, "the example"},
		{"rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/R1BQK1NR b KQk -", chess.F1, "with the other knight"},
		{"rnbqkbnr/2pppppp/p7/1P6/1p1N4/4P3/2PP1PPP/RNBQK2R w KQk -", chess.F1, "with a knight promoted, or a queen that was taken"},
		{"rnbqkbnr/2pppp1p/p6p/1P6/1p1Q4/4P3/2PP1PPP/R1BQK2R w KQk -", chess.F1, "with one more taken, elsewhere"},
		{"rnbkqbnr/pppppp2/7p/6P1/4Q1p1/3P4/PPP1PP2/R2KQBNR w - -", chess.C1, "the example with files exchanged"},
		{"Q1Nbr3/1Kp2rBb/7p/1P2n3/pp1B4/rQ3P2/nbR2Bkp/R2q1R2 w - -", chess.F1, "a candidate"},
		{"rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RN1QKB1R w KQk -", chess.NoSquare, "the other bishop"},
	} {
		ask(testkit.Setup(t, q.fen), q.want, q.why)
	}
	for _, q := range neighborsOfFallen {
		p, bishops := chess.InitialPosition(), bishopTracker{originsAtStart(), map[chess.Square]chess.Move{}}
		for _, m := range testkit.Line(t, p, q.game) {
			p = p.Play(m)
			bishops.play(m)
		}
		s := p.Setup()
		checkFallen(t, &st, &s, &bishops)
		ask(s, chess.NoSquare, q.why)
	}
}

// TestFallenGivesUp checks that searches that are broken off, for kernels or in projections, refute nothing.
func TestFallenGivesUp(t *testing.T) {
	s := testkit.Setup(t, "rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk -")
	var st Stage
	st.projector.open(&s)
	if sq, ok, _ := st.impossiblyTakenBishop(&s, 1); ok {
		t.Errorf("with a budget of one state %v is said to be taken", sq)
	}
	st.Limit = 10
	if sq, ok := st.Fallen(&s); ok {
		t.Errorf("with ten configurations %v is said to be taken", sq)
	}
}

// TestFallenAcceptsGames checks that positions of games are not refuted: random games, and games in which pawns take bishops.
func TestFallenAcceptsGames(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	rnd := testkit.Rand(t.Name())
	st := Stage{projector: projector{Limit: 2000}}
	byPawns, forced, otherwise := 0, 0, 0
	for i := range testkit.Size(20, 200) {
		bishops := bishopTracker{originsAtStart(), map[chess.Square]chess.Move{}}
		see := func(m chess.Move, p *chess.Position) {
			bishops.play(m)
			if rnd.IntN(8) > 0 {
				return
			}
			s := p.Setup()
			pawns, must, others := checkFallen(t, &st, &s, &bishops)
			byPawns, forced, otherwise = byPawns+pawns, forced+must, otherwise+others
		}
		if i%3 > 0 {
			playSteered(rnd, 20+rnd.IntN(150), see)
			continue
		}
		for m, p := range chesstest.Moves(rnd, chesstest.RandomOptions(rnd)) {
			see(m, &p)
		}
	}
	if byPawns < 60 || forced < 10 || otherwise < 60 {
		t.Errorf("only %d bishops taken by pawns, %d of necessity, and %d otherwise", byPawns, forced, otherwise)
	}
}
