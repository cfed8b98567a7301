package planner

import (
	"errors"

	"chesscensus/chess"
	"chesscensus/legality/kernel/search"
)

// A task is a step of the extended kernel: a pawn is to move on its file, or something
// is to be captured.
type task struct {
	color     chess.Color
	capture   bool
	done      bool
	pawn      int8 // who moves; nobody if any officer captures
	victim    int8 // who falls; nobody if any of the kind below, not yet chosen
	capturer  int8 // the officer chosen to capture
	kind      kind // of the victim, if the kernel leaves the man open
	from, to  chess.Square
	promotion chess.Role // what the pawn becomes on to
	touch     chess.Bitboard
	gate      int16          // index of the capture whose victim must be in place before this, or -1
	settle    bool           // no capture: an officer of the kind is to stand on to
	leave     chess.Bitboard // no capture: the victim is to leave these squares, for to
	early     bool           // the victim must come early, another task waits for it
	step      int16          // index in the extended kernel
	walls     chess.Bitboard // pawns as they stand in the list when a pawn captures

	// What scan fills in.
	open   bool           // no earlier task has to do with the pawns
	before chess.Bitboard // squares of earlier tasks
}

var errList = errors.New("planner: kernel does not fit the start")

func kindOfMan(m search.Man) kind {
	switch m {
	case search.Queen:
		return queen
	case search.Rook:
		return rook
	case search.DarkBishop:
		return darkBishop
	case search.LightBishop:
		return lightBishop
	case search.Knight:
		return knight
	}
	return noKind
}

// A reader plays the steps of a kernel on a board of pawns.
type reader struct {
	r        *run
	pawns    [64]int8
	promoted [2][8]int8 // by color and file, the latest
}

// read makes the tasks of a kernel and leaves in r.column the pawns as they stand after
// it.
func (r *run) read(k *search.Kernel) error {
	rd := reader{r: r}
	for sq := range rd.pawns {
		rd.pawns[sq] = nobody
		if u := r.at[sq]; u != nobody && r.men[u].role == chess.Pawn {
			rd.pawns[sq] = u
		}
	}
	r.tasks = r.tasks[:0]
	captures := 0
	for i := range k.Extended {
		st := &k.Extended[i]
		var err error
		switch {
		case st.Capture && captures >= len(k.Moves):
			err = errList
		case st.Capture:
			err = rd.capture(st, k.Moves[captures], captures < k.Forced)
			captures++
		case st.Role == chess.Pawn:
			err = rd.push(st)
		default:
			continue // a transfer: the next capture there says who falls
		}
		if err != nil {
			return err
		}
		r.tasks[len(r.tasks)-1].step = int16(i)
	}
	if captures != len(k.Moves) {
		return errList
	}
	r.column = rd.pawns
	if r.bold {
		r.exchange()
	}
	r.gates()
	return nil
}

func (rd *reader) push(st *search.Step) error {
	u := rd.pawns[st.From&63]
	if u == nobody || rd.r.men[u].color != st.Color || st.From.File() != st.To.File() {
		return errList
	}
	t := task{color: st.Color, pawn: u, victim: nobody, capturer: nobody, from: st.From, to: st.To, kind: noKind,
		touch: filePath(st.From, st.To), promotion: st.Promotion, gate: -1}
	rd.pawns[st.From] = nobody
	if st.To.Row() == lastRow(st.Color) {
		rd.promoted[st.Color][st.To.File()] = u
	} else {
		if rd.pawns[st.To] != nobody {
			return errList
		}
		rd.pawns[st.To] = u
	}
	rd.r.tasks = append(rd.r.tasks, t)
	return nil
}

func (rd *reader) capture(st *search.Step, m search.Move, forced bool) error {
	r := rd.r
	t := task{color: st.Color, capture: true, pawn: nobody, victim: nobody, capturer: nobody, kind: noKind,
		from: chess.NoSquare, to: st.To, gate: -1}
	switch {
	case m.Victim == search.Pawn:
		on := st.To
		if rd.pawns[on] == nobody && st.Role == chess.Pawn {
			on ^= 8 // en passant
		}
		if t.victim = rd.pawns[on]; t.victim == nobody {
			return errList
		}
		rd.pawns[on] = nobody
		t.touch |= on.BB()
	case m.Victim == search.Promoted:
		t.victim = rd.promoted[st.Color.Other()][m.VictimFile&7]
	case forced:
		t.victim = r.at[st.To]
	default:
		t.kind = kindOfMan(m.Victim)
	}
	if st.Role == chess.Pawn {
		for sq, u := range rd.pawns {
			if u != nobody {
				t.walls |= chess.Square(sq).BB()
			}
		}
		t.from = st.From
		if t.pawn = rd.pawns[st.From&63]; t.pawn == nobody || rd.pawns[st.To] != nobody {
			return errList
		}
		rd.pawns[st.From] = nobody
		t.touch |= st.From.BB() | st.To.BB()
		if st.To.Row() == lastRow(st.Color) {
			t.promotion = st.Promotion
			rd.promoted[st.Color][st.To.File()] = t.pawn
		} else {
			rd.pawns[st.To] = t.pawn
		}
	}
	r.tasks = append(r.tasks, t)
	return nil
}

// gates finds victims that can reach their square only before the capturer has come to
// where it captures from: then the move that brings it there has to wait for them.
func (r *run) gates() {
	if r.without&earlyVictims != 0 {
		return
	}
	for i := range r.tasks {
		t := &r.tasks[i]
		if t.kind == noKind || !t.capture || t.pawn == nobody || r.men[t.pawn].sq == t.from {
			continue
		}
		reach := region(t.kind.role(), t.to, t.walls)
		if reach.Count() >= 6 || reach&r.board.Pieces(t.color.Other(), t.kind.role()) != 0 {
			continue
		}
		j := i - 1
		for r.tasks[j].pawn != t.pawn {
			j--
		}
		to := t.to
		n, ok := j, true
		for k := j + 1; k < i && ok; k++ { // what has to do with the square goes first
			if r.tasks[k].touch.Has(to) {
				ok = r.advanceTask(k, n)
				n++
			}
		}
		if ok && r.tasks[n].gate < 0 {
			r.tasks[n].gate = int16(i)
			r.tasks[i].early = true
		}
	}
}

// advanceTask moves the task at index k up to index j if it has nothing to do with those
// between.
func (r *run) advanceTask(k, j int) bool {
	t := r.tasks[k]
	for i := j; i < k; i++ {
		if r.conflict(&r.tasks[i], &t) {
			return false
		}
	}
	for i := range r.tasks {
		if g := r.tasks[i].gate; int(g) >= j && int(g) <= k {
			return false
		}
	}
	copy(r.tasks[j+1:k+1], r.tasks[j:k])
	r.tasks[j] = t
	return true
}

func (r *run) conflict(a, b *task) bool {
	return a.touch&b.touch != 0 || a.pawns()&b.pawns() != 0
}

// pawns returns the pawns of the start that a task is about.
func (t *task) pawns() (set uint32) {
	if t.pawn != nobody {
		set = 1 << t.pawn
	}
	if t.victim != nobody && t.kind == noKind {
		set |= 1 << t.victim
	}
	return set
}

// scan finds out what can be done: a task waits for earlier ones that share a pawn or a
// square with it.
func (r *run) scan() {
	var squares chess.Bitboard
	var pawns uint32
	r.left = 0
	for i := range r.tasks {
		t := &r.tasks[i]
		if t.done {
			continue
		}
		r.left++
		mine := t.pawns()
		t.open, t.before = pawns&mine == 0, squares
		squares |= t.touch
		pawns |= mine
	}
	r.busy, r.engaged = squares, pawns
}
