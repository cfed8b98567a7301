package search

import (
	"context"
	"errors"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
)

// TestExtendAcceptsLists checks that every kernel of the lists is accepted, with the extended kernel that is listed.
func TestExtendAcceptsLists(t *testing.T) {
	lister := &Searcher{Options: Options{Physical: true}}
	var s Searcher
	n := 0
	for _, l := range devdata.Listings(t) {
		start, goal := l.Start, l.Goal
		start.EP = chess.NoSquare // Extend knows no en passant at the start
		for k, err := range lister.All(context.Background(), start, goal) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n%20 > 0 && testing.Short() {
				continue
			}
			got, err := s.Extend(start, goal, k.Moves[k.Forced:])
			if err != nil || got.String() != k.String() || got.ExtendedString() != k.ExtendedString() || got.Forced != k.Forced {
				t.Fatalf("%s to %s: %v | %s became %v | %s, %v", l.Start, l.Goal, k, k.ExtendedString(), got, got.ExtendedString(), err)
			}
		}
	}
}

// TestExtendAcceptsKernelsAlone checks that kernels with one capture changed, left out or repeated are accepted only if they are
// listed, or have rows only with Options.StepAside.
func TestExtendAcceptsKernelsAlone(t *testing.T) {
	testkit.Medium(t)
	src := testkit.Rand("extend")
	lister := &Searcher{Options: Options{Physical: true, StepAside: true}}
	var s Searcher
	var accepted, moves int
	corpus(src, 400, func(start, goal chess.Setup) {
		start.EP = chess.NoSquare
		listed := map[string]bool{}
		var kernels []Kernel
		for k, err := range lister.All(context.Background(), start, goal) {
			if err != nil {
				t.Fatal(err)
			}
			listed[k.String()] = true
			kernels = append(kernels, k)
		}
		for range min(20, 4*len(kernels)) {
			k := kernels[src.IntN(len(kernels))]
			list := append([]Move(nil), k.Moves[k.Forced:]...)
			if len(list) == 0 {
				continue
			}
			m := &list[src.IntN(len(list))]
			switch src.IntN(10) {
			case 0:
				m.Color = m.Color.Other()
			case 1:
				m.Index += int8(src.IntN(5)) - 2
			case 2:
				m.ToIndex += int8(src.IntN(5)) - 2
			case 3:
				m.Victim = Man(src.IntN(9))
			case 4:
				m.ToFile += int8(src.IntN(5)) - 2
			case 5:
				m.File += int8(src.IntN(5)) - 2
			case 6:
				m.Promotion = Man(src.IntN(7))
			case 7:
				m.Pawn = !m.Pawn
			case 8:
				list = list[1:]
			case 9:
				list = append(list, *m)
			}
			got, err := s.Extend(start, goal, list)
			switch {
			case err == nil && !listed[got.String()]:
				t.Errorf("%v to %v: %v is accepted and not listed", start, goal, Kernel{Moves: list})
			case err == nil:
				accepted++
				checkExtended(t, start, goal, got)
			case errors.Is(err, errMoves):
				moves++
			case !errors.Is(err, errRows):
				t.Errorf("%v to %v: %v: %v", start, goal, Kernel{Moves: list}, err)
			}
			want := Kernel{Moves: append(append([]Move(nil), k.Moves[:k.Forced]...), list...)}
			// A move with fields that its notation does not show is none.
			same, _ := ParseMoves(Kernel{Moves: list}.String())
			if err != nil && listed[want.String()] && slices.Equal(same, list) {
				t.Errorf("%v to %v: %v is listed, but: %v", start, goal, want, err)
			}
		}
	})
	if accepted < 20 || moves < 100 {
		t.Errorf("one-sided: %d accepted, %d no kernels", accepted, moves)
	}
}

// TestExtendErrors checks the errors for setups that have no state and for goals that counts refute.
func TestExtendErrors(t *testing.T) {
	start := chess.InitialSetup()
	bad := start
	bad.Board.Put(chess.A1, chess.NewPiece(chess.White, chess.Pawn))
	var s Searcher
	testkit.Fails(s.Extend(start, bad, nil))(t, errSetup, "pawn on row 1")
	testkit.Fails(s.Extend(testkit.Setup(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), start, nil))(t, errMoves, "more men in the goal")
	if k, err := s.Extend(start, start, nil); err != nil || len(k.Moves) > 0 {
		t.Errorf("nothing to do: %v, %v", k, err)
	}
}
