package retract

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// A pool holds nodes that wait, sorted into kinds: setups with the same pawns and the same measure. A draw takes
// each kind with the same chance, however many setups it has. A search that always takes the setup
// that measures least gets stuck when a pawn has gone back too early, or a capture was taken back
// that should not have been: there are many setups until the next move of a pawn, all a bit better than those
// with the pawn on its square. They have few kinds here, so that setups of other kinds are drawn too.
type pool struct {
	index map[uint64]int // of a kind in the lists
	names []uint64
	lists [][]int32 // the nodes of each kind that wait
}

// reset makes a pool empty.
func (k *pool) reset() {
	if k.index == nil {
		k.index = map[uint64]int{}
	}
	clear(k.index)
	k.names, k.lists = k.names[:0], k.lists[:0]
}

// kindOf returns a number for the kind of a node.
func kindOf(n *node) uint64 {
	b := &n.setup.Board
	pawns := b.Of(chess.Pawn)
	return base.Mix(base.Mix(uint64(pawns&b.Colored(chess.White))) ^ base.Mix(uint64(pawns)+uint64(n.shut)))
}

// add puts a node of a kind in.
func (k *pool) add(kind uint64, node int32) {
	i, known := k.index[kind]
	if !known {
		i = len(k.names)
		k.index[kind] = i
		k.names, k.lists = append(k.names, kind), append(k.lists, nil)
	}
	k.lists[i] = append(k.lists[i], node)
}

// draw removes and returns a random node of a random kind, or returns -1 if the pool is empty.
func (k *pool) draw(d *base.RNG) int32 {
	if len(k.names) == 0 {
		return -1
	}
	i := d.N(len(k.names))
	list := k.lists[i]
	last := len(list) - 1
	j := d.N(len(list))
	node := list[j]
	list[j] = list[last]
	k.lists[i] = list[:last]
	if last == 0 {
		k.remove(i)
	}
	return node
}

// remove deletes kind i, of which no node waits; the last kind takes its place.
func (k *pool) remove(i int) {
	last := len(k.names) - 1
	delete(k.index, k.names[i])
	if i != last {
		k.names[i], k.lists[i] = k.names[last], k.lists[last]
		k.index[k.names[i]] = i
	}
	k.names, k.lists = k.names[:last], k.lists[:last]
}
