package base

import (
	"testing"

	"chesscensus/chess"
)

// TestStreamDependsOnKey checks that each word of the key changes the stream.
func TestStreamDependsOnKey(t *testing.T) {
	draw := func(goal, seed, restart uint64) (numbers [8]int) {
		var r RNG
		r.N(5) // what was drawn before does not matter
		r.Key(goal, seed, restart)
		for i := range numbers {
			numbers[i] = r.N(1 << 20)
		}
		return numbers
	}
	first := draw(1, 2, 3)
	if first != draw(1, 2, 3) {
		t.Error("the same key gives another stream")
	}
	for _, key := range [][3]uint64{{2, 2, 3}, {1, 3, 3}, {1, 2, 4}, {2, 1, 3}, {1, 1, 4}} {
		if draw(key[0], key[1], key[2]) == first {
			t.Errorf("key %v gives the stream of 1, 2, 3", key)
		}
	}
}

// TestStreamStaysTheSame checks numbers that were drawn when the test was written: games are found again with the stream.
func TestStreamStaysTheSame(t *testing.T) {
	var r RNG
	r.Key(0x1234, 5, 6)
	var got [6]int
	for i := range got {
		got[i] = r.N(1000)
	}
	if want := [6]int{274, 202, 225, 542, 953, 626}; got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestNumbersAreFair checks that chi-squared of 60 000 numbers from 0 to 5 is below 33, which 4 in a million keys exceed by chance with
// 5 degrees of freedom. It also checks Chance, and the range of N.
func TestNumbersAreFair(t *testing.T) {
	var r RNG
	r.Key(7, 7, 7)
	var count [6]int
	for range 60000 {
		count[r.N(6)]++
	}
	chi := 0.0
	for _, n := range count {
		chi += float64(n-10000) * float64(n-10000) / 10000
	}
	if chi > 33 {
		t.Errorf("counts %v, chi-squared %.1f", count, chi)
	}
	hits := 0
	for range 10000 {
		if r.Chance(30) {
			hits++
		}
	}
	if hits < 2750 || hits > 3250 { // 5 standard deviations
		t.Errorf("Chance(30) is true %d times of 10 000, want 2750 to 3250", hits)
	}
	for range 100 {
		if r.Chance(0) || !r.Chance(100) || r.N(1) != 0 {
			t.Fatal("Chance(0) is true, Chance(100) false, or N(1) not 0")
		}
	}
}

// TestPick checks that Pick returns every square of a set, and no other.
func TestPick(t *testing.T) {
	var r RNG
	r.Key(1, 1, 1)
	set := chess.A1.BB() | chess.D5.BB() | chess.H8.BB()
	picked := chess.Bitboard(0)
	for range 100 {
		picked |= r.Pick(set).BB()
	}
	if picked != set {
		t.Errorf("picked\n%v want\n%v", picked, set)
	}
}

// TestHashTellsSetupsApart checks that the side to move, rights, en passant and every man change the hash.
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
