package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// A promoter is a pawn that promotes on sq to a role still open.
type promoter struct {
	pawn     int8
	sq       chess.Square
	captured bool // it is to be captured: any role will do
}

// A chooser decides what pawns promote to.
type chooser struct {
	*Schedule
	shutIn chess.Bitboard // promotion squares of bishops that will never leave
}

// promotions chooses at random what pawns promote to, such that the goal's officers come
// out: bishops first, since they need the right color.
func (r *chooser) promotions() error {
	for c := chess.White; c <= chess.Black; c++ {
		need, open := r.needs(c)
		r.shutIn = 0
		for _, p := range open {
			if p.captured {
				r.Becomes[p.pawn] = [...]chess.Role{chess.Queen, chess.Rook, chess.Knight}[r.RNG.N(3)]
			}
		}
		shut := r.shutFiles(c, chess.Bishop, open)
		for _, k := range [...]base.Kind{base.DarkBishop, base.LightBishop} {
			for ; need[k] > 0; need[k]-- {
				p := r.chooseForBishop(open, k, shut)
				if p == nil && shut != 0 {
					p = r.chooseForBishop(open, k, 0)
				}
				if p == nil {
					return errPromotions
				}
				r.Becomes[p.pawn], p.pawn = k.Role(), base.Nobody
			}
		}
		if !r.promoteKnights(c, &need, open) {
			return errPromotions
		}
		for i := range open {
			p := &open[i]
			if p.captured || p.pawn == base.Nobody {
				continue
			}
			total := need[base.Queen] + need[base.Rook] + need[base.Knight]
			if total <= 0 {
				return errPromotions
			}
			pick := r.RNG.N(total)
			for _, k := range [...]base.Kind{base.Queen, base.Rook, base.Knight} {
				if pick -= need[k]; pick < 0 {
					r.Becomes[p.pawn] = k.Role()
					need[k]--
					break
				}
			}
		}
		for _, n := range need {
			if n != 0 {
				return errPromotions
			}
		}
	}
	return nil
}

// promoteKnights chooses the pawns that become knights, where some squares do not let them go.
func (r *chooser) promoteKnights(c chess.Color, need *[base.Kinds]int, open []promoter) bool {
	barred := r.Barred.Knights[c]
	shut := r.shutFiles(c, chess.Knight, open)
	if barred|shut == 0 {
		return true
	}
	for ; need[base.Knight] > 0; need[base.Knight]-- {
		best := r.chooseForKnight(open, barred|shut)
		if best == nil && shut != 0 {
			best = r.chooseForKnight(open, barred)
		}
		if best == nil {
			return false
		}
		r.Becomes[best.pawn], best.pawn = chess.Knight, base.Nobody
	}
	return true
}

// chooseForKnight chooses a promoter to a knight that is on none of the barred files, nil if there is none.
func (r *chooser) chooseForKnight(open []promoter, barred uint8) (best *promoter) {
	count := 0
	for i := range open {
		p := &open[i]
		if p.captured || p.pawn == base.Nobody || barred>>p.sq.File()&1 != 0 {
			continue
		}
		if count++; r.RNG.N(count) == 0 {
			best = p
		}
	}
	return best
}

// shutFiles returns the files on whose last square a man of a role that is promoted there would
// be shut in by the pawns of the goal, and is not wanted: looked at in most restarts that may
// revise the list only, since some pawn may come later.
func (r *chooser) shutFiles(c chess.Color, role chess.Role, open []promoter) (files uint8) {
	if !r.Revise || r.RNG.Chance(20) {
		return 0
	}
	pawns := r.Goal.Board.Of(chess.Pawn)
	for i := range open {
		sq := open[i].sq
		if reach := chess.Flood(role, sq.BB(), pawns); base.Small(role, reach) && reach&r.Goal.Board.Pieces(c, role) == 0 {
			files |= 1 << sq.File()
		}
	}
	return files
}

// chooseForBishop chooses a promoter for a bishop: on a square where the goal shows one behind
// pawns that never move if there is such a square, else at random, but on none of the shut
// files.
func (r *chooser) chooseForBishop(open []promoter, k base.Kind, shut uint8) *promoter {
	var best *promoter
	count := 0
	for i := range open {
		p := &open[i]
		if p.pawn == base.Nobody || p.captured || !k.Squares().Has(p.sq) {
			continue
		}
		if (r.Barred.Bishops[r.Men[p.pawn].Color]|shut)>>p.sq.File()&1 != 0 {
			continue
		}
		if chess.Flood(chess.Bishop, p.sq.BB(), r.fixed) == p.sq.BB() {
			// Shut in for good: one that the goal shows, the last to come, and no other.
			c := r.Men[p.pawn].Color
			if r.Goal.Board.Pieces(c, chess.Bishop).Has(p.sq) && !r.shutIn.Has(p.sq) {
				r.shutIn |= p.sq.BB()
				return r.lastOf(open[i:], p.sq)
			}
			continue
		}
		if count++; r.RNG.N(count) == 0 {
			best = p
		}
	}
	return best
}

// lastOf returns the last of the pawns that promote on a square: the list has those of
// the path first, then the others from row 1 upwards.
func (r *chooser) lastOf(open []promoter, sq chess.Square) *promoter {
	var last *promoter
	for i := range open {
		p := &open[i]
		if p.sq != sq || p.pawn == base.Nobody || p.captured {
			continue
		}
		free := r.End[p.pawn] != chess.NoSquare
		if last == nil || !free || (r.row(p.pawn)-r.row(last.pawn))*r.Men[p.pawn].Color.Forward() < 0 {
			last = p
		}
	}
	return last
}

// needs returns how many promotions to each kind are still to be chosen, and for which
// pawns.
func (r *chooser) needs(c chess.Color) (need [base.Kinds]int, open []promoter) {
	for k := range base.Kinds {
		need[k] = k.Of(&r.Goal.Board, c).Count() - k.Of(&r.Board, c).Count()
	}
	open = r.promoters[:0]
	captured := uint32(0)
	for i := range r.Tasks {
		t := &r.Tasks[i]
		if t.Act == Capture && t.Color != c {
			if t.Kind != base.NoKind {
				need[t.Kind]++
			} else if u := t.Victim; r.Men[u].Role == chess.Pawn {
				captured |= 1 << u
			} else { // a bishop locked in at home
				need[base.KindOf(r.Men[u].Role, r.Men[u].Sq)]++
			}
		}
	}
	for i := range r.Tasks {
		t := &r.Tasks[i]
		if t.Color != c || t.Pawn == base.Nobody || t.To.Row() != c.LastRow() {
			continue
		}
		r.Born[t.Pawn] = t.To
		if captured>>t.Pawn&1 != 0 {
			r.Born[t.Pawn] = chess.NoSquare
		}
		if t.Act == Capture && t.Promotion != chess.NoRole {
			r.Becomes[t.Pawn] = t.Promotion
			if captured>>t.Pawn&1 == 0 {
				need[base.KindOf(t.Promotion, t.To)]--
			}
			continue
		}
		open = append(open, promoter{t.Pawn, t.To, captured>>t.Pawn&1 != 0})
	}
	for u := range int8(r.Size) {
		if r.Men[u].Color == c && r.End[u] != chess.NoSquare && r.End[u].Row() == c.LastRow() {
			r.Born[u] = r.End[u]
			open = append(open, promoter{u, r.End[u], false})
		}
	}
	r.promoters = open
	return need, open
}
