package proof

import (
	"iter"
	"math/bits"

	"chesscensus/chess"
)

// A simulation computes a literal for given placements, 64 at a time.
type simulation struct {
	*rules
	at     []place
	values []uint64
}

func (r *rules) simulate(at []place) *simulation { return &simulation{rules: r, at: at} }

// value returns a bit for each placement of a list of at most 64.
func (s *simulation) value(l lit, list []placement) uint64 {
	s.values = append(s.values[:0], make([]uint64, len(s.gates))...)
	for i, q := range s.at {
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

// covered counts the placements of a sequence that a proof speaks of, those of its side to move with a
// measure that is not 0, and those of them from which one of its patterns is open and leads closer,
// without any solver: the circuits of the rules are computed for the placements, 64 at a time.
// The claim must have From 0, and the caller sees to it that the positions have Given predecessors.
func (p *Proof) covered(positions iter.Seq[placement]) (asked, covered int) {
	f := newQuestion(p.claim, p.Turn, steps)
	var ways []lit
	for _, pattern := range p.patterns {
		ways = append(ways, f.way(pattern))
	}
	any := f.or(ways...)
	s := f.simulate(f.subject())
	var batch []placement
	flush := func() {
		asked += len(batch)
		covered += bits.OnesCount64(s.value(any, batch))
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

// placements yields the ways to read a setup as a placement of the material: one, or more if men of
// a kind could change places, or none if bishops stand on squares of the wrong color.
func (m *Material) placements(s chess.Setup) iter.Seq[placement] {
	return func(yield func(placement) bool) {
		p := placement{Turn: s.Turn}
		m.place(s.Board, 0, &p, yield)
	}
}

// place puts the men from i on on squares of the board, and takes them from it.
func (m *Material) place(b chess.Board, i int, p *placement, yield func(placement) bool) bool {
	if i == len(m.Men) {
		return yield(*p)
	}
	man := m.Men[i]
	for set := b.Pieces(man.Color(), man.Role()); set != 0; set &= set - 1 {
		sq := chess.Square(bits.TrailingZeros64(uint64(set)))
		if m.Shade[i] >= 0 && shade(sq) != m.Shade[i] {
			continue
		}
		rest := b
		rest.Put(sq, chess.NoPiece)
		p.At[i] = sq
		if !m.place(rest, i+1, p, yield) {
			return false
		}
	}
	return true
}
