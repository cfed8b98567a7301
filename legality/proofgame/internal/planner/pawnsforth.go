package planner

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofkernel/search"
)

// emit makes a kernel of the way back to a skeleton, and reports whether it came to its end. Pawns go on when they have to; with exact set
// at once, which always comes to its end but for what men are captured.
func (z *pawnsBack) emit(i int32, exact bool) bool {
	z.k = search.Kernel{}
	for sq := range z.at {
		z.at[sq] = chess.NoPiece
		z.left[sq] = false
	}
	n := &z.nodes[i]
	var homes [2]chess.Bitboard
	for c := chess.White; c <= chess.Black; c++ {
		for sq := range n.pawns[c].All() {
			homes[c] |= chess.NewSquare(sq.File(), c.PawnRow()).BB()
		}
		for k := range base.Kinds {
			z.excess[c][k], z.caged[c][k] = int(z.missing[c][k]), z.cagedAtHome(c, k).Count()
		}
		for sq := range z.start.Board.Pieces(c, chess.Pawn).All() {
			z.at[sq] = chess.NewPiece(c, chess.Pawn)
		}
	}
	for c := chess.White; c <= chess.Black; c++ {
		for sq := range (z.start.Board.Pieces(c, chess.Pawn) &^ homes[c]).All() {
			z.add(search.Move{Color: c.Other(), Victim: search.Pawn, ToFile: int8(sq.File()), ToIndex: z.index(sq)},
				search.Step{Color: c.Other(), From: chess.NoSquare, To: sq, Capture: true})
			z.at[sq] = chess.NoPiece
		}
	}
	var pool [2][]int8 // files on which men have promoted who are to be captured
	for ; n.from >= 0; n = &z.nodes[n.from] {
		if exact && !z.settle(&n.skeleton) || !z.redo(&n.by, &pool) {
			return false
		}
	}
	if exact && !z.settle(&n.skeleton) {
		return false
	}
	z.captureRest()
	return z.fits()
}

// settle brings all pawns to where they are in a skeleton.
func (z *pawnsBack) settle(s *skeleton) bool {
	for c := chess.White; c <= chess.Black; c++ {
		for sq := range s.pawns[c].All() {
			if !z.bring(c, sq) {
				return false
			}
		}
	}
	return true
}

// bring moves the pawn behind a square to it.
func (z *pawnsBack) bring(c chess.Color, to chess.Square) bool {
	for sq := to; ; sq = sq.Ahead(c.Other()) {
		if z.at[sq] == chess.NewPiece(c, chess.Pawn) {
			return z.push(sq, to)
		}
		if z.at[sq] != chess.NoPiece || sq.Row() == c.BackRow() {
			return false
		}
	}
}

// redo makes what an unstep took back.
func (z *pawnsBack) redo(u *unstep, pool *[2][]int8) bool {
	c, them := u.color, u.color.Other()
	if u.gives == nobody && u.promoted == noKind {
		return true
	}
	if !z.bring(c, u.before) {
		return false
	}
	if u.promoted == anyKind {
		pool[c] = append(pool[c], int8(u.at.File()))
	}
	if u.gives == nobody {
		z.promote(u.before)
		return true
	}
	m := search.Move{Color: c, Pawn: true}
	switch u.gives {
	case aPawn:
		if !z.bring(them, u.at) {
			return false
		}
		m.Victim = search.Pawn
	case aPromoted:
		files := pool[them]
		if len(files) == 0 {
			return false
		}
		j := z.rng.N(len(files))
		file := files[j]
		files[j] = files[len(files)-1]
		pool[them] = files[:len(files)-1]
		m.Victim, m.VictimFile = search.Promoted, file
		z.k.Extended = append(z.k.Extended, search.Step{Color: them, Role: chess.Queen, From: chess.NewSquare(int(file), them.LastRow()), To: u.at})
	default:
		k := base.LightBishop
		if u.at.Dark() {
			k = base.DarkBishop
		}
		if z.excess[them][k] == 0 {
			if k = z.victim(them, u.at); k == base.NoKind {
				return false
			}
		}
		m.Victim = z.officer(them, k, u.at)
	}
	if m.Victim != search.Pawn && z.at[u.at] != chess.NoPiece {
		return false
	}
	if u.promoted == noKind {
		z.capture(m, u.before, u.at)
		return true
	}
	k := base.Queen
	if u.promoted != anyKind {
		k = u.promoted
	}
	m.Promotion = manOf(k)
	m.File, m.Index, m.ToFile = int8(u.before.File()), z.index(u.before), int8(u.at.File())
	z.at[u.before] = chess.NoPiece
	z.add(m, search.Step{Color: c, Role: chess.Pawn, From: u.before, To: u.at, Capture: true, Promotion: k.Role()})
	return true
}
