package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// zone returns the squares where a king is in danger of being shut in or mated: those that
// pawns have to pass, those that enemy pawns will attack, and its home if the enemy
// comes there.
func (r *path) zone(c chess.Color) chess.Bitboard {
	zone := r.busy
	them := c.Other()
	var ways chess.Bitboard
	home := false
	for i := range r.jobs {
		t := &r.jobs[i]
		if !t.done && t.Color == them && t.Pawn != base.Nobody {
			ways |= t.Squares
		}
	}
	for bb := r.Board.Of(chess.Pawn); bb != 0; bb &= bb - 1 {
		u := r.At[bb.First()]
		if !r.canStep(u) {
			continue
		}
		way := base.FilePath(r.Men[u].Sq.Ahead(r.Men[u].Color), r.plan.InterimSquare(u))
		zone |= way
		if r.Men[u].Color == them {
			ways |= way
		}
	}
	zone |= chess.AllPawnAttacks(them, ways)
	first, second := chess.RowBB(c.BackRow()), chess.RowBB(c.PawnRow())
	home = ways&(first|second) != 0
	if home {
		zone |= first
		ends := ways & (first | second)
		if c == chess.White {
			ends |= ends << 8
		} else {
			ends |= ends >> 8
		}
		ends &= second
		for range 2 {
			ends |= ends&^chess.FileH<<1 | ends&^chess.FileA>>1
		}
		zone |= ends
	}
	return zone
}

// kingZone walks our king out of the zone.
func (r *path) kingZone() chess.Move {
	k := r.Board.King(r.Us)
	if !r.movable(r.At[k]) || r.staying>>r.At[k]&1 != 0 {
		return 0
	}
	zone := r.zone(r.Us)
	side := r.kingSide[r.Us]
	if !zone.Has(k) && side.Has(k) {
		return 0
	}
	stops := ^r.Danger()
	w, ok := r.FreeWay(k, chess.King, stops&^zone&side, stops)
	if !ok && zone.Has(k) {
		w, ok = r.FreeWay(k, chess.King, stops&^zone, stops)
	}
	if !ok {
		return 0
	}
	return r.Find(k, w.First, chess.NoRole)
}

// kingStep returns any quiet move of our king, if possible to none of the given squares.
func (r *path) kingStep(avoid chess.Bitboard) chess.Move {
	k := r.Board.King(r.Us)
	if !r.movable(r.At[k]) || r.staying>>r.At[k]&1 != 0 {
		return 0
	}
	stops := r.QuietStops(k, chess.King)
	if s := stops &^ avoid; s != 0 {
		stops = s
	}
	if stops == 0 {
		return 0
	}
	return r.Find(k, r.rng.Pick(stops), chess.NoRole)
}
