package cage

import (
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// excludes reports whether no game leads to the setup, by Lemma 14. False means that there may be one, or that the search was too
// large.
//
// Invariant: for each path, the configuration that it ends in is in nodes, and the arrangement of the men is in its set, or both
// follow from an entry of the stack.
func (j *jointProjection) excludes() bool {
	start := make([]uint64, j.words)
	j.addStarts(start, 0, 0)
	j.reset(configuration{pawns: [2]chess.Bitboard{chess.RowBB(1) & j.files, chess.RowBB(6) & j.files}}, start)
	for len(j.stack) > 0 && !j.reachedGoal && len(j.nodes) <= j.limit {
		j.expand()
	}
	return len(j.stack) == 0 && len(j.nodes) <= j.limit && !j.reachedGoal && !j.window.Gone()
}

// reset empties the search and adds the configuration first, in which nothing has been paid, with a set of arrangements.
func (j *jointProjection) reset(first configuration, set []uint64) {
	j.projection.reset()
	j.arrangementSets, j.reachedGoal = j.arrangementSets[:0], false
	j.allowingSet, j.current = make([]uint64, j.words), make([]uint64, j.words)
	nothing := proofkernel.PathCost{Left: proofkernel.EmptyWord, Right: proofkernel.EmptyWord}
	first.secondSquare, first.cost = chess.NoSquare, j.numberOf(&nothing)
	j.addArrangements(&first, set)
}

// expand takes a configuration off the stack and adds all that pawns can do in it.
func (j *jointProjection) expand() {
	i := int(j.stack[len(j.stack)-1])
	j.stack = j.stack[:len(j.stack)-1]
	st := j.nodes[i]
	copy(j.current, j.arrangementSets[i*j.words:])
	j.eachPawnMove(&st, func(m pawnMove, c chess.Color, after configuration, target chess.Square) {
		switch m {
		case pawnIsTaken: // which may end a check
			j.addArrangements(&after, j.current)
		case pawnSteps, pawnLeaves:
			j.addArrangements(&after, j.allowingPawnTo(j.current, target))
		case pawnCaptures:
			j.addCaptureOn(&after, c, target)
		case pawnPromotes, pawnPromotesByCapture:
			j.addPromotion(after, c, target)
		}
	})
}

// allowingPawnTo returns the arrangements of a set in which a pawn can go to a square: no man attacks a king, and no man is on
// the square. The next call overwrites the result.
func (j *jointProjection) allowingPawnTo(set []uint64, to chess.Square) []uint64 {
	for i, word := range set {
		word &^= j.checked[0][i] | j.checked[1][i]
		if j.pocket.Has(to) {
			word &^= j.occupied[to][i]
		}
		j.allowingSet[i] = word
	}
	return j.allowingSet
}

// addCaptureOn adds the configuration after a pawn of color c has captured onto a target square of the window. The cost of the
// capture itself is paid already.
func (j *jointProjection) addCaptureOn(next *configuration, c chess.Color, target chess.Square) {
	if o := c.Other(); next.pawns[o].Has(target) {
		next.pawns[o] &^= target.BB()
		next.cost = j.pay(next.cost, loses+price(o))
	} else {
		next.cost = j.pay(next.cost, officerOn(o, target))
	}
	next.pawns[c] |= target.BB()
	j.addArrangements(next, j.allowingPawnTo(j.current, target))
}

// addPromotion adds what a promotion on the target square can lead to. In next, the pawn has left the window already. It became
// one of the men, on a square of the pocket, or a man that is not followed there.
func (j *jointProjection) addPromotion(next configuration, c chess.Color, target chess.Square) {
	next.cost = j.pay(next.cost, promotionOn(c, target))
	j.addArrangements(&next, j.allowingPawnTo(j.current, target)) // the promoted man is not followed, or not in the pocket
	if !j.pocket.Has(target) {
		return
	}
	for i := range j.men {
		m := &j.men[i]
		if m.color != c || m.role == chess.King {
			continue
		}
		n := next
		if m.extraIfPromoted {
			n.cost = j.pay(n.cost, survives+price(c))
			if int(j.costs[n.cost].Lost[c]) >= j.window.Captures(c.Other()) {
				continue // no man of its kind was taken, as the captures by the other color all took pawns
			}
		}
		promoted := make([]uint64, j.words)
		each(j.allowingPawnTo(j.current, target), func(before int) {
			after := before + m.stride*j.placeOf(target)
			if isOutside := j.placesOf[before][i] == 0; isOutside && contains(j.consistent, after) {
				insert(promoted, after)
			}
		})
		j.addArrangements(&n, promoted)
	}
}

// each calls f with every number of a set.
func each(set []uint64, f func(int)) {
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			f(i<<6 + bits.TrailingZeros64(w))
		}
	}
}

// addArrangements adds arrangements to a configuration, with all arrangements to which the men move from there. If some are new,
// the configuration goes on the stack, again if it was expanded before. It sets reachedGoal if the configuration is a goal.
func (j *jointProjection) addArrangements(st *configuration, set []uint64) {
	var union uint64
	for _, word := range set {
		union |= word
	}
	if union == 0 {
		return
	}
	i, fresh := j.nodeOf(st)
	if i < 0 {
		return
	}
	if fresh {
		for range j.words {
			j.arrangementSets = append(j.arrangementSets, 0)
		}
	}
	reach := j.arrangementSets[i*j.words : (i+1)*j.words]
	j.pending = j.pending[:0]
	each(set, func(a int) { j.addArrangement(reach, a) })
	if len(j.pending) == 0 {
		return
	}
	j.moveMen(st, reach)
	if st.pawns == j.goal && contains(reach, j.goalArrangement) && j.window.Ends(&j.costs[st.cost].PathCost) {
		j.reachedGoal = true
	}
	j.stack = append(j.stack, int32(i))
}

// addArrangement adds arrangement a, if it is consistent and new, to reach and to pending.
func (j *jointProjection) addArrangement(reach []uint64, a int) {
	if contains(j.consistent, a) && !contains(reach, a) {
		insert(reach, a)
		j.pending = append(j.pending, int32(a))
	}
}

// moveMen adds the arrangements to which the men move from those in pending, while the pawns stand as in st. It observes the
// conditions of Lemma 14: while a king is in check, only this king moves, and a king goes to no attacked square.
func (j *jointProjection) moveMen(st *configuration, reach []uint64) {
	attacked := [2]chess.Bitboard{chess.AllPawnAttacks(chess.Black, st.pawns[1]), chess.AllPawnAttacks(chess.White, st.pawns[0])}
	for len(j.pending) > 0 {
		a := int(j.pending[len(j.pending)-1])
		j.pending = j.pending[:len(j.pending)-1]
		walls := st.pawns[0] | st.pawns[1]
		// Kings of either color in check, by men or pawns.
		checked := [2]bool{contains(j.checked[0], a), contains(j.checked[1], a)}
		for i := range j.men {
			if sq := j.square(a, i); sq != chess.NoSquare {
				walls |= sq.BB()
				c := j.men[i].color
				checked[c] = checked[c] || j.men[i].role == chess.King && attacked[c].Has(sq)
			}
		}
		for i := range j.men {
			m := &j.men[i]
			isKing := m.role == chess.King
			if checked[m.color.Other()] || checked[m.color] && !isKing {
				continue
			}
			to, out := j.stepsOf(m, j.square(a, i), walls)
			if isKing {
				to &^= attacked[m.color]
			}
			without := a - int(j.placesOf[a][i])*m.stride // a with the man outside
			if out {
				j.addArrangement(reach, without)
			}
			for to &^= walls; to != 0; to &= to - 1 {
				if n := without + j.placeOf(to.First())*m.stride; !isKing || !contains(j.checked[m.color], n) {
					j.addArrangement(reach, n)
				}
			}
		}
	}
}

// stepsOf returns the squares of the pocket to which a man moves from its square, and whether it can move out of the pocket. If
// from is NoSquare, the man comes in from outside. Castling counts as a move of each of the two men.
func (j *jointProjection) stepsOf(m *member, from chess.Square, walls chess.Bitboard) (to chess.Bitboard, out bool) {
	man, row := chess.NewPiece(m.color, m.role), chess.RowBB(m.color.BackRow())
	var castlingTo, castlingFrom chess.Bitboard // squares to which castling takes the man, and those from which
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
		return to & j.pocket, to&^j.pocket != 0
	}
	for bb := j.pocket &^ walls; bb != 0; bb &= bb - 1 {
		if sq := bb.First(); chess.Attacks(man, sq, walls)&^walls&^j.pocket != 0 {
			to |= sq.BB()
		}
	}
	return to | castlingTo&j.pocket, false
}
