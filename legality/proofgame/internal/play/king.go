package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// dangerZone returns the squares where the king of color c may be shut in or mated: those that pawns have to pass, those that enemy
// pawns will attack on their way, and the first two rows where enemy pawns arrive there.
func (p *path) dangerZone(c chess.Color) chess.Bitboard {
	zone := p.taskSquares
	them := c.Other()
	var ways chess.Bitboard // squares that enemy pawns pass
	for _, j := range p.open() {
		if j.Color == them && j.Pawn != base.NoMan {
			ways |= j.Squares
		}
	}
	for bb := p.Board.Of(chess.Pawn); bb != 0; bb &= bb - 1 {
		u := p.At[bb.First()]
		if !p.hasStep(u) {
			continue
		}
		way := base.FilePath(p.Men[u].Sq.Ahead(p.Men[u].Color), p.plan.InterimSquare(u))
		zone |= way
		if p.Men[u].Color == them {
			ways |= way
		}
	}
	zone |= chess.AllPawnAttacks(them, ways)
	first, second := chess.RowBB(c.BackRow()), chess.RowBB(c.PawnRow())
	arrivals := ways & (first | second)
	if arrivals == 0 {
		return zone
	}
	// The back row, and on the second row the files of the arrivals and two more to each side.
	arrivals = (arrivals | arrivals.Ahead(c)) & second
	for range 2 {
		arrivals |= arrivals&^chess.FileH<<1 | arrivals&^chess.FileA>>1
	}
	return zone | first | arrivals
}

// leaveDangerZone returns a move of our king out of its danger zone or into its king region, or 0.
func (p *path) leaveDangerZone() chess.Move {
	k := p.Board.King(p.Us)
	if !p.canMove(p.At[k]) || p.settled>>p.At[k]&1 != 0 {
		return 0
	}
	zone := p.dangerZone(p.Us)
	side := p.kingRegion[p.Us]
	if !zone.Has(k) && side.Has(k) {
		return 0
	}
	stops := ^p.AttackedByEnemy()
	way, ok := p.FreeWay(k, chess.King, stops&^zone&side, stops)
	if !ok && zone.Has(k) {
		way, ok = p.FreeWay(k, chess.King, stops&^zone, stops)
	}
	if !ok {
		return 0
	}
	return p.FindMove(k, way.First, chess.NoRole)
}

// kingStep returns a random quiet move of our king, to none of the given squares if possible; 0 if there is none.
func (p *path) kingStep(avoid chess.Bitboard) chess.Move {
	k := p.Board.King(p.Us)
	if !p.canMove(p.At[k]) || p.settled>>p.At[k]&1 != 0 {
		return 0
	}
	stops := p.QuietStops(k, chess.King)
	if s := stops &^ avoid; s != 0 {
		stops = s
	}
	if stops == 0 {
		return 0
	}
	return p.FindMove(k, p.rng.Pick(stops), chess.NoRole)
}
