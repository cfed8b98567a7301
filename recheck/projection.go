package recheck

import "chesscensus/recheck/internal/board"

// What can happen next in a window: steps and captures of its pawns, steps of the man, promotions (theorem ShutOut, shutout.go).

// expand adds all that can happen next.
func (z *projection) expand(c *configuration, at set) {
	if c.second != board.None {
		for _, sq := range board.Squares(board.Near[z.secondRole][c.second] &^ (c.pawns[0] | c.pawns[1])) {
			d := *c
			if d.second = sq; !z.secondArea.Has(sq) {
				d.second = board.None
			}
			z.add(d, at&^(1<<sq))
		}
	}
	wait := z.moveMen(c)
	for i := range 2 {
		for _, sq := range board.Squares(c.pawns[i]) {
			z.movePawn(c, at, i, sq, wait)
		}
		if z.hi < 7 && !wait {
			d := *c
			d.cost.captures[i]++
			d.out = c.out + letter(i|leftward, 0)
			z.arrive(d, at, i, z.hi)
		}
	}
	if !wait && c.in != "" && c.in[0]&leftward == 0 {
		d := *c
		d.in = c.in[1:]
		z.arrive(d, at, int(c.in[0]), z.lo)
	}
}

// movePawn adds what the pawn of side i on a square can suffer from an officer, or do if it does not have to wait.
func (z *projection) movePawn(c *configuration, at set, i int, sq int8, wait bool) {
	gone := *c
	gone.pawns[i] &^= 1 << sq
	taken := gone
	taken.cost.captures[1-i]++
	taken.cost.lost[i]++
	if z.add(taken, at); wait {
		return
	}
	x, row := int(board.File(sq)), board.Row(sq)+board.Ahead(sides[i])
	to := board.At(int8(x), row)
	last := row == 0 || row == 7
	if last && z.counts.canStep[i][x] {
		d := gone
		z.counts.countStep(&d.cost, &d.done, i, x)
		z.promote(d, at, i, to, true)
	} else if !last && !(c.pawns[0] | c.pawns[1]).Has(to) {
		d := gone
		d.pawns[i] |= 1 << to
		z.add(d, at&^(1<<to))
	}
	for _, y := range []int{x - 1, x + 1} {
		d := gone
		switch t := board.At(int8(y), row); {
		case t == board.None:
		case last && z.counts.canCapture[i][x]:
			d.cost.captures[i]++
			z.counts.countPromotion(&d.cost, i, 1-lastColor(i, x))
			z.counts.countOfficer(&d.officers, i, t)
			z.promote(d, at, i, t, false)
		case last:
		case y < z.lo:
			if c.in != "" && int(c.in[0]) == i|leftward {
				d.in = c.in[1:]
				z.add(d, at)
			}
		case y > z.hi:
			d.cost.captures[i]++
			d.out = c.out + letter(i, 0)
			z.add(d, at)
		default:
			d.cost.captures[i]++
			z.land(d, at, i, t)
		}
	}
}

// land puts a pawn of side i that captures on a square.
func (z *projection) land(c configuration, at set, i int, to int8) {
	switch {
	case c.pawns[i].Has(to):
		return
	case c.pawns[1-i].Has(to):
		c.pawns[1-i] &^= 1 << to
		c.cost.lost[1-i]++
	default:
		z.counts.countOfficer(&c.officers, i, to)
		if i != z.side && !c.eventDone && (z.takenOn & at).Has(to) {
			d := c
			d.pawns[i], d.eventDone = d.pawns[i]|1<<to, true
			z.add(d, 1)
		}
	}
	c.pawns[i] |= 1 << to
	z.add(c, at&^(1<<to))
}

// arrive lets a pawn of side i come in on a file.
func (z *projection) arrive(c configuration, at set, i, x int) {
	for row := int8(1); row <= 6; row++ {
		if sq := board.At(int8(x), row); board.Risen(sq, sides[i]) > 0 {
			z.land(c, at, i, sq)
		}
	}
}

// promote adds what can come of a promotion of side i on a square.
func (z *projection) promote(c configuration, at set, i int, to int8, step bool) {
	if len(z.men) > 0 {
		z.promoteGroup(c, i, to)
		return
	}
	event := step && to == z.event
	if event && !c.eventDone {
		d := c
		d.eventDone = true
		if z.isMan {
			z.add(d, 1<<to)
		} else {
			if z.secondRole != 0 {
				d.second = to
			}
			z.add(d, at&^(1<<to))
		}
	}
	z.add(c, at&^(1<<to))
	if z.isMan || z.neverPromoted || i != z.side || z.role == 'K' || z.role == 'B' && board.Colored(to)&z.end == 0 {
		return
	}
	c.eventDone = c.eventDone || event && (z.secondRole == 0 || z.secondRole == z.role || z.secondRole == 'Q' && z.role == 'R')
	if z.extraIfPromoted {
		c.cost.unneeded[i]++
	}
	z.add(c, 1<<to)
}
