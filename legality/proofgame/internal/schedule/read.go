package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofkernel/search"
)

// A reader plays the steps of a kernel on a board of pawns.
type reader struct {
	r        *list
	pawns    [64]int8
	promoted [2][8][]int8 // by color and file, the latest last
}

// read makes the tasks of a kernel and leaves in r.column the pawns as they stand after
// it.
func (r *list) read(k *search.Kernel) error {
	rd := reader{r: r}
	for sq := range rd.pawns {
		rd.pawns[sq] = base.Nobody
		if u := r.At[sq]; u != base.Nobody && r.Men[u].Role == chess.Pawn {
			rd.pawns[sq] = u
		}
	}
	r.Tasks = r.Tasks[:0]
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
		r.Tasks[len(r.Tasks)-1].Step = int16(i)
	}
	if captures != len(k.Moves) {
		return errList
	}
	r.column = rd.pawns
	if r.Revise {
		r.exchangeVictims()
		r.varyRows()
	}
	r.gates()
	return nil
}

// push reads a move of a pawn on its file.
func (rd *reader) push(st *search.Step) error {
	u := rd.pawns[st.From&63]
	if u == base.Nobody || rd.r.Men[u].Color != st.Color || st.From.File() != st.To.File() {
		return errList
	}
	t := Task{Color: st.Color, Pawn: u, Victim: base.Nobody, From: st.From, To: st.To, Kind: base.NoKind,
		Touch: base.FilePath(st.From, st.To), Promotion: st.Promotion, Gate: -1}
	rd.pawns[st.From] = base.Nobody
	if st.To.Row() == st.Color.LastRow() {
		rd.promote(st, u)
	} else {
		if rd.pawns[st.To] != base.Nobody {
			return errList
		}
		rd.pawns[st.To] = u
	}
	rd.r.Tasks = append(rd.r.Tasks, t)
	return nil
}

// promote notes who has promoted.
func (rd *reader) promote(st *search.Step, u int8) {
	men := &rd.promoted[st.Color][st.To.File()]
	*men = append(*men, u)
}

// capture reads a capture: of a man by name where the kernel names him, else of a kind.
func (rd *reader) capture(st *search.Step, m search.Move, forced bool) error {
	r := rd.r
	t := Task{Color: st.Color, Act: Capture, Pawn: base.Nobody, Victim: base.Nobody, Kind: base.NoKind,
		From: chess.NoSquare, To: st.To, Gate: -1}
	switch {
	case m.Victim == search.Pawn:
		on := st.To
		if rd.pawns[on] == base.Nobody && st.Role == chess.Pawn {
			on ^= 8 // en passant
		}
		if t.Victim = rd.pawns[on]; t.Victim == base.Nobody {
			return errList
		}
		rd.pawns[on] = base.Nobody
		t.Touch |= on.BB()
	case m.Victim == search.Promoted:
		men := &rd.promoted[st.Color.Other()][m.VictimFile&7]
		if len(*men) == 0 {
			return errList
		}
		t.Victim, *men = (*men)[len(*men)-1], (*men)[:len(*men)-1]
	case forced:
		t.Victim = r.At[st.To]
	default:
		t.Kind = kindOfMan(m.Victim)
	}
	if st.Role == chess.Pawn {
		for sq, u := range rd.pawns {
			if u != base.Nobody {
				t.walls |= chess.Square(sq).BB()
			}
		}
		t.From = st.From
		if t.Pawn = rd.pawns[st.From&63]; t.Pawn == base.Nobody || rd.pawns[st.To] != base.Nobody {
			return errList
		}
		rd.pawns[st.From] = base.Nobody
		t.Touch |= st.From.BB() | st.To.BB()
		if st.To.Row() == st.Color.LastRow() {
			t.Promotion = st.Promotion
			rd.promote(st, t.Pawn)
		} else {
			rd.pawns[st.To] = t.Pawn
		}
	}
	r.Tasks = append(r.Tasks, t)
	return nil
}

// kindOfMan returns the kind of an officer in a kernel, NoKind for others.
func kindOfMan(m search.Man) base.Kind {
	switch m {
	case search.Queen:
		return base.Queen
	case search.Rook:
		return base.Rook
	case search.DarkBishop:
		return base.DarkBishop
	case search.LightBishop:
		return base.LightBishop
	case search.Knight:
		return base.Knight
	}
	return base.NoKind
}
