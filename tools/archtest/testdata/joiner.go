package joiner

// add is the function that lost states: the last line writes through at, which may point into the array that append has left.
func (b *joiner) add(k int32, s state) {
	at := &b.head[k]
	if *at == 0 {
		b.used = append(b.used, k)
	}
	for i := *at; i != 0; i = b.nodes[i-1].next {
		if b.nodes[i-1].state.beats(s) {
			return
		}
	}
	for *at != 0 {
		if n := &b.nodes[*at-1]; s.beats(n.state) {
			*at = n.next
		} else {
			at = &n.next
		}
	}
	b.nodes = append(b.nodes, node{s, 0}) // want
	*at = int32(len(b.nodes))             // into the old array
}

type state struct{ cost, means int }

func (s state) beats(t state) bool { return s.cost <= t.cost && s.means >= t.means }

type node struct {
	state state
	next  int32
}

type joiner struct {
	head, used []int32
	nodes      []node
}
