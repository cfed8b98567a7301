package proof

import (
	"iter"
	"math/bits"

	"chesscensus/chess"
)

// A simulation computes the truth of literals for given placements, 64 at a time.
type simulation struct {
	*rules
	places []place
	values []uint64
}

// newSimulation returns a simulation of the literals of men on the places.
func (r *rules) newSimulation(at []place) *simulation { return &simulation{rules: r, places: at} }

// truth returns the truth of l for each placement of a list of at most 64, one bit each.
func (s *simulation) truth(l literal, list []placement) uint64 {
	s.values = append(s.values[:0], make([]uint64, len(s.gates))...)
	for i, q := range s.places {
		for k := range 8 {
			var file, row uint64
			for b := range list {
				if int(list[b].At[i]&7) == k {
					file |= 1 << b
				}
				if int(list[b].At[i]>>3) == k {
					row |= 1 << b
				}
			}
			s.values[q.file[k].node()], s.values[q.row[k].node()] = file, row
		}
	}
	s.eval(s.values, 1)
	return word(s.values, l) & (1<<len(list) - 1)
}

// countCovered counts the placements to which the claim of a proof applies: those with its side to move
// and a measure that is not 0. It also counts those of them in which one of the proof's patterns is open and
// leads closer. It uses no solver: the circuits of the rules are computed for the placements.
// The claim must have From 0, and the caller passes only positions with Given predecessors.
func (p *Proof) countCovered(positions iter.Seq[placement]) (asked, covered int) {
	f := newQuestion(p.claim, p.Turn, steps)
	var ways []literal
	for _, pattern := range p.patterns {
		ways = append(ways, f.openWay(pattern))
	}
	anyWay := f.or(ways...)
	s := f.newSimulation(f.subject())
	var batch []placement
	flush := func() {
		asked += len(batch)
		covered += bits.OnesCount64(s.truth(anyWay, batch))
		batch = batch[:0]
	}
	for q := range positions {
		if q.Turn != p.Turn || f.scale != nil && !p.claim.AtTarget && f.scale.of(&q) == 0 {
			continue
		}
		if batch = append(batch, q); len(batch) == 64 {
			flush()
		}
	}
	flush()
	return asked, covered
}

// placements yields the placements of the material whose setup is s: one, or more if equal men can
// change places, or none if bishops stand on squares of the wrong color.
func (m *Material) placements(s chess.Setup) iter.Seq[placement] {
	return func(yield func(placement) bool) {
		p := placement{Turn: s.Turn}
		m.placeFrom(s.Board, 0, &p, yield)
	}
}

// placeFrom assigns squares of the board to the men from number i on, in all ways, and yields each
// complete placement. The board b holds the men that have no square yet.
func (m *Material) placeFrom(b chess.Board, i int, p *placement, yield func(placement) bool) bool {
	if i == len(m.Men) {
		return yield(*p)
	}
	man := m.Men[i]
	for set := b.Pieces(man.Color(), man.Role()); set != 0; set &= set - 1 {
		sq := chess.Square(bits.TrailingZeros64(uint64(set)))
		if m.Shade[i] >= 0 && shade(sq) != m.Shade[i] {
			continue
		}
		without := b
		without.Put(sq, chess.NoPiece)
		p.At[i] = sq
		if !m.placeFrom(without, i+1, p, yield) {
			return false
		}
	}
	return true
}
