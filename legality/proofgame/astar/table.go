package astar

// A node is a position and the shortest known way to it, in 48 bytes.
type node struct {
	plane  [4]uint64
	parent uint32 // number of the node before, nowhere for the root
	move   uint32 // the chess.Move to it in the lower 24 bits, packed.state above
	ply    uint16 // moves from the start, the opening included
	bound  uint16 // lower bound on the plies to the goal (remaining), with two flags
	guess  uint16 // replaces the bound in the order
}

const (
	nowhere      = 1<<32 - 1
	expanded     = 1 << 15 // flag of node.bound: the node is finished (isExpanded)
	halfExpanded = 1 << 14 // flag of node.bound: the promising moves have been tried
	moveBits     = 1<<24 - 1

	chunkBits = 12 // nodes are stored in chunks, so that they never have to be copied
	chunkSize = 1 << chunkBits
	nodeBytes = 48
	slotBytes = 8
	minSlots  = 1 << 12
)

// isExpanded reports whether the node is finished: all its moves have been tried, or no line through it can be short enough.
func (n *node) isExpanded() bool { return n.bound&expanded != 0 }

// remaining returns a lower bound on the plies from the node to the goal, total one on the plies of any line through it.
func (n *node) remaining() int { return int(n.bound &^ (expanded | halfExpanded)) }
func (n *node) total() int     { return int(n.ply) + n.remaining() }

// packed returns the position of the node.
func (n *node) packed() packed { return packed{n.plane, uint8(n.move >> 24)} }

// A table stores all nodes by number, and finds them by position. Slots are probed one after another, from the one that the hash gives.
// A slot holds the hash in its upper half and the number plus one in its lower half, or 0. If the hashes agree the positions are
// compared.
type table struct {
	chunks [][]node
	n      int // number of nodes
	slots  []uint64
}

// reset empties the table and keeps its memory.
func (t *table) reset() {
	t.n = 0
	if cap(t.slots) == 0 {
		t.slots = make([]uint64, minSlots)
		return
	}
	t.slots = t.slots[:minSlots]
	clear(t.slots)
}

func (t *table) at(i uint32) *node { return &t.chunks[i>>chunkBits][i&(chunkSize-1)] }

// find returns the number of the node of a position. If there is none it returns nowhere and the slot for it.
func (t *table) find(k *packed, hash uint32) (i uint32, slot int) {
	mask := len(t.slots) - 1
	for slot = int(hash) & mask; ; slot = (slot + 1) & mask {
		entry := t.slots[slot]
		if entry == 0 {
			return nowhere, slot
		}
		if uint32(entry>>32) != hash {
			continue
		}
		n := t.at(uint32(entry) - 1)
		if n.plane == k.plane && uint8(n.move>>24) == k.state {
			return uint32(entry) - 1, slot
		}
	}
}

// growth returns the memory that one more node takes, in bytes.
func (t *table) growth() (b int64) {
	if t.n&(chunkSize-1) == 0 {
		b = chunkSize * nodeBytes
	}
	if t.isCrowded(t.n + 1) {
		b += int64(len(t.slots)) * slotBytes
	}
	return b
}

// isCrowded reports whether n nodes need more slots.
func (t *table) isCrowded(n int) bool { return n >= len(t.slots)/4*3 }

// bytes returns the memory in use.
func (t *table) bytes() int64 {
	return int64((t.n+chunkSize-1)>>chunkBits)*chunkSize*nodeBytes + int64(len(t.slots))*slotBytes
}

// add adds a node whose position is not in the table; slot is that of find.
func (t *table) add(n node, hash uint32, slot int) uint32 {
	if t.n>>chunkBits == len(t.chunks) {
		t.chunks = append(t.chunks, make([]node, chunkSize))
	}
	i := uint32(t.n)
	t.n++
	*t.at(i) = n
	t.slots[slot] = uint64(hash)<<32 | uint64(i+1)
	if t.isCrowded(t.n) {
		t.widen()
	}
	return i
}

// widen doubles the number of slots.
func (t *table) widen() {
	size := 2 * len(t.slots)
	if size > cap(t.slots) {
		t.slots = nil // let the memory go before new is asked for
		t.slots = make([]uint64, size)
	} else {
		t.slots = t.slots[:size]
		clear(t.slots)
	}
	mask := size - 1
	for i := range uint32(t.n) {
		k := t.at(i).packed()
		hash := k.hash()
		slot := int(hash) & mask
		for t.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		t.slots[slot] = uint64(hash)<<32 | uint64(i+1)
	}
}
