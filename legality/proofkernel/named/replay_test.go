package named

import (
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel/search"
)

// A replay plays a kernel on columns of letters and counts of men, and its extended kernel on a board of pawns and officers. It
// shares only the types of moves with the packages that make them.
type replay struct {
	goal    *chess.Setup
	columns [8]string // P and p from row 1 upwards
	men     [2]map[search.Man]int
}

var pawnLetters = [2]string{"P", "p"}

// checkKernel returns an error if a kernel does not lead from the initial position to the goal, on columns and counts of men.
func checkKernel(goal *chess.Setup, k *search.Kernel) error {
	r := replay{goal: goal}
	for x := range r.columns {
		r.columns[x] = "Pp"
	}
	captures := [2]int{}
	for c := range r.men {
		r.men[c] = map[search.Man]int{search.Queen: 1, search.Rook: 2, search.Knight: 2, search.LightBishop: 1, search.DarkBishop: 1}
	}
	for i, m := range k.Moves {
		if err := r.play(m); err != nil {
			return fmt.Errorf("capture %d, %v: %w", i+1, m, err)
		}
		captures[m.Color]++
	}
	for c := range chess.Color(2) {
		if want := 16 - goal.Board.Colored(c.Other()).Count(); captures[c] != want {
			return fmt.Errorf("%v makes %d captures, want %d", c, captures[c], want)
		}
	}
	return r.end()
}

// play makes a capture.
func (r *replay) play(m search.Move) error {
	own, them := pawnLetters[m.Color], pawnLetters[m.Color.Other()]
	switch {
	case m.Victim == search.Pawn:
	case m.Victim == search.Promoted:
		before := r.columns[m.VictimFile]
		after := strings.TrimPrefix(before, them) // without the foremost pawn
		if them == "P" {
			after = strings.TrimSuffix(before, them)
		}
		if after == before {
			return fmt.Errorf("no pawn can promote in %q", before)
		}
		r.columns[m.VictimFile] = after
	case r.men[m.Color.Other()][m.Victim] == 0:
		return fmt.Errorf("no such man is left")
	default:
		r.men[m.Color.Other()][m.Victim]--
	}
	if m.Pawn {
		from, i := r.columns[m.File], int(m.Index)
		if i >= len(from) || from[i:i+1] != own {
			return fmt.Errorf("no pawn there in %q", from)
		}
		if d := m.File - m.ToFile; d*d != 1 {
			return fmt.Errorf("not to the next file")
		}
		if m.Promotion != search.NoMan {
			if own == "P" && i != len(from)-1 || own == "p" && i != 0 {
				return fmt.Errorf("it is not the foremost of %q", from)
			}
			dark := chess.NewSquare(int(m.ToFile), 7*(1-int(m.Color))).Dark()
			for _, man := range []search.Man{m.Victim, m.Promotion} {
				if man == search.LightBishop && dark || man == search.DarkBishop && !dark {
					return fmt.Errorf("a bishop on the wrong color")
				}
			}
			r.men[m.Color][m.Promotion]++
		}
		r.columns[m.File] = from[:i] + from[i+1:]
	}
	if m.Promotion != search.NoMan || !m.Pawn && m.Victim != search.Pawn { // no column changes further
		return nil
	}
	to, j := r.columns[m.ToFile], int(m.ToIndex)
	if j > len(to) || m.Victim == search.Pawn && (j == len(to) || to[j:j+1] != them) {
		return fmt.Errorf("no such place in %q", to)
	}
	after := to[j:]
	if m.Victim == search.Pawn {
		after = after[1:]
	}
	if m.Pawn {
		after = own + after
	}
	r.columns[m.ToFile] = to[:j] + after
	return nil
}

// end returns an error if steps and promotions do not lead from the columns and counts to the goal.
func (r *replay) end() error {
	var steps [2][2]int // promotions by a step, by color, on dark squares (0) and light ones (1)
	for x := range 8 {
		want := ""
		for sq := range (r.goal.Board.Of(chess.Pawn) & chess.FileBB(x)).All() {
			want += pawnLetters[r.goal.Board.At(sq).Color()]
		}
		low := strings.Count(r.columns[x], "p") - strings.Count(want, "p")
		high := strings.Count(r.columns[x], "P") - strings.Count(want, "P")
		if low < 0 || high < 0 || r.columns[x] != strings.Repeat("p", low)+want+strings.Repeat("P", high) {
			return fmt.Errorf("file %c ends with %q, want %q", 'a'+x, r.columns[x], want)
		}
		steps[0][(x+7)%2] += high
		steps[1][x%2] += low
	}
	for c := range chess.Color(2) {
		lack, all := 0, steps[c][0]+steps[c][1] // missing men of all kinds, promotions by a step
		for man, role := range map[search.Man]chess.Role{
			search.Queen: chess.Queen, search.Rook: chess.Rook, search.Knight: chess.Knight,
			search.LightBishop: chess.Bishop, search.DarkBishop: chess.Bishop,
		} {
			set := r.goal.Board.Pieces(c, role)
			switch man {
			case search.LightBishop:
				set &^= chess.DarkSquares
			case search.DarkBishop:
				set &= chess.DarkSquares
			}
			missing := set.Count() - r.men[c][man] // have to be promoted by a step
			lack += missing
			available := all
			if man == search.DarkBishop {
				available = steps[c][0]
			} else if man == search.LightBishop {
				available = steps[c][1]
			}
			if missing < 0 || missing > available {
				return fmt.Errorf("%v has %d of %v, the goal %d", c, r.men[c][man], man, set.Count())
			}
			if man == search.Rook && r.men[c][man] < r.goal.Castling.Of(c).Count() {
				return fmt.Errorf("a castling rook of %v is taken", c)
			}
		}
		if lack != all {
			return fmt.Errorf("%v promotes %d pawns, lacks %d men", c, all, lack)
		}
	}
	return nil
}

// checkExtended returns an error if the extended kernel cannot be played. Men may share squares, as the ways of officers are left
// open, and all officers but bishops are alike. Pawns may not.
func checkExtended(goal *chess.Setup, k *search.Kernel) error {
	pawns := map[chess.Square]chess.Color{}
	officers := [2]map[chess.Square]int{{}, {}}
	start := chess.InitialSetup()
	for sq := range start.Board.Occupied().All() {
		if p := start.Board.At(sq); p.Role() == chess.Pawn {
			pawns[sq] = p.Color()
		} else {
			officers[p.Color()][sq]++
		}
	}
	captures := k.Moves
	for _, st := range k.Extended {
		fail := func(why string) error { return fmt.Errorf("%v: %s", st, why) }
		up := 1 - 2*int(st.Color)
		// The man that moves is taken off its square.
		switch c, pawn := pawns[st.From]; {
		case st.Role == chess.NoRole:
		case st.Role != chess.Pawn:
			if officers[st.Color][st.From] == 0 {
				return fail("no officer there")
			}
			officers[st.Color][st.From]--
			if !st.Capture {
				officers[st.Color][st.To]++
			}
			if st.Role == chess.Bishop && st.From.Dark() != st.To.Dark() {
				return fail("a bishop changes color")
			}
		case !pawn || c != st.Color:
			return fail("no pawn there")
		case st.Capture && ((st.To.Row()-st.From.Row())*up != 1 || (st.To.File()-st.From.File())*(st.To.File()-st.From.File()) != 1):
			return fail("no capture")
		case !st.Capture && ((st.To.Row()-st.From.Row())*up < 1 || st.To.File() != st.From.File()):
			return fail("no step")
		default:
			for y := st.From.Row() + up; !st.Capture && y != st.To.Row()+up; y += up {
				if _, barred := pawns[chess.NewSquare(st.To.File(), y)]; barred {
					return fail("a pawn is in the way")
				}
			}
			delete(pawns, st.From)
		}
		// The victim of a capture is taken off.
		if st.Capture {
			if len(captures) == 0 {
				return fail("one capture too many")
			}
			m := captures[0]
			captures = captures[1:]
			c, pawn := pawns[st.To]
			switch {
			case m.Color != st.Color || m.Pawn != (st.Role == chess.Pawn) || (m.Victim == search.Pawn) != pawn:
				return fail("not " + m.String())
			case pawn && c == st.Color:
				return fail("takes its own pawn")
			case pawn:
				delete(pawns, st.To)
			case officers[st.Color.Other()][st.To] == 0:
				return fail("nothing to take")
			case m.Victim == search.LightBishop && st.To.Dark() || m.Victim == search.DarkBishop && !st.To.Dark():
				return fail("a bishop on the wrong color")
			default:
				officers[st.Color.Other()][st.To]--
			}
		}
		// A pawn comes to its new square, or is promoted there.
		if st.Role == chess.Pawn {
			if st.To.Row() == 7*(1-int(st.Color)) {
				officers[st.Color][st.To]++
			} else if _, full := pawns[st.To]; full {
				return fail("two pawns on a square")
			} else {
				pawns[st.To] = st.Color
			}
		}
	}
	if len(captures) > 0 {
		return fmt.Errorf("%d captures are missing", len(captures))
	}
	return checkRows(goal, pawns)
}

// checkRows returns an error if the pawns, in the order of their files, cannot go to those of the goal.
func checkRows(goal *chess.Setup, pawns map[chess.Square]chess.Color) error {
	for x := range 8 {
		var have, want []chess.Square
		low := 0
		for y := range 8 {
			sq := chess.NewSquare(x, y)
			if c, ok := pawns[sq]; ok {
				have = append(have, sq)
				low += int(c)
			}
			if p := goal.Board.At(sq); p.Role() == chess.Pawn {
				want = append(want, sq)
				low -= int(p.Color())
			}
		}
		for i, to := range want { // low black pawns promote below these
			from := have[low+i]
			if c := pawns[from]; c != goal.Board.At(to).Color() || (to.Row()-from.Row())*(1-2*int(c)) < 0 {
				return fmt.Errorf("the pawn on %v cannot go to %v", from, to)
			}
		}
	}
	return nil
}
