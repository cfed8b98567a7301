package recheck

import (
	"testing"

	"chesscensus/recheck/internal/board"
)

// TestLongWordsAreNoted: a word holds ten letters. An eleventh that the captures allow is not
// followed, and it is noted that it was not, so that no solution is denied for want of room.
func TestLongWordsAreNoted(t *testing.T) {
	s, err := board.ParseFEN("4k3/8/8/8/8/8/8/4K3 w - -")
	if err != nil {
		t.Fatal(err)
	}
	p := squarePlace{in: squareWord(emptyWord), out: squareWord(emptyWord), file: startFile}
	w := &squareSweep{needs: newNeeds(&s), meter: new(meter), live: new(live), x: 3}
	w.live[3].beginnings = map[word]bool{}
	for n := 0; ; n++ {
		v := p.out.plain()
		if w.crosses(&p, 0, 0) {
			t.Fatal("a letter that no word has")
		}
		w.live[3].beginnings[v.add(0)] = true
		if !w.crosses(&p, 0, 0) {
			if n != 10 || !w.cut {
				t.Errorf("%d letters, noted %v; want 10, noted", n, w.cut)
			}
			break
		}
		if w.cut {
			t.Fatalf("noted at letter %d", n)
		}
		p.out = p.out.add(0, 2)
	}
	w.cut = false
	if p.cost.captures[0] = 15; w.crosses(&p, 0, 0) || w.cut {
		t.Error("a capture too many is noted")
	}
}
