package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// A closing step comes too early if an officer still has to enter the region that it closes. Then it has to wait for the officer. The
// pawns that pass the square of the officer have to pass before the officer comes. The kernel gives a list of steps, of which only some
// depend on each other. So the closing step and all that need it go to the end of the list.

// firstToSettlePercent is the chance in percent that an officer settles before those that the closing step waits for already, not after
// them.
const firstToSettlePercent = 50

// postpone moves a step that closes the region around sq, and all that need it, to the end of the list. Before it come the pawns that
// have to pass sq and a task by which an officer settles on sq. It reports whether the list is still possible.
func (r *repairer) postpone(sq chess.Square, c chess.Color, role chess.Role) bool {
	kind := base.KindOf(role, sq)
	return kind != base.NoKind && r.tryAtClosingSteps(sq, c, role, func(closing int) bool {
		for _, t := range r.Tasks[closing:] {
			if t.Squares.Has(sq) {
				return false
			}
		}
		settle, pawns := r.pushPast(sq, closing, base.NoMan)
		if !r.canEnter(c, role, sq, pawnSquares(&pawns)|r.LockedOfficers) {
			return false // even before the step
		}
		r.insert(settle, settleTask(c, kind, sq))
		if step := &r.Tasks[settle+1]; step.WaitsFor >= 0 && r.RNG.Chance(firstToSettlePercent) {
			r.Tasks[settle].WaitsFor, step.WaitsFor = step.WaitsFor, int16(settle)
		} else {
			r.addWait(settle+1, settle)
		}
		r.settleSquares |= sq.BB()
		return r.trace()
	})
}

// promoteEarly makes pawn u promote on sq, and the promoted officer leave the region, before a step that closes it. It reports whether
// the list is still possible.
func (r *repairer) promoteEarly(u int8, sq chess.Square, c chess.Color, role chess.Role, region chess.Bitboard) bool {
	return r.tryAtClosingSteps(sq, c, role, func(closing int) bool {
		for _, t := range r.Tasks[closing:] {
			if t.Pawn == u {
				return false // the push to sq, the pawn's end, would come before this task of it
			}
		}
		step, pawns := r.pushPast(sq, closing, u) // u promotes on sq
		free := chess.Flood(role, sq.BB(), pawnSquares(&pawns)|r.LockedOfficers) &^ region
		if free == 0 || !r.trace() {
			return false
		}
		r.leaveBefore(step, u, region, free)
		return true
	})
}

// tryAtClosingSteps tries a change at each closing step of the region around sq, until one succeeds, and reports whether one did. For
// each try the step and all that need it have been moved to the end of the list, and change gets the new index of the step. A change
// that fails is undone.
func (r *repairer) tryAtClosingSteps(sq chess.Square, c chess.Color, role chess.Role, change func(closing int) bool) bool {
	for _, i := range r.closingSteps(sq, c, role) {
		if r.tryChange(func() bool {
			closing := r.moveToEnd(int(i))
			return r.trace() && change(closing)
		}, nil) {
			return true
		}
	}
	return false
}

// pushPast inserts before task i the pushes of the pawns that would pass sq after the last capture. It stops after the push of pawn
// until, unless that is NoMan. It returns the new index of the task, and the pawn on each square before it.
func (r *repairer) pushPast(sq chess.Square, i int, until int8) (step int, pawns [64]int8) {
	r.traceTo(i, &pawns) // possible, since the caller has traced the list
	for {
		push, ok := r.nextToPass(sq, &pawns)
		if !ok {
			return i, pawns
		}
		r.insert(i, push)
		i++
		pawns[push.From] = base.NoMan
		if push.To.Row() != push.Color.LastRow() {
			pawns[push.To] = push.Pawn
		}
		if push.Pawn == until {
			return i, pawns
		}
	}
}

// nextToPass returns the push to its end of a pawn that has yet to pass sq, the foremost first, and whether there is such a pawn.
func (r *repairer) nextToPass(sq chess.Square, pawns *[64]int8) (Task, bool) {
	for _, c := range [...]chess.Color{chess.White, chess.Black} {
		for row := 1; row < 7; row++ {
			from := chess.NewSquare(sq.File(), row)
			if c == chess.White {
				from = chess.NewSquare(sq.File(), 7-row)
			}
			u := pawns[from]
			if u == base.NoMan || r.Men[u].Color != c || r.End[u] == chess.NoSquare || r.End[u] == from || r.End[u].File() != from.File() {
				continue
			}
			if base.FilePath(from, r.End[u]).Has(sq) {
				return pushTask(c, u, from, r.End[u]), true
			}
		}
	}
	return Task{}, false
}

// pushHeldPawns appends pushes to their ends for pawns that would be held back otherwise, where the list stays possible. An officer that
// such a pawn shuts in or out at its end then has to move before the push, see repair. In return the pawn no longer stands on the squares
// before its end, where pawns and men behind it may have to go.
func (r *repairer) pushHeldPawns() {
	for again := true; again; { // since a push can free the way of another pawn
		again = false
		for u := range int8(r.Size) {
			if r.RowsShort[u] == 0 {
				continue
			}
			from := chess.NewSquare(r.End[u].File(), r.pawnRow(u))
			r.Tasks = append(r.Tasks, pushTask(r.Men[u].Color, u, from, r.End[u]))
			if !r.trace() {
				r.Tasks = r.Tasks[:len(r.Tasks)-1]
				continue
			}
			r.RowsShort[u], again = 0, true
		}
	}
}
