package replay

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/internal/mailbox"
)

// TestNotations checks that both programs read the notations that lists may have in the same way.
func TestNotations(t *testing.T) {
	const start = "r3k2r/1P6/8/3pP3/8/1N6/8/R3K2R w KQkq d6"
	var v Verifier
	for words, goal := range map[string]string{
		"O-O":          "r3k2r/1P6/8/3pP3/8/1N6/8/R4RK1 b kq -",
		"0-0":          "r3k2r/1P6/8/3pP3/8/1N6/8/R4RK1 b kq -",
		"e1g1":         "r3k2r/1P6/8/3pP3/8/1N6/8/R4RK1 b kq -",
		"O-O-O O-O":    "r4rk1/1P6/8/3pP3/8/1N6/8/2KR3R w - -",
		"0-0-0!? e8g8": "r4rk1/1P6/8/3pP3/8/1N6/8/2KR3R w - -",
		"bxa8=Q+":      "Q3k2r/8/8/3pP3/8/1N6/8/R3K2R b KQk -",
		"bxa8R":        "R3k2r/8/8/3pP3/8/1N6/8/R3K2R b KQk -",
		"b7xa8=R+":     "R3k2r/8/8/3pP3/8/1N6/8/R3K2R b KQk -",
		"b7a8n":        "N3k2r/8/8/3pP3/8/1N6/8/R3K2R b KQk -",
		"b7a8N":        "N3k2r/8/8/3pP3/8/1N6/8/R3K2R b KQk -",
		"b8B":          "rB2k2r/8/8/3pP3/8/1N6/8/R3K2R b KQkq -",
		"exd6":         "r3k2r/1P6/3P4/8/8/1N6/8/R3K2R b KQkq -",
		"e5d6":         "r3k2r/1P6/3P4/8/8/1N6/8/R3K2R b KQkq -",
		"Nb3d4":        "r3k2r/1P6/8/3pP3/3N4/8/8/R3K2R b KQkq -",
		"Nbd4":         "r3k2r/1P6/8/3pP3/3N4/8/8/R3K2R b KQkq -",
		"N3d4":         "r3k2r/1P6/8/3pP3/3N4/8/8/R3K2R b KQkq -",
		"Ra1xa8+":      "R3k2r/1P6/8/3pP3/8/1N6/8/4K2R b Kk -",
		"Raa8+":        "R3k2r/1P6/8/3pP3/8/1N6/8/4K2R b Kk -",
	} {
		if err := v.VerifyText(start, 0, words, goal); err != nil {
			t.Errorf("%s: %v, want a proof", words, err)
		}
	}
	// Signs where they have no meaning.
	for _, word := range []string{"bxa8=", "bx=a8Q", "=bxa8Q", "b=xa8Q", "Nd=4", "Nd4=", "N0d4", "0-O", "O-0-O", "bxa8=Q=", "+bxa8Q",
		"0-0-", "O-O-O-O", "b7a8=q"} {
		testkit.FailsWith(t, v.VerifyText(start, 0, word, start), ErrNotProven, word)
	}
	// The library reads Nfd2 as Nbd2 when the other knight is pinned.
	testkit.FailsWith(t, v.VerifyText("4r1k1/8/8/8/8/1N6/4N3/4K3 w - -", 0, "Ned4", "4r1k1/8/8/8/3N4/8/4N3/4K3 b - -"), ErrNotProven, "pinned knight")
}

// TestContradictions checks errors where one program accepts a game and the other does not.
func TestContradictions(t *testing.T) {
	initial := strings.TrimSuffix(mailbox.Initial, " ")
	var f foreign
	for _, row := range []struct {
		words, read []string
		want        string
	}{
		{[]string{"e4"}, []string{"e2e3"}, "is read as"},
		{[]string{"e5"}, nil, "is not legal"},
		{[]string{"e5"}, []string{"e7e5"}, "is not legal"},
		{[]string{"Ng1f3"}, []string{"g1h3"}, "ends after 1 plies"},
		{[]string{"e4", "e5"}, []string{"e2e4"}, "ends after 2 plies"},
	} {
		var read []mailbox.Move
		for _, word := range row.read {
			square := func(i int) uint8 { return word[i] - 'a' + 8*(word[i+1]-'1') }
			read = append(read, mailbox.Move{From: square(0), To: square(2)})
		}
		if err := f.replay(initial, row.words, read, initial); !errors.Is(err, ErrNotProven) || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%v read as %v: %v, want %q", row.words, row.read, err, row.want)
		}
	}
	err := error(&ContradictionError{"game", nil, errors.New("no")})
	if text := fmt.Sprint(err); errors.Is(err, ErrNotProven) || !strings.Contains(text, "own: accepts; foreign: no; game: game") {
		t.Error(text)
	}
	// A verifier whose memory of the initial position is spoiled disagrees.
	g := randomGame(newRand(5), chesstest.Options{Plies: 10})
	v := Verifier{}
	other := testkit.Must(v.foreign.parseStart("4k3/8/8/8/8/8/8/4K3 w - -"))(t)
	v.foreign.initial = other
	var contradiction *ContradictionError
	if err := v.Verify(g); !errors.As(err, &contradiction) || contradiction.Own != nil ||
		!strings.Contains(contradiction.Error(), g.Goal.String()) {
		t.Errorf("spoiled: %v", err)
	}
	v.Foreign = -1
	if err := v.Verify(g); err != nil {
		t.Errorf("own alone: %v", err)
	}
}

// TestSampleDependsOnTheGoal checks that a sample has the given share of goals, and that it is the same for every verifier.
func TestSampleDependsOnTheGoal(t *testing.T) {
	v, all, never := Verifier{Foreign: 10}, Verifier{}, Verifier{Foreign: -1}
	sampled, total := 0, 0
	rnd := newRand(6)
	for range 20 {
		for p := range chesstest.Playout(rnd, chesstest.Options{Plies: 200}) {
			goal := p.String()
			if total++; v.isSampled(goal) {
				sampled++
			}
			if v.isSampled(goal) != (&Verifier{Foreign: 10}).isSampled(goal) || !all.isSampled(goal) || never.isSampled(goal) {
				t.Fatal(goal)
			}
		}
	}
	// The standard deviation is 0.3 times the root of the number.
	if difference := float64(sampled) - float64(total)/10; difference*difference > 5*5*0.09*float64(total) {
		t.Errorf("%d of %d positions are in a sample of a tenth", sampled, total)
	}
}
