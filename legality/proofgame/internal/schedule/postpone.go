package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// Closing steps that have to wait: the officer enters, then the pawn closes, and whatever passes
// the square of the officer does so before. The kernel gives a list of steps, of which only
// some depend on each other; so the closing step and all that need it go to the end of the list.

// postpone moves the step that closes the region around sq to the end, until an officer stands
// there and all pawns that have to pass sq have passed, and reports whether the list is still
// possible.
func (r *repairer) postpone(sq chess.Square, c chess.Color, role chess.Role) bool {
	k := base.KindOf(role, sq)
	return k != base.NoKind && r.tryAtClosingSteps(sq, c, role, func(closing int) bool {
		for _, t := range r.Tasks[closing:] {
			if t.Touch.Has(sq) {
				return false
			}
		}
		closing, at := r.pushPast(sq, closing, base.Nobody)
		walls := pawnSquares(&at) | r.Solid
		if reach := chess.Flood(role, sq.BB(), r.cageWalls(c, role, walls)); base.Small(role, reach) && r.sources(c, role, reach) == 0 {
			return false
		}
		r.insert(closing, settleTask(c, k, sq))
		if t := &r.Tasks[closing+1]; t.Gate >= 0 && r.RNG.Chance(50) { // officers for one region, in any order
			r.Tasks[closing].Gate, t.Gate = t.Gate, int16(closing)
		} else {
			r.addGate(closing+1, closing)
		}
		r.ahead |= sq.BB()
		return r.trace()
	})
}

// promoteEarly has a pawn promote on sq, and the officer leave the region out, before the step that
// closes it, and reports whether the list is still possible.
func (r *repairer) promoteEarly(u int8, sq chess.Square, c chess.Color, role chess.Role, out chess.Bitboard) bool {
	return r.tryAtClosingSteps(sq, c, role, func(closing int) bool {
		for _, t := range r.Tasks[closing:] {
			if t.Pawn == u {
				return false
			}
		}
		closing, at := r.pushPast(sq, closing, u)
		free := chess.Flood(role, sq.BB(), pawnSquares(&at)|r.Solid) &^ out
		if free == 0 || !r.trace() {
			return false
		}
		r.leaveBefore(closing, u, out, free)
		return true
	})
}

// tryAtClosingSteps tries a change of the list at each closing step of the region around sq. That
// step and all that need it have been moved to the end of the list, and the change gets the index
// where they begin. A change that fails is undone. It reports whether one succeeded.
func (r *repairer) tryAtClosingSteps(sq chess.Square, c chess.Color, role chess.Role, change func(closing int) bool) bool {
	for _, i := range r.closingSteps(sq, c, role) {
		if r.attempt(func() bool {
			closing := r.moveToEnd(int(i))
			return r.trace() && change(closing)
		}, nil) {
			return true
		}
	}
	return false
}

// pushPast has the pawns that would pass sq after the path do so before task i, up to the pawn last
// unless that is Nobody. It returns the new index of the task, and the pawns before it.
func (r *repairer) pushPast(sq chess.Square, i int, last int8) (int, [64]int8) {
	var at [64]int8
	r.traceTo(i, &at)
	for {
		push, ok := r.nextToPass(sq, &at)
		if !ok {
			return i, at
		}
		r.insert(i, push)
		i++
		if at[push.From] = base.Nobody; push.To.Row() != push.Color.LastRow() {
			at[push.To] = push.Pawn
		}
		if push.Pawn == last {
			return i, at
		}
	}
}

// nextToPass returns the push of a pawn that has yet to pass a square after the path, the
// foremost first, and whether there is one.
func (r *repairer) nextToPass(sq chess.Square, at *[64]int8) (Task, bool) {
	for _, c := range [...]chess.Color{chess.White, chess.Black} {
		for row := 1; row < 7; row++ {
			from := chess.NewSquare(sq.File(), row)
			if c == chess.White {
				from = chess.NewSquare(sq.File(), 7-row)
			}
			u := at[from]
			if u == base.Nobody || r.Men[u].Color != c || r.End[u] == chess.NoSquare || r.End[u] == from || r.End[u].File() != from.File() {
				continue
			}
			if base.FilePath(from, r.End[u]).Has(sq) {
				return pushTask(c, u, from, r.End[u]), true
			}
		}
	}
	return Task{}, false
}

// pushHeldPawns has pawns that would be held back to the end go to their squares within the path.
// Officers then have to be in place before; pawns and men behind them may need that.
func (r *repairer) pushHeldPawns() {
	for again := true; again; {
		again = false
		for u := range int8(r.Size) {
			if r.Hold[u] == 0 {
				continue
			}
			from := chess.NewSquare(r.End[u].File(), r.row(u))
			r.Tasks = append(r.Tasks, pushTask(r.Men[u].Color, u, from, r.End[u]))
			if !r.trace() {
				r.Tasks = r.Tasks[:len(r.Tasks)-1]
				continue
			}
			r.Hold[u], again = 0, true
		}
	}
}
