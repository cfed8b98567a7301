package planner

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/proofkernel/search"
)

// fewMenClasses are classes of goals with few men.
var fewMenClasses = []string{"men02", "men03", "men04", "men05", "men09", "men13", "men17", "castling"}

// replayKernel replays the steps of a kernel on a board of pawns by the rules of chess. It returns the pawns at the end, the number of
// officers of each kind, and the promoted men by color and file.
func replayKernel(t *testing.T, kernel *search.Kernel) (pawns chess.Board, officers [2][base.Kinds]int, promoted [2][8]int) {
	t.Helper()
	start := chess.InitialSetup()
	for c := chess.White; c <= chess.Black; c++ {
		for kind := range base.Kinds {
			officers[c][kind] = kind.Of(&start.Board, c).Count()
		}
		for sq := range start.Board.Pieces(c, chess.Pawn).All() {
			pawns.Put(sq, chess.NewPiece(c, chess.Pawn))
		}
	}
	captures := 0
	for i, step := range kernel.Extended {
		pawn := chess.NewPiece(step.Color, chess.Pawn)
		if !step.Capture {
			if step.Role != chess.Pawn {
				continue // an officer goes to where it is captured
			}
			if pawns.At(step.From) != pawn || step.From.File() != step.To.File() || (step.To.Row()-step.From.Row())*step.Color.Forward() <= 0 {
				t.Fatalf("step %d, %+v, is no push", i, step)
			}
			pawns.Put(step.From, chess.NoPiece)
			for sq := step.From; sq != step.To; {
				if sq = sq.Ahead(step.Color); pawns.At(sq) != chess.NoPiece {
					t.Fatalf("step %d, %+v: a pawn on %v is in the way", i, step, sq)
				}
			}
			if step.To.Row() == step.Color.LastRow() {
				promoted[step.Color][step.To.File()]++
				continue
			}
			pawns.Put(step.To, pawn)
			continue
		}
		move := kernel.Moves[captures]
		captures++
		them := step.Color.Other()
		if move.Color != step.Color || move.Pawn != (step.Role == chess.Pawn) {
			t.Fatalf("step %d, %+v, is not move %+v", i, step, move)
		}
		if move.Victim == search.Pawn {
			if pawns.At(step.To) != chess.NewPiece(them, chess.Pawn) {
				t.Fatalf("step %d, %+v: there is no pawn to capture", i, step)
			}
			pawns.Put(step.To, chess.NoPiece)
		} else if move.Victim == search.Promoted {
			if promoted[them][move.VictimFile]--; promoted[them][move.VictimFile] < 0 {
				t.Fatalf("step %d, %+v: no pawn has promoted on the file", i, step)
			}
		} else {
			kind := map[search.Man]base.Kind{search.Queen: base.Queen, search.Rook: base.Rook, search.Knight: base.Knight,
				search.DarkBishop: base.DarkBishop, search.LightBishop: base.LightBishop}[move.Victim]
			officers[them][kind]--
			if !kind.Squares().Has(step.To) && move.Pawn {
				t.Fatalf("step %d, %+v: an officer of kind %d cannot be captured on a square of this color", i, step, kind)
			}
		}
		if !move.Pawn {
			continue
		}
		if base.Abs(step.From.File()-step.To.File()) != 1 || (step.To.Row()-step.From.Row())*step.Color.Forward() != 1 ||
			pawns.At(step.From) != pawn || pawns.At(step.To) != chess.NoPiece {
			t.Fatalf("step %d, %+v, is no capture by a pawn", i, step)
		}
		pawns.Put(step.From, chess.NoPiece)
		if (step.Promotion != chess.NoRole) != (step.To.Row() == step.Color.LastRow()) ||
			(move.Promotion != search.NoMan) != (step.Promotion != chess.NoRole) {
			t.Fatalf("step %d, %+v, move %+v: promotion", i, step, move)
		}
		if step.Promotion != chess.NoRole {
			promoted[step.Color][step.To.File()]++
			continue
		}
		pawns.Put(step.To, pawn)
	}
	if captures != len(kernel.Moves) {
		t.Fatalf("%d captures of %d", captures, len(kernel.Moves))
	}
	return pawns, officers, promoted
}

// TestGuessedKernels replays guessed kernels. Their pawns have to match the goal without captures, and those left over promote to what
// the goal has more.
func TestGuessedKernels(t *testing.T) {
	var g guesser
	start := chess.InitialSetup()
	guessed, goals := 0, 0
	for _, goal := range plantest.Goals(t, fewMenClasses...) {
		setup := goal.Position.Setup()
		for k := range uint64(4) {
			goals++
			kernel, ok := g.guess(&start, &setup, k)
			if !ok {
				continue
			}
			guessed++
			if len(kernel.Moves) != start.Board.Men()-setup.Board.Men() {
				t.Errorf("%v: %d captures, want %d", goal.Position, len(kernel.Moves), start.Board.Men()-setup.Board.Men())
			}
			checkKernel(t, &kernel, &setup)
		}
	}
	if guessed < goals*9/10 {
		t.Errorf("%d guesses of %d succeed, want nine tenths", guessed, goals)
	}
}

// checkKernel checks that a kernel leads to a goal.
func checkKernel(t *testing.T, k *search.Kernel, goal *chess.Setup) {
	t.Helper()
	pawns, officers, early := replayKernel(t, k)
	promoted := [2]int{all(early[0]), all(early[1])}
	for file := range 8 {
		var list []base.Pawn
		for bb := pawns.Occupied() & chess.FileBB(file); bb != 0; bb &= bb - 1 {
			list = append(list, base.Pawn{Sq: bb.First(), Color: pawns.At(bb.First()).Color()})
		}
		var ends [6]chess.Square
		if !base.Ends(file, list, &goal.Board, &ends) {
			t.Fatalf("%v: pawns of file %d do not fit", goal, file)
		}
		for i, p := range list {
			if ends[i].Row() == p.Color.LastRow() {
				promoted[p.Color]++
			}
		}
	}
	for c := chess.White; c <= chess.Black; c++ {
		lacking := 0
		for kind := range base.Kinds {
			d := kind.Of(&goal.Board, c).Count() - officers[c][kind]
			if d < 0 {
				t.Errorf("%v: %v keeps %d men of kind %d too many", goal, c, -d, kind)
			}
			lacking += d
		}
		if lacking != promoted[c] {
			t.Errorf("%v: %v lacks %d officers and promotes %d pawns", goal, c, lacking, promoted[c])
		}
	}
}

// all adds up the men of all files.
func all(files [8]int) (n int) {
	for _, m := range files {
		n += m
	}
	return n
}

// TestGuessDependsOnTheNumber checks that the same number gives the same kernel whatever was guessed before, and some other another
// one.
func TestGuessDependsOnTheNumber(t *testing.T) {
	var used guesser
	start := chess.InitialSetup()
	for _, goal := range plantest.Goals(t, "men05") {
		s := goal.Position.Setup()
		same := true
		first, ok := new(guesser).guess(&start, &s, 0)
		for k := range uint64(5) {
			one, _ := new(guesser).guess(&start, &s, k)
			two, _ := used.guess(&start, &s, k)
			if !equal(&one, &two) {
				t.Errorf("%v: guess %d depends on what was guessed before", goal.Position, k)
			}
			same = same && equal(&one, &first)
		}
		if ok && same {
			t.Errorf("%v: the number makes no difference", goal.Position)
		}
	}
}

func equal(a, b *search.Kernel) bool {
	return slices.Equal(a.Extended, b.Extended) && slices.Equal(a.Moves, b.Moves)
}

// TestNoGuess checks goals to which no kernel leads, and neighbors of them to which one does.
func TestNoGuess(t *testing.T) {
	var g guesser
	start := chess.InitialSetup()
	for fen, want := range map[string]bool{
		"QQQQQQQQ/QQ6/8/8/8/8/8/k1K5 b - -":             false, // ten queens
		"QQQQQQQQ/Q7/8/8/8/8/8/k1K5 b - -":              true,
		"4k3/pppppppp/8/8/8/8/PPPPPPPP/QQ2K3 w - -":     false, // a queen more, and no pawn left over
		"4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - -":            true,
		"4k3/8/8/8/8/P7/P7/4K3 w - -":                   true,
		"rnbqkbnr/1ppppppp/8/8/8/P7/P7/RNBQKBNR w KQ -": true,
	} {
		s := testkit.Setup(t, fen)
		got := false
		for k := range uint64(5) {
			kernel, ok := g.guess(&start, &s, k)
			if got = got || ok; ok {
				replayKernel(t, &kernel)
			}
		}
		testkit.Equal(t, got, want, fen, "guessed")
	}
}

// TestHardGuesses checks guesses for hard goals: with a bishop that is captured at home, promoted men that pawns capture, and pawns
// that capture on the way to their capture.
func TestHardGuesses(t *testing.T) {
	var g guesser
	start := chess.InitialSetup()
	for _, row := range []struct {
		why, fen string
		want     func(k *search.Kernel) bool
	}{
		{"the bishop of c1 is captured there", "4k3/8/8/8/8/4B3/1P1P4/4K3 w - -", func(k *search.Kernel) bool {
			return slices.ContainsFunc(k.Extended, func(st search.Step) bool { return st.Capture && st.To == chess.C1 })
		}},
		{"thirteen captures by pawns, of promoted men too", "8/1p6/6PP/5B1P/3k2PP/2N5/2B4P/4K2R b K -", func(k *search.Kernel) bool {
			return slices.ContainsFunc(k.Moves, func(m search.Move) bool { return m.Victim == search.Promoted })
		}},
		{"pawns that pawns capture come by captures, and one promotes on a file with pawns of its color",
			"8/4p1p1/8/2PP4/K1kPN3/B3R3/PPPP4/8 b - -", hasWanderingVictim},
		{"the same with the colors exchanged", "8/pppp4/b3r3/k1Kpn3/2pp4/8/4P1P1/8 w - -", hasWanderingVictim},
	} {
		s := testkit.Setup(t, row.fen)
		guessed := 0
		for k := range uint64(8) {
			kernel, ok := g.guess(&start, &s, k)
			if !ok {
				continue
			}
			guessed++
			replayKernel(t, &kernel)
			if !row.want(&kernel) {
				t.Errorf("%s: %v", row.why, kernel)
			}
		}
		if guessed == 0 {
			t.Errorf("%s: no guess for %s", row.why, row.fen)
		}
	}
}

// hasWanderingVictim reports whether a pawn captures an officer on a file on which a pawn then captures a pawn of its color.
func hasWanderingVictim(k *search.Kernel) bool {
	return slices.ContainsFunc(k.Moves, func(m search.Move) bool {
		return m.Pawn && m.Victim != search.Pawn && slices.ContainsFunc(k.Moves, func(n search.Move) bool {
			return n.Pawn && n.Victim == search.Pawn && n.Color != m.Color && n.ToFile == m.ToFile
		})
	})
}

// TestChooseVictim checks that victims are chosen in proportion to the excess, and bishops on squares of their color.
func TestChooseVictim(t *testing.T) {
	var g guesser
	g.rng.Key(1, 1, 1)
	g.excess[chess.White] = [base.Kinds]int{base.DarkBishop: 1, base.Rook: 2}
	count := map[base.Kind]int{}
	for range 1000 {
		count[g.chooseVictim(chess.White, chess.A1)]++
		if kind := g.chooseVictim(chess.White, chess.A2); kind != base.Rook {
			t.Fatalf("kind %d on a light square, want a rook", kind)
		}
	}
	if len(count) != 2 || count[base.Rook] < 550 || count[base.Rook] > 780 {
		t.Errorf("victims of 1000 on a dark square: %v, want rooks in two thirds, and dark bishops", count)
	}
}
