package proofkernel

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// A replayedPawn is a pawn of a column: its letter, P or p, and its row. Rows beyond the board are for promoted pawns.
type replayedPawn struct {
	letter byte
	row    int8
}

// A classReplay plays a class: it merges the lists of the files into one order, moves pawns on columns of letters, follows their
// rows, and counts captures and the bishops that the class says were taken. It reads only the setup and the class, nothing of the
// solver.
type classReplay struct {
	t        *testing.T
	setup    *chess.Setup
	class    *Class
	columns  [8][]replayedPawn
	heads    [8]int    // next event of each file
	captures [2]int8   // by color
	bishops  [2][2]int // bishops taken by pawns, by their color and that of their squares: 0 light, 1 dark
}

// replayClass checks that a class leads from the initial position to a setup.
func replayClass(t *testing.T, setup *chess.Setup, c *Class) {
	t.Helper()
	r := classReplay{t: t, setup: setup, class: c}
	for file := range r.columns {
		r.columns[file] = []replayedPawn{{'P', 1}, {'p', 6}}
	}
	for played := true; played; { // until no file has a next event that is ready
		played = false
		for file := range 8 {
			played = r.playNext(file) || played
		}
	}
	o := newOracle(setup)
	for file := range 8 {
		r.checkEnd(o, file)
		for color := range 2 {
			r.captures[color] += c.ByCapture[color][file]
		}
	}
	r.checkCounts(o)
}

// fail ends the test with a message about the class.
func (r *classReplay) fail(format string, args ...any) {
	r.t.Helper()
	r.t.Fatalf("%v: class %+v: "+format, append([]any{r.setup, r.class}, args...)...)
}

// next returns the next event of a file, or nil.
func (r *classReplay) next(file int) *Event {
	if r.heads[file] < len(r.class.Files[file]) {
		return &r.class.Files[file][r.heads[file]]
	}
	return nil
}

// advance moves pawn i of the file to a row, forward, and others as far as they must go to keep the column in order.
func (r *classReplay) advance(file, i int, row int8) {
	p := &r.columns[file][i]
	if p.letter == 'P' && row < p.row || p.letter == 'p' && row > p.row {
		r.fail("file %d, pawn %d goes back from %d to %d", file, i, p.row, row)
	}
	p.row = row
	r.makeRoom(file, i)
}

// makeRoom makes the rows of the file strictly ascending, with pawn i in its place.
func (r *classReplay) makeRoom(file, i int) {
	col := r.columns[file]
	for j := i + 1; j < len(col); j++ {
		if col[j].row <= col[j-1].row {
			if col[j].letter != 'P' {
				r.fail("file %d, no room for pawn %d above %d", file, j, i)
			}
			col[j].row = col[j-1].row + 1
		}
	}
	for j := i - 1; j >= 0; j-- {
		if col[j].row >= col[j+1].row {
			if col[j].letter != 'p' {
				r.fail("file %d, no room for pawn %d below %d", file, j, i)
			}
			col[j].row = col[j+1].row - 1
		}
	}
}

// remove takes pawn i of the file off.
func (r *classReplay) remove(file, i int) { r.columns[file] = slices.Delete(r.columns[file], i, i+1) }

// playNext plays the next event of the file if it is ready, and reports whether it was. A crossing is played from the file on its
// left.
func (r *classReplay) playNext(file int) bool {
	e := r.next(file)
	if e == nil || e.Kind != Fall && e.Left {
		return false
	}
	if e.Kind == Fall {
		i := int(e.Index)
		if r.columns[file][i].letter != "Pp"[e.Color] {
			r.fail("file %d: %+v has no pawn", file, e)
		}
		r.advance(file, i, e.Row)
		if e.Row < 1 || e.Row > 6 {
			r.fail("file %d: %+v off the board", file, e)
		}
		r.remove(file, i)
		r.captures[1-e.Color]++
		r.heads[file]++
		return true
	}
	f := r.next(file + 1)
	if f == nil || f.Kind == Fall || !f.Left {
		return false
	}
	if e.Color != f.Color || (e.Kind == Leave) == (f.Kind == Leave) {
		r.fail("files %d and %d disagree: %+v %+v", file, file+1, e, f)
	}
	if e.Kind == Leave {
		r.playCrossing(e, f, file, file+1)
	} else {
		r.playCrossing(f, e, file+1, file)
	}
	r.heads[file]++
	r.heads[file+1]++
	return true
}

// playCrossing plays a capture by a pawn from one file to another, a departure and an arrival.
func (r *classReplay) playCrossing(from, to *Event, fromFile, toFile int) {
	letter := "Pp"[from.Color]
	if r.columns[fromFile][from.Index].letter != letter || to.Row != from.Row+int8(1-2*int(from.Color)) {
		r.fail("crossing %+v %+v", from, to)
	}
	r.advance(fromFile, int(from.Index), from.Row)
	r.remove(fromFile, int(from.Index))
	r.captures[from.Color]++
	i := int(to.Index)
	if to.Kind == TakePawn {
		if r.columns[toFile][i].letter == letter {
			r.fail("%+v takes its own", to)
		}
		r.advance(toFile, i, to.Row)
		r.columns[toFile][i].letter = letter
		return
	}
	r.columns[toFile] = slices.Insert(r.columns[toFile], i, replayedPawn{letter, to.Row})
	if to.Bishop > 0 {
		r.bishops[1-from.Color][to.Bishop-1]++
		if dark := (toFile+int(to.Row))%2 == 0; dark != (to.Bishop == 2) {
			r.fail("%+v takes a bishop on the wrong color", to)
		}
	}
	r.makeRoom(toFile, i)
}

// checkEnd checks that the file ends with the pawns of the goal between pawns that promote, on rows that reach the goal.
func (r *classReplay) checkEnd(o *oracle, file int) {
	if r.next(file) != nil {
		r.fail("stuck in file %d", file)
	}
	letters := ""
	for _, p := range r.columns[file] {
		letters += string(p.letter)
	}
	goal := o.goal[file]
	below := strings.Count(letters, "p") - strings.Count(goal, "p") // black pawns that promote
	if below < 0 || len(letters) < below+len(goal) || letters[below:below+len(goal)] != goal {
		r.fail("file %d ends with %q, want %q in it", file, letters, goal)
	}
	for k, row := range o.rows[file] {
		p := r.columns[file][below+k]
		if p.letter == 'P' && int(p.row) > row || p.letter == 'p' && int(p.row) < row {
			r.fail("file %d: pawn %d on row %d cannot reach %d", file, k, p.row, row)
		}
	}
}

// checkCounts checks the numbers of captures and of bishops that pawns took.
func (r *classReplay) checkCounts(o *oracle) {
	if r.captures != r.class.Captures {
		r.fail("captures %v", r.captures)
	}
	for color := range 2 {
		if int(r.captures[color]) > o.left[color] {
			r.fail("captures %v, only %v available", r.captures, o.left)
		}
		for q := range 2 { // oL is light squares, oL+1 dark ones
			// The class may name only those bishops as victims that are taken in any case: those at the start and those that
			// must be promoted, less those of the goal.
			excess := max(0, o.start.have[color][oL+q]+o.requiredCount[color][q]-o.goalMen[color][oL+q])
			if r.bishops[color][q] > excess {
				r.fail("%d bishops of color %d taken on squares %d, %d in excess", r.bishops[color][q], color, q, excess)
			}
		}
	}
}

// TestClassesReplay checks that the classes of many setups can be replayed from the initial position to the setup.
func TestClassesReplay(t *testing.T) {
	var s Solver
	n := 0
	check := func(setup chess.Setup) {
		if result, _ := s.Exists(&setup, 0); result == Has {
			replayClass(t, &setup, s.Class())
			n++
		}
	}
	corpus(3, testkit.Size(300, 2000), 8, check)
	src := newRand(4)
	many := testkit.Size(150, 1000)
	for range many {
		check(randomSetup(src, 3+src.IntN(4), 6))
	}
	if n < many {
		t.Errorf("only %d classes", n)
	}
}

// TestRandomClasses checks that random numbers do not change the result, and that the solver finds classes, often other ones.
func TestRandomClasses(t *testing.T) {
	testkit.Medium(t)
	s := Solver{Random: newRand(5)}
	var plain Solver
	n, different := 0, 0
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
					different++
				}
			}
		}
	}
	corpus(6, testkit.Size(40, 250), 8, check)
	rightsCorpus(7, testkit.Size(40, 250), 8, check)
	if n == 0 || different < n/10 {
		t.Errorf("only %d of %d are another class", different, n)
	}
}
