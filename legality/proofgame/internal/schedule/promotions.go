package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// A promoter is a pawn that promotes on sq to a role that is still to be chosen. Once chosen, pawn is NoMan.
type promoter struct {
	pawn       int8
	sq         chess.Square
	isCaptured bool // the promoted man is captured later, so that any role will do
}

// isOpen reports whether the role of a promoter is still to be chosen, and matters.
func (p *promoter) isOpen() bool { return p.pawn != base.NoMan && !p.isCaptured }

// anyFilePercent is the chance in percent that promotions are not kept off files that the pawns of the goal shut in, since these may come
// later.
const anyFilePercent = 20

// A chooser decides what pawns promote to.
type chooser struct {
	*Schedule
	shutIn chess.Bitboard // promotion squares of bishops that will never leave
}

// choosePromotions chooses at random what pawns promote to, so that the officers of the goal come out. Bishops are chosen first, since
// they need a square of their color; then knights, since some squares are bad for them; then the others.
func (ch *chooser) choosePromotions() error {
	for c := chess.White; c <= chess.Black; c++ {
		need, open := ch.countNeeds(c)
		ch.shutIn = 0
		for _, p := range open {
			if p.isCaptured {
				ch.PromotionRole[p.pawn] = [...]chess.Role{chess.Queen, chess.Rook, chess.Knight}[ch.RNG.N(3)]
			}
		}
		if !ch.promoteBishops(c, &need, open) || !ch.promoteKnights(c, &need, open) || !ch.promoteOthers(&need, open) ||
			need != [base.Kinds]int{} {
			return errPromotions
		}
	}
	return nil
}

// promoteBishops chooses the pawns that become bishops and reports whether there are enough.
func (ch *chooser) promoteBishops(c chess.Color, need *[base.Kinds]int, open []promoter) bool {
	shutFiles := ch.shutInFiles(c, chess.Bishop, open)
	for _, k := range [...]base.Kind{base.DarkBishop, base.LightBishop} {
		choose := func(barred uint8) *promoter { return ch.chooseForBishop(open, k, ch.Barred.Bishops[c]|barred) }
		if !ch.promoteKind(k, &need[k], shutFiles, choose) {
			return false
		}
	}
	return true
}

// promoteKnights chooses the pawns that become knights if some promotion squares do not let knights go, and reports whether there are
// enough.
func (ch *chooser) promoteKnights(c chess.Color, need *[base.Kinds]int, open []promoter) bool {
	shutFiles, barred := ch.shutInFiles(c, chess.Knight, open), ch.Barred.Knights[c]
	return shutFiles|barred == 0 || ch.promoteKind(base.Knight, &need[base.Knight], shutFiles, func(files uint8) *promoter {
		return ch.chooseForKnight(open, barred|files)
	})
}

// promoteKind makes officers of kind k of the promoters that choose returns, as many as are needed, and reports whether there are enough.
// They promote on none of the shut files, unless choose returns nil for these.
func (ch *chooser) promoteKind(k base.Kind, need *int, shutFiles uint8, choose func(barred uint8) *promoter) bool {
	for ; *need > 0; *need-- {
		p := choose(shutFiles)
		if p == nil && shutFiles != 0 {
			p = choose(0)
		}
		if p == nil {
			return false
		}
		ch.PromotionRole[p.pawn], p.pawn = k.Role(), base.NoMan
	}
	return true
}

// promoteOthers draws what the remaining pawns become: each draws from the queens, rooks and knights still needed, in proportion to
// their numbers. It reports whether there is a need for all pawns.
func (ch *chooser) promoteOthers(need *[base.Kinds]int, open []promoter) bool {
	for i := range open {
		p := &open[i]
		if !p.isOpen() {
			continue
		}
		total := need[base.Queen] + need[base.Rook] + need[base.Knight]
		if total <= 0 {
			return false
		}
		pick := ch.RNG.N(total)
		for _, k := range [...]base.Kind{base.Queen, base.Rook, base.Knight} {
			if pick -= need[k]; pick < 0 {
				ch.PromotionRole[p.pawn] = k.Role()
				need[k]--
				break
			}
		}
	}
	return true
}

// chooseForKnight returns a random promoter on none of the barred files, or nil if there is none.
func (ch *chooser) chooseForKnight(open []promoter, barred uint8) (best *promoter) {
	ties := 0
	for i := range open {
		p := &open[i]
		if !p.isOpen() || barred>>p.sq.File()&1 != 0 {
			continue
		}
		if ties++; ch.RNG.N(ties) == 0 {
			best = p
		}
	}
	return best
}

// shutInFiles returns the files on whose last square a promoted man of a role would be shut in by the pawns of the goal though the goal
// has no such man there. It returns none without Revise, and none with anyFilePercent.
func (ch *chooser) shutInFiles(c chess.Color, role chess.Role, open []promoter) (files uint8) {
	if !ch.Revise || ch.RNG.Chance(anyFilePercent) {
		return 0
	}
	pawns := ch.Goal.Board.Of(chess.Pawn)
	for i := range open {
		sq := open[i].sq
		if reach := chess.Flood(role, sq.BB(), pawns); base.IsCage(role, reach) && reach&ch.Goal.Board.Pieces(c, role) == 0 {
			files |= 1 << sq.File()
		}
	}
	return files
}

// chooseForBishop returns a promoter for a bishop of a kind, or nil if there is none. It takes a square where the goal shows a bishop
// behind pawns that never move if there is such a square, and else a random square on none of the barred files.
func (ch *chooser) chooseForBishop(open []promoter, kind base.Kind, barred uint8) *promoter {
	var best *promoter
	ties := 0
	for i := range open {
		p := &open[i]
		if !p.isOpen() || !kind.Squares().Has(p.sq) || barred>>p.sq.File()&1 != 0 {
			continue
		}
		if chess.Flood(chess.Bishop, p.sq.BB(), ch.fixedPawns) == p.sq.BB() {
			// A bishop promoted here never leaves: the goal has to show it, and it has to be the last that promotes here.
			c := ch.Men[p.pawn].Color
			if ch.Goal.Board.Pieces(c, chess.Bishop).Has(p.sq) && !ch.shutIn.Has(p.sq) {
				ch.shutIn |= p.sq.BB()
				return ch.lastPromoter(open[i:], p.sq)
			}
			continue
		}
		if ties++; ch.RNG.N(ties) == 0 {
			best = p
		}
	}
	return best
}

// lastPromoter returns the pawn that promotes last on sq. The list has the pawns of the path first, then the others of a file from row
// 1 upwards. If White has both, it returns the last of the path, which is wrong; to mend that would change the games of some goals.
func (ch *chooser) lastPromoter(open []promoter, sq chess.Square) *promoter {
	var last *promoter
	for i := range open {
		p := &open[i]
		if p.sq != sq || !p.isOpen() {
			continue
		}
		isOfPath := ch.End[p.pawn] == chess.NoSquare // it promotes in a task
		if last == nil || isOfPath || (ch.pawnRow(p.pawn)-ch.pawnRow(last.pawn))*ch.Men[p.pawn].Color.Forward() < 0 {
			last = p
		}
	}
	return last
}

// countNeeds returns how many promotions to each kind are still to be chosen, and the pawns for which they are open.
func (ch *chooser) countNeeds(c chess.Color) (need [base.Kinds]int, open []promoter) {
	for k := range base.Kinds {
		need[k] = k.Of(&ch.Goal.Board, c).Count() - k.Of(&ch.Board, c).Count()
	}
	open = ch.promoters[:0]
	captured := uint32(0)
	for i := range ch.Tasks {
		t := &ch.Tasks[i]
		if t.Act == Capture && t.Color != c {
			if t.Kind != base.NoKind {
				need[t.Kind]++
			} else if u := t.Man; ch.Men[u].Role == chess.Pawn {
				captured |= 1 << u
			} else { // a bishop locked in at home
				need[base.KindOf(ch.Men[u].Role, ch.Men[u].Sq)]++
			}
		}
	}
	for i := range ch.Tasks {
		t := &ch.Tasks[i]
		if t.Color != c || t.Pawn == base.NoMan || t.To.Row() != c.LastRow() {
			continue
		}
		ch.PromotionSquare[t.Pawn] = t.To
		if captured>>t.Pawn&1 != 0 {
			ch.PromotionSquare[t.Pawn] = chess.NoSquare
		}
		if t.Act == Capture && t.Promotion != chess.NoRole {
			ch.PromotionRole[t.Pawn] = t.Promotion
			if captured>>t.Pawn&1 == 0 {
				need[base.KindOf(t.Promotion, t.To)]--
			}
			continue
		}
		open = append(open, promoter{t.Pawn, t.To, captured>>t.Pawn&1 != 0})
	}
	for u := range int8(ch.Size) {
		if ch.Men[u].Color == c && ch.End[u] != chess.NoSquare && ch.End[u].Row() == c.LastRow() {
			ch.PromotionSquare[u] = ch.End[u]
			open = append(open, promoter{u, ch.End[u], false})
		}
	}
	ch.promoters = open
	return need, open
}
