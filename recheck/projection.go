package recheck

import "chesscensus/recheck/internal/board"

// The moves of theorem ShutOut (shutout.go): steps and captures of the pawns of the window, steps of the man, promotions.

// expand adds all configurations that follow by one event: a step of the second man, a move of a man of the group, a move or loss of a pawn
// of the window, or a pawn that comes from outside. The man that is followed can be on the squares manAt; add makes its steps.
func (p *projection) expand(c *configuration, manAt set) {
	if c.second != board.None {
		for _, sq := range board.Squares(board.Near[p.secondRole][c.second] &^ (c.pawns[0] | c.pawns[1])) {
			d := *c
			if d.second = sq; !p.secondArea.Has(sq) {
				d.second = board.None
			}
			p.add(d, manAt&^(1<<sq))
		}
	}
	mustWait := p.moveMen(c) // a man of the group gives check
	for i := range 2 {
		for _, sq := range board.Squares(c.pawns[i]) {
			p.movePawn(c, manAt, i, sq, mustWait)
		}
		if p.hi < 7 && !mustWait { // a pawn comes from the right
			d := *c
			d.cost.captures[i]++
			d.out = c.out + letter(i|leftward, 0)
			p.arrive(d, manAt, i, p.hi)
		}
	}
	if !mustWait && c.in != "" && c.in[0]&leftward == 0 { // a pawn comes from the left
		d := *c
		d.in = c.in[1:]
		p.arrive(d, manAt, int(c.in[0]), p.lo)
	}
}

// movePawn adds the configurations after the pawn of side i on a square is captured by an officer or king. If it need not wait, it adds those
// after its own steps, captures and promotions, too.
func (p *projection) movePawn(c *configuration, manAt set, i int, sq int8, mustWait bool) {
	gone := *c
	gone.pawns[i] &^= 1 << sq
	taken := gone
	taken.cost.captures[1-i]++
	taken.cost.lost[i]++
	if p.add(taken, manAt); mustWait {
		return
	}
	x, row := int(board.File(sq)), board.Row(sq)+board.Ahead(sides[i])
	to := board.At(int8(x), row)
	promotes := row == 0 || row == 7
	if promotes && p.counts.canStep[i][x] {
		d := gone
		p.counts.countStep(&d.cost, &d.done, i, x)
		p.promote(d, manAt, i, to, true)
	} else if !promotes && !(c.pawns[0] | c.pawns[1]).Has(to) {
		d := gone
		d.pawns[i] |= 1 << to
		p.add(d, manAt&^(1<<to))
	}
	for _, y := range []int{x - 1, x + 1} {
		d := gone
		switch t := board.At(int8(y), row); {
		case t == board.None:
		case promotes && p.counts.canCapture[i][x]: // t may be outside of the window
			d.cost.captures[i]++
			p.counts.countPromotion(&d.cost, i, 1-lastColor(i, x))
			p.counts.countOfficer(&d.officers, i, t)
			p.promote(d, manAt, i, t, false)
		case promotes: // but not by a capture from this file
		case y < p.lo: // out to the left, if that is the next letter of the word there
			if c.in != "" && int(c.in[0]) == i|leftward {
				d.in = c.in[1:]
				p.add(d, manAt)
			}
		case y > p.hi: // out to the right
			d.cost.captures[i]++
			d.out = c.out + letter(i, 0)
			p.add(d, manAt)
		default:
			d.cost.captures[i]++
			p.land(d, manAt, i, t)
		}
	}
}

// land adds the configurations after a pawn of side i, already removed, has captured on a square. It took the pawn of the other side that
// stands there; else another officer or, if the query asks for that, the man that is followed.
func (p *projection) land(c configuration, manAt set, i int, to int8) {
	switch {
	case c.pawns[i].Has(to):
		return
	case c.pawns[1-i].Has(to):
		c.pawns[1-i] &^= 1 << to
		c.cost.lost[1-i]++
	default:
		p.counts.countOfficer(&c.officers, i, to)
		if i != p.side && !c.eventDone && (p.takenOn & manAt).Has(to) {
			d := c
			d.pawns[i], d.eventDone = d.pawns[i]|1<<to, true
			p.add(d, anySquare) // the man is followed no more
		}
	}
	c.pawns[i] |= 1 << to
	p.add(c, manAt&^(1<<to))
}

// arrive adds the configurations after a pawn of side i has come from outside to a file of the window, on any row.
func (p *projection) arrive(c configuration, manAt set, i, x int) {
	for row := int8(1); row <= 6; row++ {
		if sq := board.At(int8(x), row); board.RowsRisen(sq, sides[i]) > 0 {
			p.land(c, manAt, i, sq)
		}
	}
}

// promote adds the configurations after a promotion of side i on a square: with the event, if it is one; of a man that is not followed; and
// of the man that is followed. Step is true if the pawn did not capture.
func (p *projection) promote(c configuration, manAt set, i int, to int8, step bool) {
	if len(p.men) > 0 {
		p.promoteGroup(c, i, to)
		return
	}
	isEvent := step && to == p.event
	if isEvent && !c.eventDone {
		d := c
		d.eventDone = true
		if p.followsPromoted {
			p.add(d, 1<<to)
		} else {
			if p.secondRole != 0 {
				d.second = to
			}
			p.add(d, manAt&^(1<<to))
		}
	}
	p.add(c, manAt&^(1<<to))
	if p.followsPromoted || p.neverPromoted || i != p.side ||
		p.role == 'K' || p.role == 'B' && board.Colored(to)&p.end == 0 {
		return // this is not the man that is followed
	}
	// The man that is followed may be the one that the event promotes, if its role fits. Second role Q stands for rooks, too.
	c.eventDone = c.eventDone || isEvent && (p.secondRole == 0 || p.secondRole == p.role || p.secondRole == 'Q' && p.role == 'R')
	if p.extraIfPromoted {
		c.cost.unneeded[i]++
	}
	p.add(c, 1<<to)
}
