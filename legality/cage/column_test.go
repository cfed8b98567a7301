package cage

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// A column is the pawns of one file from below: 'P', 'p' and ' ' on rows 1 to 6. The oracles of this file use nothing else: no
// bitboards, no orders.
type column [6]byte

// reachableColumns adds to seen all columns that steps and promotions make of one, itself included, and returns seen.
func (c column) reachableColumns(seen map[column]bool) map[column]bool {
	if seen[c] {
		return seen
	}
	seen[c] = true
	for i, p := range c {
		d := map[byte]int{'P': 1, 'p': -1}[p]
		if d == 0 {
			continue
		}
		next := c
		next[i] = ' '
		if j := i + d; j >= 0 && j < 6 {
			if c[j] != ' ' {
				continue
			}
			next[j] = p
		}
		next.reachableColumns(seen)
	}
	return seen
}

// allColumns returns all columns with at most so many pawns.
func allColumns(most int) (list []column) {
	var fill func(z column, i, left int)
	fill = func(z column, i, left int) {
		if i == 6 {
			list = append(list, z)
			return
		}
		for _, p := range []byte(" Pp") {
			if z[i] = p; p == ' ' {
				fill(z, i+1, left)
			} else if left > 0 {
				fill(z, i+1, left-1)
			}
		}
	}
	fill(column{}, 0, most)
	return list
}

// bitboards returns the pawns of the column on a file, by color.
func (c column) bitboards(file int) (pawns [2]chess.Bitboard) {
	for i, p := range c {
		sq := chess.NewSquare(file, i+1)
		switch p {
		case 'P':
			pawns[chess.White] |= sq.BB()
		case 'p':
			pawns[chess.Black] |= sq.BB()
		}
	}
	return pawns
}

// TestCompleteIsWhatStepsMake compares completesBySteps with all that steps and promotions make of a column, for all pairs of
// columns with at most three pawns: 54 000 pairs.
func TestCompleteIsWhatStepsMake(t *testing.T) {
	list := allColumns(3)
	yes := 0
	for i, from := range list {
		reached := from.reachableColumns(map[column]bool{})
		for _, to := range list {
			file := (i + 3) % 8
			search := projection{fileRange: fileRange{files: chess.FileBB(file), lo: file, hi: file}, goal: to.bitboards(file)}
			st := configuration{pawns: from.bitboards(file)}
			if got := search.completesBySteps(&st, search.files); got != reached[to] {
				t.Fatalf("from %q to %q: complete %v, want %v", from, to, got, reached[to])
			}
			if reached[to] {
				yes++
			}
		}
	}
	if yes < 300 {
		t.Errorf("%d pairs only are complete", yes)
	}
}

// TestIncompleteCountsPairs checks leastCaptures: each capture that is set aside is for a file that steps do not complete and the
// one beside it, counted from the left.
func TestIncompleteCountsPairs(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	list := allColumns(2)
	for range testkit.Size(2000, 20_000) {
		lo := rnd.IntN(5)
		hi := lo + rnd.IntN(4)
		search := projection{fileRange: fileRange{lo: lo, hi: hi}}
		var st configuration
		open := make([]bool, 9)
		for f := lo; f <= hi; f++ {
			from := list[rnd.IntN(len(list))]
			to := from
			if rnd.IntN(2) == 0 {
				to = list[rnd.IntN(len(list))]
			}
			open[f] = !from.reachableColumns(map[column]bool{})[to]
			search.files |= chess.FileBB(f)
			for c := range 2 {
				st.pawns[c] |= from.bitboards(f)[c]
				search.goal[c] |= to.bitboards(f)[c]
			}
		}
		want := 0
		for f := lo; f <= hi; f++ {
			if open[f] {
				open[f], open[f+1] = false, false
				want++
			}
		}
		if got := search.leastCaptures(&st); got != want {
			t.Fatalf("files %d to %d: %d captures at least, want %d", lo, hi, got, want)
		}
	}
}

// A singleState is a state of the oracle of searches: pawns of a model, captures taken back, and the square of the man.
type singleState struct {
	pawns [4]uint8
	used  [2]uint8
	man   uint8
}

// manComesTo reports whether the man comes to a square of want while no pawn of the model is on clear. It goes through all single
// states: pawns where they can have been, and the man on one square, by steps of the man and by moves of pawns taken back. The
// search of the package keeps sets of squares by configuration instead.
func manComesTo(m *model, role chess.Role, start, want chess.Bitboard, clear chess.Square) bool {
	seen := map[singleState]bool{}
	var list []singleState
	enter := func(st singleState) {
		if !seen[st] {
			seen[st] = true
			list = append(list, st)
		}
	}
	for sq := range start.All() {
		st := singleState{man: uint8(sq)}
		copy(st.pawns[:], m.first.squares[:m.n])
		enter(st)
	}
	for len(list) > 0 {
		st := list[len(list)-1]
		list = list[:len(list)-1]
		hasPawn := map[uint8]bool{}
		for _, sq := range st.pawns[:m.n] {
			hasPawn[sq] = true
		}
		if want.Has(chess.Square(st.man)) && !hasPawn[uint8(clear)] {
			return true
		}
		for to := range chess.Steps(role, chess.Square(st.man).BB()).All() {
			if next := st; !hasPawn[uint8(to)] {
				next.man = uint8(to)
				enter(next)
			}
		}
		for p := range m.n {
			file, row := int(st.pawns[p]%8), int(st.pawns[p]/8)
			home, back := 1, -1
			if m.colors[p] == chess.Black {
				home, back = 6, 1
			}
			if row == home {
				continue
			}
			for d := -1; d <= 1; d++ {
				f, r := file+d, row+back
				if f < 0 || f > 7 {
					continue
				}
				to := uint8(8*r + f)
				next := st
				next.pawns[p] = to
				next.used[m.colors[p]] += uint8(d * d)
				if !hasPawn[to] && st.man != to && next.used[m.colors[p]] <= m.capturesLeft[m.colors[p]] {
					enter(next)
				}
			}
		}
	}
	return false
}

// TestSearchAgreesWithSingleStates compares the retraction search with the oracle on random models of up to four pawns near a
// corner, for all roles.
func TestSearchAgreesWithSingleStates(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	rnd := testkit.Rand(t.Name())
	var search retractionSearch
	closed, open := 0, 0
	for range testkit.Size(250, 5000) {
		m := cornerModel(rnd)
		role := chess.Role(rnd.IntN(5)) + chess.Knight
		walls := (&retractionSearch{model: m}).walls(&m.first)
		start := chess.NewSquare(rnd.IntN(3), rnd.IntN(2)).BB() &^ walls
		for n := 0; n < 50 && (start == 0 || chess.Flood(role, start, walls).Count() > 4); n++ { // mostly one that is shut in
			start = chess.NewSquare(rnd.IntN(8), rnd.IntN(2)).BB() &^ walls
		}
		if start == 0 {
			continue
		}
		search.model, search.goal, search.emptySquare = m, chess.NewSquare(rnd.IntN(8), rnd.IntN(8)).BB(), chess.NoSquare
		if rnd.IntN(2) == 0 {
			search.emptySquare = chess.Square(rnd.IntN(64))
		}
		want := !manComesTo(&m, role, start, search.goal, search.emptySquare)
		if got := search.excludes(role, start); got != want {
			t.Fatalf("%+v, %v from %v to %v, clear %v: excluded %v, want %v", m, role, start, search.goal, search.emptySquare, got, want)
		}
		if want {
			closed++
		} else {
			open++
		}
	}
	if closed < 20 || open < 20 {
		t.Errorf("%d questions are answered no, %d yes: too few", closed, open)
	}
}

// TestPawnsDoNotGoBackOntoTheMan has a rook on a3 between pawns. Only the pawn on a4 could go back, and not while the rook is
// there.
func TestPawnsDoNotGoBackOntoTheMan(t *testing.T) {
	search := retractionSearch{goal: chess.RowBB(4) | chess.RowBB(7), emptySquare: chess.NoSquare}
	for _, sq := range []chess.Square{chess.A2, chess.A4, chess.B2, chess.B3} {
		search.first.squares[search.n] = uint8(sq)
		search.n++
	}
	if !search.excludes(chess.Rook, chess.A3.BB()) {
		t.Error("the rook on a3 gets out")
	}
	if search.n--; search.excludes(chess.Rook, chess.A3.BB()) { // without the pawn on b3
		t.Error("the rook on a3 does not get out over b3")
	}
}

// cornerModel returns a model of two to four pawns that stand near a corner.
func cornerModel(rnd *rand.Rand) (m model) {
	m.capturesLeft = [2]uint8{uint8(rnd.IntN(2)), uint8(rnd.IntN(2))}
	var used chess.Bitboard
	side := 7 * rnd.IntN(2)
	for n := 3 + rnd.IntN(2); m.n < n; {
		sq := chess.NewSquare(rnd.IntN(4)^side, 1+rnd.IntN(3))
		if used.Has(sq) {
			continue
		}
		used |= sq.BB()
		m.colors[m.n], m.first.squares[m.n] = chess.Color(rnd.IntN(2)), uint8(sq)
		m.n++
	}
	return m
}
