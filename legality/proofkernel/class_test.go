package proofkernel

import (
	"reflect"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// replayClass plays a class: it merges the lists of the files into one order, moves
// pawns on columns of letters, follows their rows, counts men by kind with victims
// chosen as the class says, and compares with the goal. It knows the setup alone.
func replayClass(t *testing.T, setup *chess.Setup, c *Class) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("%v: class %+v: "+format, append([]any{setup, c}, args...)...)
	}
	type pawn struct {
		letter byte
		row    int8
	}
	var col [8][]pawn
	for x := range 8 {
		col[x] = []pawn{{'P', 1}, {'p', 6}}
	}
	o := newOracle(setup)
	captures := [2]int8{}
	bishops := [2][2]int{} // taken by pawns
	var heads [8]int
	// shift moves pawn i to row y, and others before it as far as they must go:
	// upwards those above a white pawn, and so on. Rows beyond the board are for
	// promoted pawns.
	shift := func(x, i int, y int8) {
		p := &col[x][i]
		if p.letter == 'P' && y < p.row || p.letter == 'p' && y > p.row {
			fail("file %d, pawn %d goes back from %d to %d", x, i, p.row, y)
		}
		p.row = y
	}
	// room makes column x strictly ascending with pawn i in its place.
	room := func(x, i int) {
		for j := i + 1; j < len(col[x]); j++ {
			if col[x][j].row <= col[x][j-1].row {
				if col[x][j].letter != 'P' {
					fail("file %d, no room for pawn %d above %d", x, j, i)
				}
				col[x][j].row = col[x][j-1].row + 1
			}
		}
		for j := i - 1; j >= 0; j-- {
			if col[x][j].row >= col[x][j+1].row {
				if col[x][j].letter != 'p' {
					fail("file %d, no room for pawn %d below %d", x, j, i)
				}
				col[x][j].row = col[x][j+1].row - 1
			}
		}
	}
	remove := func(x, i int) { col[x] = append(col[x][:i:i], col[x][i+1:]...) }
	ready := func(x int) *Event {
		if heads[x] < len(c.Files[x]) {
			return &c.Files[x][heads[x]]
		}
		return nil
	}
	for progress := true; progress; {
		progress = false
		for x := range 8 {
			e := ready(x)
			if e == nil {
				continue
			}
			letter := "Pp"[e.Color]
			if e.Kind == Fall {
				p := col[x][e.Index]
				if p.letter != letter {
					fail("file %d: %+v has no pawn", x, e)
				}
				shift(x, int(e.Index), e.Row)
				room(x, int(e.Index))
				if e.Row < 1 || e.Row > 6 {
					fail("file %d: %+v off the board", x, e)
				}
				remove(x, int(e.Index))
				captures[1-e.Color]++
				heads[x]++
				progress = true
				continue
			}
			if e.Left {
				continue // seen from the left neighbor
			}
			f := ready(x + 1)
			if f == nil || f.Kind == Fall || !f.Left {
				continue
			}
			if e.Color != f.Color || (e.Kind == Leave) == (f.Kind == Leave) {
				fail("files %d and %d disagree: %+v %+v", x, x+1, e, f)
			}
			from, to, fx, tx := e, f, x, x+1
			if e.Kind != Leave {
				from, to, fx, tx = f, e, x+1, x
			}
			if col[fx][from.Index].letter != letter || to.Row != from.Row+int8(1-2*int(e.Color)) {
				fail("crossing %+v %+v", from, to)
			}
			shift(fx, int(from.Index), from.Row)
			room(fx, int(from.Index))
			remove(fx, int(from.Index))
			i := int(to.Index)
			if to.Kind == TakePawn {
				if col[tx][i].letter == letter {
					fail("%+v takes its own", to)
				}
				shift(tx, i, to.Row)
				col[tx][i] = pawn{letter, to.Row}
			} else {
				col[tx] = append(col[tx][:i:i], append([]pawn{{letter, to.Row}}, col[tx][i:]...)...)
				if to.Bishop > 0 {
					bishops[1-e.Color][to.Bishop-1]++
					if dark := (tx+int(to.Row))%2 == 0; dark != (to.Bishop == 2) {
						fail("%+v takes a bishop on the wrong color", to)
					}
				}
			}
			room(tx, i)
			captures[e.Color]++
			heads[x]++
			heads[x+1]++
			progress = true
		}
	}
	for x := range 8 {
		if ready(x) != nil {
			fail("stuck in file %d", x)
		}
		letters := ""
		for _, p := range col[x] {
			letters += string(p.letter)
		}
		i := 0
		for i < len(letters) && letters[i] == 'p' && len(letters)-i > len(o.goal[x]) && letters[i:i+len(o.goal[x])] != o.goal[x] || i < len(letters) && countOf(letters, 'p')-countOf(o.goal[x], 'p') > i {
			i++
		}
		if len(letters) < i+len(o.goal[x]) || letters[i:i+len(o.goal[x])] != o.goal[x] {
			fail("file %d ends with %q, want %q in it", x, letters, o.goal[x])
		}
		for k, y := range o.rows[x] {
			p := col[x][i+k]
			if p.letter == 'P' && int(p.row) > y || p.letter == 'p' && int(p.row) < y {
				fail("file %d: pawn %d on row %d cannot reach %d", x, k, p.row, y)
			}
		}
		for color := range 2 {
			captures[color] += c.ByCapture[color][x]
		}
	}
	if captures != c.Captures {
		fail("captures %v", captures)
	}
	for color := range 2 {
		if int(captures[color]) > o.left[color] {
			fail("captures %v, only %v available", captures, o.left)
		}
	}
	for color := range 2 {
		for q := range 2 {
			have, want := o.start.have[color][oL+q], o.want[color][oL+q]
			if excess := max(have-want, 0, o.reqs[color][q]+have-want); bishops[color][q] > excess {
				fail("%d bishops of color %d taken on squares %d, %d in excess", bishops[color][q], color, q, excess)
			}
		}
	}
}

func countOf(s string, b byte) (n int) {
	for i := range len(s) {
		if s[i] == b {
			n++
		}
	}
	return n
}

func TestClassesReplay(t *testing.T) {
	var s Solver
	n := 0
	check := func(setup chess.Setup) {
		if r, _ := s.Exists(&setup, 0); r == Has {
			replayClass(t, &setup, s.Class())
			n++
		}
	}
	corpus(3, testkit.Size(300, 2000), 8, check)
	r := newRand(4)
	many := testkit.Size(150, 1000)
	for range many {
		check(heavy(r, 3+r.IntN(4), 6))
	}
	if n < many {
		t.Errorf("only %d classes", n)
	}
}

// TestRandomClasses: with random numbers the result is the same, and what is found is a
// class, often another one.
func TestRandomClasses(t *testing.T) {
	testkit.Medium(t)
	s := Solver{Random: newRand(5)}
	var plain Solver
	n, others := 0, 0
	check := func(setup chess.Setup) {
		want, _ := plain.Exists(&setup, 0)
		for range 3 {
			got, _ := s.Exists(&setup, 0)
			if got != want && want != GaveUp && got != GaveUp {
				t.Errorf("%v: %v at random, else %v", setup, got, want)
			}
			if got == Has {
				replayClass(t, &setup, s.Class())
				n++
				if want == Has && !reflect.DeepEqual(s.Class(), plain.Class()) {
					others++
				}
			}
		}
	}
	corpus(6, testkit.Size(40, 250), 8, check)
	rightsCorpus(7, testkit.Size(40, 250), 8, check)
	if others < n/10 {
		t.Errorf("only %d of %d are another class", others, n)
	}
}
