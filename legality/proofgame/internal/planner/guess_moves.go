package planner

import (
	"cmp"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofkernel/search"
)

// push adds a step of a pawn on its file, in either direction of the file, and reports whether no pawn is in the way. If one is, nothing
// changes. No step is added if from is to.
func (g *guesser) push(from, to chess.Square) bool {
	if from == to {
		return true
	}
	way := base.FilePath(from, to) &^ from.BB()
	for sq := range way.All() {
		if g.pawns[sq] != chess.NoPiece {
			return false
		}
	}
	c := g.pawns[from].Color()
	g.kernel.Extended = append(g.kernel.Extended, search.Step{Color: c, Role: chess.Pawn, From: from, To: to})
	g.pawns[to], g.pawns[from] = g.pawns[from], chess.NoPiece
	g.forPawns[to], g.forPawns[from] = g.forPawns[from], false
	return true
}

// moveToFile moves a pawn to the file of its goal by captures, at once or as late as it can, and reports whether it succeeded. If it fails,
// what was added to the kernel stays, and the attempt is of no use.
func (g *guesser) moveToFile(task plan, late bool) bool {
	sq, them := task.from, task.color.Other()
	for sq.File() != task.to.File() {
		next := sq.Ahead(task.color)
		to := chess.Square(int(next) + cmp.Compare(task.to.File(), sq.File()))
		filesLeft := base.Abs(task.to.File() - to.File())
		hasRows := (task.to.Row()-to.Row())*task.color.Forward() > filesLeft // the pawn may step before it captures
		v, ok := g.choosePawnVictim(them, to)
		// A pawn with rows to spare steps forward if it moves late or has no victim, and else in a quarter of the cases.
		if hasRows && !v.arrived && (late || !ok || g.rng.N(4) == 0) && g.push(sq, next) {
			sq = next
			continue
		}
		if !ok || to.Row() == task.color.LastRow() {
			return false
		}
		m := search.Move{Color: task.color, Pawn: true}
		switch {
		case v.pawn != chess.NoSquare:
			if !g.push(v.pawn, to) {
				return false
			}
			m.Victim = search.Pawn
			g.forPawns[to] = false
		case v.promotable != chess.NoSquare:
			m.Victim, m.VictimFile = search.Promoted, int8(v.promotable.File())
			last := g.promote(v.promotable)
			g.kernel.Extended = append(g.kernel.Extended, search.Step{Color: them, Role: chess.Queen, From: last, To: to})
		default:
			m.Victim = g.bringOfficer(them, v.kind, to)
		}
		g.capturePawnMove(m, sq, to)
		sq = to
	}
	return true
}

// A pawnVictim says what a pawn captures: pawn if it is given, or else promotable, or else an officer of the kind.
type pawnVictim struct {
	kind       base.Kind    // of the officer, or NoKind
	pawn       chess.Square // square of a pawn that stands where it is captured, or can step there; or NoSquare
	promotable chess.Square // square of a pawn that promotes and is captured as a queen, or NoSquare
	arrived    bool         // the pawn has been brought from another file for this capture
}

// choosePawnVictim chooses what a pawn captures on a square, a man of color c, and reports whether there is any: an officer or, in a
// quarter of the cases and if there is no officer, a pawn of forPawns that steps there. Failing both it is such a pawn that promotes or, in
// wide attempts, comes from another file.
func (g *guesser) choosePawnVictim(c chess.Color, to chess.Square) (v pawnVictim, ok bool) {
	v = pawnVictim{kind: g.chooseVictim(c, to), pawn: chess.NoSquare, promotable: chess.NoSquare}
	if v.kind == base.NoKind || g.rng.N(4) == 0 {
		v.pawn = g.findPawnVictim(c, to)
	}
	switch {
	case v.pawn != chess.NoSquare:
		return v, true
	case g.pawns[to] != chess.NoPiece: // another pawn stands there
		return v, false
	case v.kind != base.NoKind:
		return v, true
	}
	v.promotable = g.findPromotableVictim(c)
	if g.wide && (v.promotable == chess.NoSquare || g.rng.N(2) == 0) && g.bringPawn(c, to) {
		v.pawn, v.promotable, v.arrived = to, chess.NoSquare, true
	}
	return v, v.pawn != chess.NoSquare || v.promotable != chess.NoSquare
}

// bringOfficer adds a step of an officer of kind k from its home to a square, where it is captured, and returns its name in kernels.
func (g *guesser) bringOfficer(c chess.Color, k base.Kind, to chess.Square) search.Man {
	g.excess[c][k]--
	if from := g.homeOf(c, k); from != to {
		g.kernel.Extended = append(g.kernel.Extended, search.Step{Color: c, Role: k.Role(), From: from, To: to})
	}
	return manOfKind(k)
}

// capturePawnMove adds a capture by the pawn on from; m has its color and victim.
func (g *guesser) capturePawnMove(m search.Move, from, to chess.Square) {
	m.File, m.Index, m.ToFile = int8(from.File()), g.fileIndex(from), int8(to.File())
	g.pawns[from], g.pawns[to] = chess.NoPiece, g.pawns[from]
	m.ToIndex = g.fileIndex(to)
	g.addCapture(m, search.Step{Color: m.Color, Role: chess.Pawn, From: from, To: to, Capture: true})
}

// bringPawn brings a pawn of forPawns from another file to a square, by steps and captures of officers, and reports whether it succeeded.
// The pawn, of color c, is drawn from those that have rows and victims enough. If it fails, that pawn may stand elsewhere, and the kernel
// may be of no use.
func (g *guesser) bringPawn(c chess.Color, to chess.Square) bool {
	best, ties := chess.NoSquare, 0
	for i, isVictim := range g.forPawns {
		sq := chess.Square(i)
		files, rows := base.Abs(sq.File()-to.File()), (to.Row()-sq.Row())*c.Forward()
		if isVictim && g.pawns[sq].Color() == c && files > 0 && files <= min(rows, sumKinds(g.excess[c.Other()])) {
			if ties++; g.rng.N(ties) == 0 {
				best = sq
			}
		}
	}
	if best == chess.NoSquare {
		return false
	}
	for sq := best; ; {
		files, rows := to.File()-sq.File(), (to.Row()-sq.Row())*c.Forward()
		if rows == 0 {
			return true
		}
		next := sq.Ahead(c)
		if rows > base.Abs(files) && (files == 0 || g.rng.N(2) == 0) {
			if !g.push(sq, next) {
				return false
			}
			sq = next
			continue
		}
		if next = chess.Square(int(next) + cmp.Compare(files, 0)); g.pawns[next] != chess.NoPiece {
			return false
		}
		k := g.chooseVictim(c.Other(), next)
		if k == base.NoKind {
			return false
		}
		g.capturePawnMove(search.Move{Color: c, Pawn: true, Victim: g.bringOfficer(c.Other(), k, next)}, sq, next)
		g.forPawns[next], g.forPawns[sq] = true, false
		sq = next
	}
}

// findPawnVictim returns the square of a pawn of color c in forPawns that can step to a square or stands there; NoSquare if there is none.
func (g *guesser) findPawnVictim(c chess.Color, to chess.Square) chess.Square {
	for sq := to; ; sq = sq.Ahead(c.Other()) {
		if g.forPawns[sq] && g.pawns[sq].Color() == c {
			return sq
		}
		if g.pawns[sq] != chess.NoPiece || sq.Row() == c.BackRow() {
			return chess.NoSquare
		}
	}
}

// findPromotableVictim returns the square of a random pawn of color c in forPawns before which no pawn stands; NoSquare if there is none.
// It can promote first, so that it can be captured anywhere as a queen.
func (g *guesser) findPromotableVictim(c chess.Color) chess.Square {
	best, ties := chess.NoSquare, 0
	for i := range g.pawns {
		sq := chess.Square(i)
		if g.pawns[sq] == chess.NoPiece || !g.forPawns[sq] || g.pawns[sq].Color() != c {
			continue
		}
		free := true
		for next := sq; next.Row() != c.LastRow() && free; {
			next = next.Ahead(c)
			free = g.pawns[next] == chess.NoPiece
		}
		if free {
			if ties++; g.rng.N(ties) == 0 {
				best = sq
			}
		}
	}
	return best
}

// promote promotes the pawn on sq by steps, and returns its promotion square.
func (g *guesser) promote(sq chess.Square) chess.Square {
	c := g.pawns[sq].Color()
	last := chess.NewSquare(sq.File(), c.LastRow())
	g.kernel.Extended = append(g.kernel.Extended, search.Step{Color: c, Role: chess.Pawn, From: sq, To: last})
	g.pawns[sq], g.forPawns[sq] = chess.NoPiece, false
	return last
}

// sumKinds returns the sum over all kinds.
func sumKinds(counts [base.Kinds]int) (total int) {
	for _, count := range counts {
		total += count
	}
	return total
}
