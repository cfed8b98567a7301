package cage

import (
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// excludes reports whether no game leads to the setup, by Lemma 14. False means that there may be one, or that the search was too large.
func (z *joint) excludes() bool {
	start := make([]uint64, z.words)
	z.addStarts(start, 0, 0)
	z.reset(configuration{pawns: [2]chess.Bitboard{chess.RowBB(1) & z.files, chess.RowBB(6) & z.files}}, start)
	for len(z.stack) > 0 && !z.reachedGoal && len(z.nodes) <= z.limit {
		z.expand()
	}
	return len(z.stack) == 0 && len(z.nodes) <= z.limit && !z.reachedGoal && !z.window.Gone()
}

// reset makes an empty search and enters the first configuration, before anything has been paid, with some arrangements.
func (z *joint) reset(first configuration, set []uint64) {
	z.projection.reset()
	z.arrangementSets, z.reachedGoal = z.arrangementSets[:0], false
	z.quietSet, z.current = make([]uint64, z.words), make([]uint64, z.words)
	first.secondSquare, first.cost = chess.NoSquare, z.numberOf(&proofkernel.PathCost{Left: proofkernel.EmptyWord, Right: proofkernel.EmptyWord})
	z.addArrangements(&first, set)
}

// expand enters all that pawns can do in a configuration of the stack.
func (z *joint) expand() {
	i := int(z.stack[len(z.stack)-1])
	z.stack = z.stack[:len(z.stack)-1]
	st := z.nodes[i]
	copy(z.current, z.arrangementSets[i*z.words:])
	for c := chess.White; c <= chess.Black; c++ {
		for bb := st.pawns[c]; bb != 0; bb &= bb - 1 {
			z.moves(&st, z.current, c, bb.First())
		}
		z.arrivals(&st, z.current, c)
	}
}

// quiet returns the arrangements of a set in which a pawn can go to a square: no man attacks a king, and
// no man is on the square. The result is overwritten by the next call.
func (z *joint) quiet(set []uint64, to chess.Square) []uint64 {
	for i, w := range set {
		w &^= z.checked[0][i] | z.checked[1][i]
		if z.pocket.Has(to) {
			w &^= z.occupied[to][i]
		}
		z.quietSet[i] = w
	}
	return z.quietSet
}

// moves enters what a pawn of the window can do, and that an officer or king takes it, which may end a check.
func (z *joint) moves(st *configuration, set []uint64, c chess.Color, sq chess.Square) {
	without := *st // the window without the pawn
	without.pawns[c] &^= sq.BB()
	taken := without
	taken.cost = z.pay(z.pay(taken.cost, loses+price(c)), captures+price(c.Other()))
	z.addArrangements(&taken, set)

	to := sq.Ahead(c)
	last := to.Row() == 0 || to.Row() == 7
	switch {
	case last:
		z.promote(without, set, c, to)
	case !(st.pawns[0] | st.pawns[1]).Has(to):
		next := without
		next.pawns[c] |= to.BB()
		z.addArrangements(&next, z.quiet(set, to))
	}
	for _, side := range [...]int{-1, 1} {
		f, t, next := sq.File()+side, chess.Square(int(to)+side), without
		switch {
		case f < 0 || f > 7:
		case last:
			next.cost = z.pay(z.pay(next.cost, captures+price(c)), officerOn(c.Other(), t))
			z.promote(next, set, c, t)
		case f < z.lo:
			next.cost = z.pay(next.cost, leavesLeft+price(c))
			z.addArrangements(&next, z.quiet(set, t))
		case f > z.hi:
			next.cost = z.pay(next.cost, leavesRight+price(c))
			z.addArrangements(&next, z.quiet(set, t))
		case !st.pawns[c].Has(t):
			next.cost = z.pay(next.cost, captures+price(c))
			z.land(&next, set, c, t)
		}
	}
}

// land enters a configuration after a pawn has captured onto a square of the window, what it costs apart.
func (z *joint) land(next *configuration, set []uint64, c chess.Color, t chess.Square) {
	if o := c.Other(); next.pawns[o].Has(t) {
		next.pawns[o] &^= t.BB()
		next.cost = z.pay(next.cost, loses+price(o))
	} else {
		next.cost = z.pay(next.cost, officerOn(o, t))
	}
	next.pawns[c] |= t.BB()
	z.addArrangements(next, z.quiet(set, t))
}

// arrivals enters the captures of pawns that come in from other files.
func (z *joint) arrivals(st *configuration, set []uint64, c chess.Color) {
	arrive := func(f int, p price) {
		next := *st
		next.cost = z.pay(next.cost, p+price(c))
		if !z.allows(next.cost, 0) {
			return
		}
		for bb := chess.FileBB(f) &^ (st.pawns[c] | chess.RowBB(0) | chess.RowBB(7) | chess.RowBB(c.PawnRow())); bb != 0; bb &= bb - 1 {
			n := next
			z.land(&n, set, c, bb.First())
		}
	}
	if z.lo > 0 {
		arrive(z.lo, comesLeft)
	}
	if z.hi < 7 {
		arrive(z.hi, comesRight)
	}
}

// promote enters what can come of a promotion on a square, of a pawn that is taken off already.
func (z *joint) promote(next configuration, set []uint64, c chess.Color, t chess.Square) {
	next.cost = z.pay(next.cost, promotionOn(c, t))
	z.addArrangements(&next, z.quiet(set, t)) // to none of the men, or outside the pocket
	if !z.pocket.Has(t) {
		return
	}
	for i := range z.men {
		m := &z.men[i]
		if m.color != c || m.role == chess.King {
			continue
		}
		n := next
		if m.extraIfPromoted {
			n.cost = z.pay(n.cost, survives+price(c))
			if int(z.costs[n.cost].Lost[c]) >= z.window.Captures(c.Other()) {
				continue // of its kind none can have been taken
			}
		}
		became := make([]uint64, z.words)
		each(z.quiet(set, t), func(a int) {
			if a += m.stride * z.placeOf(t); z.placesOf[a-m.stride*z.placeOf(t)][i] == 0 && contains(z.consistent, a) {
				insert(became, a)
			}
		})
		z.addArrangements(&n, became)
	}
}

// each calls f with the numbers of a set.
func each(set []uint64, f func(int)) {
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			f(i<<6 + bits.TrailingZeros64(w))
		}
	}
}

// addArrangements adds arrangements to a configuration, and all that the men come to from there.
func (z *joint) addArrangements(st *configuration, set []uint64) {
	var some uint64
	for _, w := range set {
		some |= w
	}
	if some == 0 {
		return
	}
	i, fresh := z.nodeOf(st)
	if i < 0 {
		return
	}
	if fresh {
		for range z.words {
			z.arrangementSets = append(z.arrangementSets, 0)
		}
	}
	reach := z.arrangementSets[i*z.words : (i+1)*z.words]
	z.pending = z.pending[:0]
	each(set, func(a int) { z.addArrangement(reach, a) })
	if len(z.pending) == 0 {
		return
	}
	z.moveMen(st, reach)
	if st.pawns == z.goal && contains(reach, z.goalArrangement) && z.window.Ends(&z.costs[st.cost].PathCost) {
		z.reachedGoal = true
	}
	z.stack = append(z.stack, int32(i))
}

// addArrangement adds an arrangement that can be to those that are reached, and to the work if it is new.
func (z *joint) addArrangement(reach []uint64, a int) {
	if contains(z.consistent, a) && !contains(reach, a) {
		insert(reach, a)
		z.pending = append(z.pending, int32(a))
	}
}

// moveMen adds all that the men can do among the pawns as they stand, from the work on.
func (z *joint) moveMen(st *configuration, reach []uint64) {
	attacked := [2]chess.Bitboard{chess.AllPawnAttacks(chess.Black, st.pawns[1]), chess.AllPawnAttacks(chess.White, st.pawns[0])}
	for len(z.pending) > 0 {
		a := int(z.pending[len(z.pending)-1])
		z.pending = z.pending[:len(z.pending)-1]
		walls := st.pawns[0] | st.pawns[1]
		checked := [2]bool{contains(z.checked[0], a), contains(z.checked[1], a)}
		for i := range z.men {
			if sq := z.square(a, i); sq != chess.NoSquare {
				walls |= sq.BB()
				c := z.men[i].color
				checked[c] = checked[c] || z.men[i].role == chess.King && attacked[c].Has(sq)
			}
		}
		for i := range z.men {
			m := &z.men[i]
			to, out := chess.Bitboard(0), false
			if king := m.role == chess.King; !checked[m.color.Other()] && (king || !checked[m.color]) {
				if to, out = z.steps(m, z.square(a, i), walls); king {
					to &^= attacked[m.color]
				}
			}
			b := a - int(z.placesOf[a][i])*m.stride // without the man
			if out {
				z.addArrangement(reach, b)
			}
			for to &^= walls; to != 0; to &= to - 1 {
				if n := b + z.placeOf(to.First())*m.stride; m.role != chess.King || !contains(z.checked[m.color], n) {
					z.addArrangement(reach, n)
				}
			}
		}
	}
}

// steps returns the squares of the pocket to which a man moves from its square, or from outside if that is NoSquare, and whether it can go outside.
func (z *joint) steps(m *member, from chess.Square, walls chess.Bitboard) (to chess.Bitboard, out bool) {
	man, row := chess.NewPiece(m.color, m.role), chess.RowBB(m.color.BackRow())
	var castlingTo, castlingFrom chess.Bitboard // where castling puts the man, and where it comes from
	switch m.role {
	case chess.King:
		castlingTo, castlingFrom = row&(chess.FileBB(2)|chess.FileBB(6)), row&chess.FileBB(4)
	case chess.Rook:
		castlingTo, castlingFrom = row&(chess.FileBB(3)|chess.FileBB(5)), row&(chess.FileBB(0)|chess.FileBB(7))
	}
	if from != chess.NoSquare {
		to = chess.Attacks(man, from, walls) &^ walls
		if castlingFrom.Has(from) {
			to |= castlingTo
		}
		return to & z.pocket, to&^z.pocket != 0
	}
	for bb := z.pocket &^ walls; bb != 0; bb &= bb - 1 {
		if sq := bb.First(); chess.Attacks(man, sq, walls)&^walls&^z.pocket != 0 {
			to |= sq.BB()
		}
	}
	return to | castlingTo&z.pocket, false
}
