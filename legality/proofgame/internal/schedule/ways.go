package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// The rows that a kernel names are possible for its pawns. They may leave no way for an officer that has to be taken on a square, or to
// leave one: it can come there only while a pawn is on another row. So rows are changed at random, as long as no more men are without a way.

// rowChanges is how many changes are tried in a restart.
const rowChanges = 16

// varyRows changes rows of captures and lengths of pushes while some man has no way, in a third of the restarts.
func (r *list) varyRows() {
	rng := *r.RNG // what is drawn after this stays the same
	if len(r.Tasks) == 0 || rng.Chance(67) {
		return
	}
	least := r.countUnreachable()
	for n := 0; n < rowChanges && least > 0; n++ {
		r.backup = append(r.backup[:0], r.Tasks...)
		column := r.column
		i := rng.N(len(r.Tasks))
		ok := false
		if r.Tasks[i].Act == Capture {
			d := 1 + rng.N(3)
			if rng.Chance(50) {
				d = -d
			}
			ok = r.Tasks[i].Pawn != base.Nobody && r.shift(i, d)
		} else {
			ok = r.splitPush(i, &rng)
		}
		if ok {
			if now := r.countUnreachable(); now <= least {
				least = now
				continue
			}
		}
		r.Tasks, r.column = append(r.Tasks[:0], r.backup...), column
	}
}

// splitPush has a pawn stop on its way, and go on before its next task, if it has one. It reports whether the list is still possible.
func (r *list) splitPush(i int, rng *base.RNG) bool {
	t := &r.Tasks[i]
	rows := base.Abs(t.To.Row() - t.From.Row())
	if t.Act != Push || t.Pawn == base.Nobody || rows < 2 {
		return false
	}
	to := t.To
	for range 1 + rng.N(rows-1) {
		t.To = t.To.Ahead(t.Color.Other())
	}
	for j := i + 1; j < len(r.Tasks); j++ {
		if r.Tasks[j].Pawn == t.Pawn {
			r.insert(j, pushTask(t.Color, t.Pawn, t.To, to))
			r.Tasks[j].Promotion, r.Tasks[i].Promotion = r.Tasks[i].Promotion, chess.NoRole
			break
		}
	}
	return r.trace()
}

// reachSets are the squares where queens, rooks and bishops can be, as far as pawns, and men without a square to go to, let them.
type reachSets struct {
	at    [32]chess.Bitboard                // by man of the start
	born  [2][chess.King + 1]chess.Bitboard // of promoted men, by color and role
	taken uint32                            // men of the start that may have been taken
}

// slides reports whether men of a role are followed.
func slides(role chess.Role) bool {
	return role == chess.Bishop || role == chess.Rook || role == chess.Queen
}

// countUnreachable counts captures by pawns to whose square no such man can come, and men of the start that can come neither to a square
// where the goal shows one like them nor to one where such a man is taken.
func (r *list) countUnreachable() (n int) {
	var w reachSets
	for u := range int8(r.Size) {
		if m := &r.Men[u]; slides(m.Role) {
			w.at[u] = m.Sq.BB()
		}
	}
	var at [64]int8
	r.traceTo(0, &at)
	r.extendReach(&w, pawnSquares(&at))
	for i := range r.Tasks {
		t := &r.Tasks[i]
		if t.Act == Capture && t.Kind != base.NoKind && slides(t.Kind.Role()) && !r.victimCanCome(&w, t) {
			n++
		}
		if t.Pawn == base.Nobody || !r.traceTo(i+1, &at) {
			continue
		}
		if t.To.Row() == t.Color.LastRow() {
			for role := chess.Bishop; role < chess.King; role++ {
				w.born[t.Color][role] |= t.To.BB()
			}
		}
		r.extendReach(&w, pawnSquares(&at))
	}
	for u := range int8(r.Size) {
		if m := &r.Men[u]; slides(m.Role) && w.taken>>u&1 == 0 && w.at[u]&r.Goal.Board.Pieces(m.Color, m.Role) == 0 {
			n++
		}
	}
	return n
}

// victimCanCome reports whether some man can be taken in a capture, and notes in w which of the start can.
func (r *list) victimCanCome(w *reachSets, t *Task) bool {
	c, role := t.Color.Other(), t.Kind.Role()
	ok := t.Pawn == base.Nobody || w.born[c][role].Has(t.To)
	for u := range int8(r.Size) {
		if m := &r.Men[u]; m.Color == c && m.Role == role && t.Kind.Squares().Has(m.Sq) && (t.Pawn == base.Nobody || w.at[u].Has(t.To)) {
			w.taken |= 1 << u
			ok = true
		}
	}
	return ok
}

// extendReach adds to w the squares to which its men can go among these pawns.
func (r *list) extendReach(w *reachSets, pawns chess.Bitboard) {
	walls := pawns
	for u := range int8(r.Size) {
		if m := &r.Men[u]; slides(m.Role) && w.at[u] == m.Sq.BB() && chess.Steps(m.Role, m.Sq.BB())&^pawns == 0 {
			walls |= m.Sq.BB()
		}
	}
	for u := range int8(r.Size) {
		if w.at[u] != 0 {
			w.at[u] = chess.Flood(r.Men[u].Role, w.at[u], walls)
		}
	}
	for c := range w.born {
		for role := chess.Bishop; role < chess.King; role++ {
			if w.born[c][role] != 0 {
				w.born[c][role] = chess.Flood(role, w.born[c][role]&^pawns, walls)
			}
		}
	}
}
