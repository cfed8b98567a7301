package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofkernel/search"
)

// A reader plays the steps of a kernel on a board of pawns and makes tasks of them.
type reader struct {
	list     *list
	pawns    [64]int8     // pawn on each square, or NoMan
	promoted [2][8][]int8 // promoted pawns by color and file, the latest last
}

// read makes the tasks of a kernel and sets pawnsAfter.
func (l *list) read(k *search.Kernel) error {
	rd := reader{list: l, pawns: l.startPawns()}
	l.Tasks = l.Tasks[:0]
	captures := 0
	for i := range k.Extended {
		st := &k.Extended[i]
		var err error
		switch {
		case st.Capture && captures >= len(k.Moves):
			err = errList
		case st.Capture:
			err = rd.readCapture(st, k.Moves[captures], captures < k.Forced)
			captures++
		case st.Role == chess.Pawn:
			err = rd.readPush(st)
		default:
			continue // a transfer of an officer to where the next capture takes it
		}
		if err != nil {
			return err
		}
		l.Tasks[len(l.Tasks)-1].Step = int16(i)
	}
	if captures != len(k.Moves) {
		return errList
	}
	l.pawnsAfter = rd.pawns
	if l.Revise {
		l.exchangeVictims()
		l.varyRows()
	}
	l.markEarlyVictims()
	return nil
}

// readPush makes the task of a pawn move on its file.
func (rd *reader) readPush(st *search.Step) error {
	u := rd.pawns[st.From&63]
	if u == base.NoMan || rd.list.Men[u].Color != st.Color || st.From.File() != st.To.File() {
		return errList
	}
	t := Task{Color: st.Color, Pawn: u, Man: base.NoMan, From: st.From, To: st.To, Kind: base.NoKind,
		Squares: base.FilePath(st.From, st.To), Promotion: st.Promotion, WaitsFor: -1}
	rd.pawns[st.From] = base.NoMan
	if men := &rd.promoted[st.Color][st.To.File()]; st.To.Row() == st.Color.LastRow() {
		*men = append(*men, u)
	} else {
		if rd.pawns[st.To] != base.NoMan {
			return errList
		}
		rd.pawns[st.To] = u
	}
	rd.list.Tasks = append(rd.list.Tasks, t)
	return nil
}

// readCapture makes the task of a capture. The victim is a given man if the kernel tells which, and else any man of a kind.
func (rd *reader) readCapture(st *search.Step, m search.Move, forced bool) error {
	t := Task{Color: st.Color, Act: Capture, Pawn: base.NoMan, Man: base.NoMan, Kind: base.NoKind,
		From: chess.NoSquare, To: st.To, WaitsFor: -1}
	switch {
	case m.Victim == search.Pawn:
		on := st.To
		if rd.pawns[on] == base.NoMan && st.Role == chess.Pawn {
			on ^= 8 // en passant
		}
		if t.Man = rd.pawns[on]; t.Man == base.NoMan {
			return errList
		}
		rd.pawns[on] = base.NoMan
		t.Squares |= on.BB()
	case m.Victim == search.Promoted:
		men := &rd.promoted[st.Color.Other()][m.VictimFile&7]
		if len(*men) == 0 {
			return errList
		}
		t.Man, *men = (*men)[len(*men)-1], (*men)[:len(*men)-1]
	case forced:
		t.Man = rd.list.At[st.To]
	default:
		t.Kind = kindOfMan(m.Victim)
	}
	if st.Role == chess.Pawn {
		t.walls = pawnSquares(&rd.pawns)
		t.From = st.From
		if t.Pawn = rd.pawns[st.From&63]; t.Pawn == base.NoMan || rd.pawns[st.To] != base.NoMan {
			return errList
		}
		rd.pawns[st.From] = base.NoMan
		t.Squares |= st.From.BB() | st.To.BB()
		if men := &rd.promoted[st.Color][st.To.File()]; st.To.Row() == st.Color.LastRow() {
			t.Promotion = st.Promotion
			*men = append(*men, t.Pawn)
		} else {
			rd.pawns[st.To] = t.Pawn
		}
	}
	rd.list.Tasks = append(rd.list.Tasks, t)
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
