package astar

// An entry of the queue: the node and its priority, the smaller the better.
type entry struct {
	key  uint64
	node uint32
}

// before reports whether a comes before b: of equal keys the newest node does.
func (a entry) before(b entry) bool {
	return a.key < b.key || a.key == b.key && a.node > b.node
}

const entryBytes = 16

// A queue is a heap in which every entry has four below it. It is stored in chunks so
// that it never has to be copied.
type queue struct {
	chunks [][]entry
	n      int
}

func (q *queue) at(i int) *entry { return &q.chunks[i>>chunkBits][i&(chunkSize-1)] }

// bytes returns the memory that one entry more than now takes.
func (q *queue) bytes() int64 { return int64(q.n>>chunkBits+1) * chunkSize * entryBytes }

// push adds an entry.
func (q *queue) push(e entry) {
	if q.n>>chunkBits == len(q.chunks) {
		q.chunks = append(q.chunks, make([]entry, chunkSize))
	}
	i := q.n
	q.n++
	for i > 0 {
		up := (i - 1) / 4
		above := q.at(up)
		if !e.before(*above) {
			break
		}
		*q.at(i) = *above
		i = up
	}
	*q.at(i) = e
}

// pop removes the first entry and returns it. The queue must not be empty.
func (q *queue) pop() entry {
	first := *q.at(0)
	q.n--
	e := *q.at(q.n)
	i := 0
	for {
		low := 4*i + 1
		if low >= q.n {
			break
		}
		best := *q.at(low)
		for j := low + 1; j < min(low+4, q.n); j++ {
			if x := *q.at(j); x.before(best) {
				low, best = j, x
			}
		}
		if !best.before(e) {
			break
		}
		*q.at(i) = best
		i = low
	}
	*q.at(i) = e
	return first
}
