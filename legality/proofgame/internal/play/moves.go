package play

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// isQuiet reports whether a legal move is neither irreversible nor castling, and its man is neither immobile nor an arrived victim.
func (s *scene) isQuiet(m chess.Move) bool {
	u := s.At[m.From()]
	return !m.Irreversible() && !m.Castles() && (s.fixed.immobile|s.arrived)>>u&1 == 0
}

// anyQuietMove returns a random move of a man that is not immobile, without capture, pawn move or castling; 0 if there is none.
func (s *scene) anyQuietMove() chess.Move {
	var best choice
	for _, m := range s.Moves {
		if !m.Irreversible() && !m.Castles() && s.canMove(s.At[m.From()]) {
			best.offer(s.rng, m, 0)
		}
	}
	return best.move
}

// A choice is the cheapest of the moves offered to it, drawn at random from several of the same cost.
type choice struct {
	move       chess.Move
	cost, ties int
}

// offer offers a move of the given cost to the choice.
func (c *choice) offer(rng *base.RNG, m chess.Move, cost int) {
	if c.ties == 0 || cost < c.cost {
		c.cost, c.ties = cost, 0
	}
	if cost == c.cost {
		if c.ties++; rng.N(c.ties) == 0 {
			c.move = m
		}
	}
}

// Chances in percent of giving a check that the enemy can answer by a quiet move.
const (
	captureCheckPercent = 25
	releaseCheckPercent = 20 // by a pawn that was held back
	stepCheckPercent    = 4  // by another pawn
)

// mayPlay reports whether move m gives no check or, by chance, one to which the enemy has a quiet reply.
func (s *scene) mayPlay(m chess.Move, checkPercent int) bool {
	return !s.GivesCheck(m) || s.rng.Chance(checkPercent) && s.hasQuietReply(m)
}

// hasQuietReply reports whether the enemy has a move after m that is neither a capture nor a pawn move. With Revise the move has to be
// one of a man that is not immobile.
func (s *scene) hasQuietReply(m chess.Move) bool {
	next := s.Pos.Play(m)
	var buf [256]chess.Move
	return slices.ContainsFunc(next.Moves(buf[:0]), func(reply chess.Move) bool {
		return !reply.Irreversible() && (!s.revise || s.canMove(s.At[reply.From()]))
	})
}

// An attackCount says how our men attack a set of squares, before we move.
type attackCount struct {
	squares   chess.Bitboard
	known     bool
	count     int            // number of pairs of an attacker and an attacked square
	attackers chess.Bitboard // squares of our men that attack the set
	lines     chess.Bitboard // squares between attackers and the set
}

// attacksOn returns how we attack the squares of a set. The result is cached until the position changes.
func (s *scene) attacksOn(set chess.Bitboard) *attackCount {
	c := &s.attackCache
	if c.known && c.squares == set {
		return c
	}
	*c = attackCount{squares: set, known: true}
	occ := s.Occ &^ s.Board.King(s.Them).BB()
	for ; set != 0; set &= set - 1 {
		sq := set.First()
		men := s.Board.Attackers(sq, s.Us, occ)
		c.count += men.Count()
		c.attackers |= men
		for ; men != 0; men &= men - 1 {
			c.lines |= chess.Between(sq, men.First())
		}
	}
	return c
}

// reduceAttacks returns a quiet move after which we attack the squares of a set less often, or 0. Only men that attack some of them, or
// that step between an attacker and the set, can do that.
func (s *scene) reduceAttacks(set chess.Bitboard) chess.Move {
	now := s.attacksOn(set)
	fewest, ties := now.count, 0
	var best chess.Move
	for _, m := range s.Moves {
		if !now.attackers.Has(m.From()) && !now.lines.Has(m.To()) {
			continue
		}
		if !s.isQuiet(m) || s.GivesCheck(m) || set.Has(m.To()) {
			continue
		}
		count := s.attacksAfter(m, set)
		if count < fewest {
			best, fewest, ties = m, count, 1
		} else if count == fewest && best != 0 {
			if ties++; s.rng.N(ties) == 0 {
				best = m
			}
		}
	}
	return best
}

// attacksAfter returns how often our men attack the squares of a set after move m.
func (s *scene) attacksAfter(m chess.Move, set chess.Bitboard) (n int) {
	next := s.Pos.Play(m)
	b := next.Board()
	occ := b.Occupied() &^ b.King(s.Them).BB()
	for ; set != 0; set &= set - 1 {
		n += b.Attackers(set.First(), s.Us, occ).Count()
	}
	return n
}
