package base

import (
	"testing"

	"chesscensus/chess"
)

// TestDiceDependOnTheKey: the same key gives the same stream, another word of it another stream.
func TestDiceDependOnTheKey(t *testing.T) {
	draw := func(goal, seed, restart uint64) (list [8]int) {
		var d RNG
		d.N(5) // what was drawn before does not matter
		d.Key(goal, seed, restart)
		for i := range list {
			list[i] = d.N(1 << 20)
		}
		return list
	}
	first := draw(1, 2, 3)
	if first != draw(1, 2, 3) {
		t.Error("the same key gives another stream")
	}
	for _, k := range [][3]uint64{{2, 2, 3}, {1, 3, 3}, {1, 2, 4}, {2, 1, 3}, {1, 1, 4}} {
		if draw(k[0], k[1], k[2]) == first {
			t.Errorf("key %v gives the stream of 1, 2, 3", k)
		}
	}
}

// TestDiceStream keeps the stream: games are found again with it. The numbers were drawn when the test was written.
func TestDiceStream(t *testing.T) {
	var d RNG
	d.Key(0x1234, 5, 6)
	var got [6]int
	for i := range got {
		got[i] = d.N(1000)
	}
	if want := [6]int{274, 202, 225, 542, 953, 626}; got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestDiceAreFair: chi-squared of 60 000 numbers from 0 to 5 is below 33 with 5 degrees of freedom, exceeded by chance in 4 of a
// million keys; and N keeps to its range.
func TestDiceAreFair(t *testing.T) {
	var d RNG
	d.Key(7, 7, 7)
	var count [6]int
	for range 60000 {
		count[d.N(6)]++
	}
	chi := 0.0
	for _, n := range count {
		chi += float64(n-10000) * float64(n-10000) / 10000
	}
	if chi > 33 {
		t.Errorf("counts %v, chi-squared %.1f", count, chi)
	}
	yes := 0
	for range 10000 {
		if d.Chance(30) {
			yes++
		}
	}
	if yes < 2750 || yes > 3250 { // 5 standard deviations
		t.Errorf("30 percent: %d of 10000", yes)
	}
	for range 100 {
		if d.Chance(0) || !d.Chance(100) || d.N(1) != 0 {
			t.Fatal("what is impossible happens")
		}
	}
}

// TestPick picks every square of a set, and none outside.
func TestPick(t *testing.T) {
	var d RNG
	d.Key(1, 1, 1)
	set := chess.A1.BB() | chess.D5.BB() | chess.H8.BB()
	picked := chess.Bitboard(0)
	for range 100 {
		picked |= d.Pick(set).BB()
	}
	if picked != set {
		t.Errorf("picked %v", picked)
	}
}

// TestHashTellsSetupsApart: the side, rights, en passant and every man count.
func TestHashTellsSetupsApart(t *testing.T) {
	s := chess.InitialSetup()
	seen := map[uint64]string{Hash(&s): "start"}
	add := func(name string, change func(*chess.Setup)) {
		c := chess.InitialSetup()
		change(&c)
		h := Hash(&c)
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s have the same hash", name, other)
		}
		seen[h] = name
	}
	add("black", func(s *chess.Setup) { s.Turn = chess.Black })
	add("rights", func(s *chess.Setup) { s.Castling = 0 })
	add("en passant", func(s *chess.Setup) { s.EP = chess.E3 })
	for role := chess.Pawn; role <= chess.King; role++ {
		for _, c := range []chess.Color{chess.White, chess.Black} {
			add(role.String()+c.String(), func(s *chess.Setup) { s.Board.Put(chess.E5, chess.NewPiece(c, role)) })
		}
	}
	if again := chess.InitialSetup(); seen[Hash(&again)] != "start" {
		t.Error("the same setup has another hash")
	}
	if Mix(1) == Mix(2) {
		t.Error("Mix takes 1 and 2 to the same")
	}
}
