package retract

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// A pool holds waiting nodes, sorted into kinds: setups with the same pawns and the same measure. A draw takes each kind with the same
// chance, however many setups it has.
//
// A search that always takes the setup of least measure gets stuck when a pawn has gone back too early, or a capture was taken back
// that should not have been. There are many setups until the next move of a pawn, all a bit better than those with the pawn on its
// square. They have few kinds here, so that setups of other kinds are drawn too.
type pool struct {
	kindIndex map[uint64]int // index of a kind in the lists
	kinds     []uint64
	nodes     [][]int32 // waiting nodes of each kind
}

// reset empties the pool.
func (p *pool) reset() {
	if p.kindIndex == nil {
		p.kindIndex = map[uint64]int{}
	}
	clear(p.kindIndex)
	p.kinds, p.nodes = p.kinds[:0], p.nodes[:0]
}

// kindOf returns a hash of the kind of a node.
func kindOf(n *node) uint64 {
	b := &n.setup.Board
	pawns := b.Of(chess.Pawn)
	return base.Mix(base.Mix(uint64(pawns&b.Colored(chess.White))) ^ base.Mix(uint64(pawns)+uint64(n.measure)))
}

// add adds a node of a kind to the pool.
func (p *pool) add(kind uint64, node int32) {
	i, known := p.kindIndex[kind]
	if !known {
		i = len(p.kinds)
		p.kindIndex[kind] = i
		p.kinds, p.nodes = append(p.kinds, kind), append(p.nodes, nil)
	}
	p.nodes[i] = append(p.nodes[i], node)
}

// draw removes and returns a random node of a random kind, or returns -1 if the pool is empty.
func (p *pool) draw(rng *base.RNG) int32 {
	if len(p.kinds) == 0 {
		return -1
	}
	i := rng.N(len(p.kinds))
	list := p.nodes[i]
	last := len(list) - 1
	j := rng.N(len(list))
	node := list[j]
	list[j] = list[last]
	p.nodes[i] = list[:last]
	if last == 0 {
		p.remove(i)
	}
	return node
}

// remove removes kind i, which has no node left. The last kind takes its index.
func (p *pool) remove(i int) {
	last := len(p.kinds) - 1
	delete(p.kindIndex, p.kinds[i])
	if i != last {
		p.kinds[i], p.nodes[i] = p.kinds[last], p.nodes[last]
		p.kindIndex[p.kinds[i]] = i
	}
	p.kinds, p.nodes = p.kinds[:last], p.nodes[:last]
}
