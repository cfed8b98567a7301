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
	for file := range r.columns {
		r.columns[file] = "Pp"
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
	for file := range 8 {
		want := ""
		for sq := range (r.goal.Board.Of(chess.Pawn) & chess.FileBB(file)).All() {
			want += pawnLetters[r.goal.Board.At(sq).Color()]
		}
		low := strings.Count(r.columns[file], "p") - strings.Count(want, "p")
		high := strings.Count(r.columns[file], "P") - strings.Count(want, "P")
		if low < 0 || high < 0 || r.columns[file] != strings.Repeat("p", low)+want+strings.Repeat("P", high) {
			return fmt.Errorf("file %c ends with %q, want %q", 'a'+file, r.columns[file], want)
		}
		steps[0][(file+7)%2] += high
		steps[1][file%2] += low
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

// An extendedReplay plays the steps of an extended kernel. Men may share squares, as the ways of officers are left open, and all
// officers but bishops are alike. Pawns may not.
type extendedReplay struct {
	pawns    map[chess.Square]chess.Color
	officers [2]map[chess.Square]int
	captures []search.Move // of the kernel, those still to be made
}

// checkExtended returns an error if the extended kernel cannot be played.
func checkExtended(goal *chess.Setup, k *search.Kernel) error {
	r := extendedReplay{map[chess.Square]chess.Color{}, [2]map[chess.Square]int{{}, {}}, k.Moves}
	start := chess.InitialSetup()
	for sq := range start.Board.Occupied().All() {
		if p := start.Board.At(sq); p.Role() == chess.Pawn {
			r.pawns[sq] = p.Color()
		} else {
			r.officers[p.Color()][sq]++
		}
	}
	for _, st := range k.Extended {
		for _, part := range []func(search.Step) string{r.depart, r.capture, r.arrive} {
			if why := part(st); why != "" {
				return fmt.Errorf("%v: %s", st, why)
			}
		}
	}
	if len(r.captures) > 0 {
		return fmt.Errorf("%d captures are missing", len(r.captures))
	}
	return checkRows(goal, r.pawns)
}

// depart takes the man that moves off its square. An officer that does not capture comes to its new square at once. This function and
// the next two return the reason why the step is impossible, or "".
func (r *extendedReplay) depart(st search.Step) string {
	up := 1 - 2*int(st.Color)
	rows, files := (st.To.Row()-st.From.Row())*up, st.To.File()-st.From.File()
	switch c, isPawn := r.pawns[st.From]; {
	case st.Role == chess.NoRole:
		return ""
	case st.Role != chess.Pawn:
		return r.moveOfficer(st)
	case !isPawn || c != st.Color:
		return "no pawn there"
	case st.Capture && (rows != 1 || files*files != 1):
		return "no capture"
	case !st.Capture && (rows < 1 || files != 0):
		return "no step"
	}
	for y := st.From.Row() + up; !st.Capture && y != st.To.Row()+up; y += up {
		if _, barred := r.pawns[chess.NewSquare(st.To.File(), y)]; barred {
			return "a pawn is in the way"
		}
	}
	delete(r.pawns, st.From)
	return ""
}

// moveOfficer is depart for officers.
func (r *extendedReplay) moveOfficer(st search.Step) string {
	if r.officers[st.Color][st.From] == 0 {
		return "no officer there"
	}
	r.officers[st.Color][st.From]--
	if !st.Capture {
		r.officers[st.Color][st.To]++
	}
	if st.Role == chess.Bishop && st.From.Dark() != st.To.Dark() {
		return "a bishop changes color"
	}
	return ""
}

// capture takes the victim off, if the step is a capture. It must be that of the next capture of the kernel.
func (r *extendedReplay) capture(st search.Step) string {
	if !st.Capture {
		return ""
	}
	if len(r.captures) == 0 {
		return "one capture too many"
	}
	m := r.captures[0]
	r.captures = r.captures[1:]
	c, isPawn := r.pawns[st.To]
	switch {
	case m.Color != st.Color || m.Pawn != (st.Role == chess.Pawn) || (m.Victim == search.Pawn) != isPawn:
		return "not " + m.String()
	case isPawn && c == st.Color:
		return "takes its own pawn"
	case isPawn:
		delete(r.pawns, st.To)
	case r.officers[st.Color.Other()][st.To] == 0:
		return "nothing to take"
	case m.Victim == search.LightBishop && st.To.Dark() || m.Victim == search.DarkBishop && !st.To.Dark():
		return "a bishop on the wrong color"
	default:
		r.officers[st.Color.Other()][st.To]--
	}
	return ""
}

// arrive brings a pawn to its new square, or promotes it there.
func (r *extendedReplay) arrive(st search.Step) string {
	if st.Role != chess.Pawn {
		return ""
	}
	if st.To.Row() == st.Color.LastRow() {
		r.officers[st.Color][st.To]++
		return ""
	}
	if _, full := r.pawns[st.To]; full {
		return "two pawns on a square"
	}
	r.pawns[st.To] = st.Color
	return ""
}

// checkRows returns an error if the pawns, in the order of their files, cannot go to those of the goal.
func checkRows(goal *chess.Setup, pawns map[chess.Square]chess.Color) error {
	for file := range 8 {
		var have, want []chess.Square
		low := 0
		for y := range 8 {
			sq := chess.NewSquare(file, y)
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
