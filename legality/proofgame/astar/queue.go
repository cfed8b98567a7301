package astar

// An entry is a node in the queue with its key; smaller keys come first.
type entry struct {
	key  uint64
	node uint32
}

// before reports whether a comes before b: its key is smaller, or equal and its node newer.
func (a entry) before(b entry) bool {
	return a.key < b.key || a.key == b.key && a.node > b.node
}

// entryBytes is the size of an entry.
const entryBytes = 16

// A queue is a heap in which every entry has up to four children: those of entry i are entries 4i+1 to 4i+4. Between calls no child is
// before its parent, so entry 0 is the first. Entries are stored in chunks, so that they are not copied when the queue grows.
type queue struct {
	chunks [][]entry // of chunkSize entries
	n      int       // entries in use, 0 to n-1
}

// at returns a pointer to entry i.
func (q *queue) at(i int) *entry { return &q.chunks[i>>chunkBits][i&(chunkSize-1)] }

// bytes returns the bytes of the chunks that n+1 entries need.
func (q *queue) bytes() int64 { return int64(q.n>>chunkBits+1) * chunkSize * entryBytes }

// push adds an entry.
func (q *queue) push(e entry) {
	if q.n>>chunkBits == len(q.chunks) {
		q.chunks = append(q.chunks, make([]entry, chunkSize))
	}
	i := q.n
	q.n++
	for i > 0 {
		parent := (i - 1) / 4
		p := q.at(parent)
		if !e.before(*p) {
			break
		}
		*q.at(i) = *p
		i = parent
	}
	*q.at(i) = e
}

// pop removes the first entry and returns it. The queue must not be empty.
func (q *queue) pop() entry {
	top := *q.at(0)
	q.n--
	e := *q.at(q.n) // moves down from the top
	i := 0
	for {
		first := 4*i + 1
		if first >= q.n {
			break
		}
		child, best := first, *q.at(first)
		for j := first + 1; j < min(first+4, q.n); j++ {
			if x := *q.at(j); x.before(best) {
				child, best = j, x
			}
		}
		if !best.before(e) {
			break
		}
		*q.at(i) = best
		i = child
	}
	*q.at(i) = e
	return top
}
