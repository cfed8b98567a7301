package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// Choices of varyRows.
const (
	sameRowsPercent = 67 // of the restarts in which nothing is changed
	laterPercent    = 50 // of the changed captures that are made on a later row
	rowChanges      = 16 // changes tried in a restart
)

// varyRows changes rows of captures and lengths of pushes, in a third of the restarts, as long as some man has no way to its square. A
// change stays if no more men than before are without a way.
//
// The rows that a kernel names are possible for its pawns. They may leave no way for an officer that has to be captured on a square, or
// has to leave one, since it can pass only while a pawn is on another row.
func (l *list) varyRows() {
	rng := *l.RNG // what is drawn after this stays the same
	if len(l.Tasks) == 0 || rng.Chance(sameRowsPercent) {
		return
	}
	fewest := l.countUnreachable()
	for change := 0; change < rowChanges && fewest > 0; change++ {
		l.save()
		i := rng.N(len(l.Tasks))
		changed := false
		if l.Tasks[i].Act == Capture {
			d := 1 + rng.N(3)
			if rng.Chance(laterPercent) {
				d = -d
			}
			changed = l.Tasks[i].Pawn != base.NoMan && l.moveCapture(i, d)
		} else {
			changed = l.splitPush(i, &rng)
		}
		if changed {
			if now := l.countUnreachable(); now <= fewest {
				fewest = now
				continue
			}
		}
		l.restore()
	}
}

// splitPush makes a pawn stop on its way in task i, and go on just before its next task. A pawn without a next task goes on after the
// last capture. It reports whether the list is still possible.
func (l *list) splitPush(i int, rng *base.RNG) bool {
	t := &l.Tasks[i]
	rows := base.Abs(t.To.Row() - t.From.Row())
	if t.Act != Push || t.Pawn == base.NoMan || rows < 2 {
		return false
	}
	to := t.To
	for range 1 + rng.N(rows-1) {
		t.To = t.To.Ahead(t.Color.Other())
	}
	for j := i + 1; j < len(l.Tasks); j++ {
		if l.Tasks[j].Pawn == t.Pawn {
			l.insert(j, pushTask(t.Color, t.Pawn, t.To, to))
			l.Tasks[j].Promotion, l.Tasks[i].Promotion = l.Tasks[i].Promotion, chess.NoRole
			break
		}
	}
	return l.trace()
}

// A reachSets holds the squares that queens, rooks and bishops can have reached so far. Walls are the pawns, and men that cannot move.
type reachSets struct {
	ofMan      [32]chess.Bitboard                // by number of a man of the start
	ofPromoted [2][chess.King + 1]chess.Bitboard // by color and role of a promoted man
	capturable uint32                            // men of the start that some capture can have as its victim
}

// isSlider reports whether countUnreachable follows men of a role.
func isSlider(role chess.Role) bool {
	return role == chess.Bishop || role == chess.Rook || role == chess.Queen
}

// countUnreachable returns how many captures by pawns are on squares that no possible victim can reach, plus how many men of the start
// can reach neither a square where the goal shows their like nor one where their like is captured. It looks at queens, rooks and
// bishops only.
func (l *list) countUnreachable() (n int) {
	var sets reachSets
	for u := range int8(l.Size) {
		if m := &l.Men[u]; isSlider(m.Role) {
			sets.ofMan[u] = m.Sq.BB()
		}
	}
	pawns := l.startPawns()
	l.extendReach(&sets, pawnSquares(&pawns))
	for i := range l.Tasks {
		t := &l.Tasks[i]
		if t.Act == Capture && t.Kind != base.NoKind && isSlider(t.Kind.Role()) && !l.victimCanCome(&sets, t) {
			n++
		}
		if t.Pawn == base.NoMan || !l.traceTo(i+1, &pawns) {
			continue
		}
		if t.To.Row() == t.Color.LastRow() {
			for role := chess.Bishop; role < chess.King; role++ {
				sets.ofPromoted[t.Color][role] |= t.To.BB()
			}
		}
		l.extendReach(&sets, pawnSquares(&pawns))
	}
	for u := range int8(l.Size) {
		if m := &l.Men[u]; isSlider(m.Role) && sets.capturable>>u&1 == 0 && sets.ofMan[u]&l.Goal.Board.Pieces(m.Color, m.Role) == 0 {
			n++
		}
	}
	return n
}

// victimCanCome reports whether some man can be the victim of a capture, and adds the men of the start that can to sets.capturable.
func (l *list) victimCanCome(sets *reachSets, t *Task) bool {
	c, role := t.Color.Other(), t.Kind.Role()
	canCome := t.Pawn == base.NoMan || sets.ofPromoted[c][role].Has(t.To)
	for u := range int8(l.Size) {
		if m := &l.Men[u]; m.Color == c && m.Role == role && t.Kind.Squares().Has(m.Sq) && (t.Pawn == base.NoMan || sets.ofMan[u].Has(t.To)) {
			sets.capturable |= 1 << u
			canCome = true
		}
	}
	return canCome
}

// extendReach adds to sets the squares that its men can reach while the pawns stand like this.
func (l *list) extendReach(sets *reachSets, pawns chess.Bitboard) {
	walls := pawns
	for u := range int8(l.Size) {
		if m := &l.Men[u]; isSlider(m.Role) && sets.ofMan[u] == m.Sq.BB() && chess.Steps(m.Role, m.Sq.BB())&^pawns == 0 {
			walls |= m.Sq.BB()
		}
	}
	for u := range int8(l.Size) {
		if sets.ofMan[u] != 0 {
			sets.ofMan[u] = chess.Flood(l.Men[u].Role, sets.ofMan[u], walls)
		}
	}
	for c := range sets.ofPromoted {
		for role := chess.Bishop; role < chess.King; role++ {
			if sets.ofPromoted[c][role] != 0 {
				sets.ofPromoted[c][role] = chess.Flood(role, sets.ofPromoted[c][role]&^pawns, walls)
			}
		}
	}
}
