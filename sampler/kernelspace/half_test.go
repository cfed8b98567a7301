package kernelspace

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// listOf returns the states of a joiner's list in ascending order.
func (b *joiner) listOf(k int32) []state {
	var list []state
	for i := b.head[k]; i != 0; i = b.nodes[i-1].next {
		list = append(list, b.nodes[i-1].state)
	}
	slices.Sort(list)
	return list
}

// TestJoinerAgreesWithLists puts random states into a joiner whose array of nodes begins with no room, so that it moves
// often, and into plain slices. A joiner that kept a pointer across the move lost states.
func TestJoinerAgreesWithLists(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		const heads = 8
		b := &joiner{head: make([]int32, heads)}
		lists := make([][]state, heads)
		for range 200 {
			k, s := int32(src.IntN(heads)), state(0)
			for i := range 8 {
				s |= state(src.IntN(4)) << (8 * i)
			}
			b.add(k, s)
			beaten := slices.ContainsFunc(lists[k], func(t state) bool { return dominates(t, s) })
			if !beaten {
				lists[k] = append(slices.DeleteFunc(lists[k], func(t state) bool { return dominates(s, t) }), s)
			}
		}
		for k, want := range lists {
			slices.Sort(want)
			if got := b.listOf(int32(k)); !slices.Equal(got, want) {
				t.Fatalf("list %d: %x, want %x", k, got, want)
			}
		}
	}
}

// dominates is beats, byte by byte.
func dominates(s, t state) bool {
	for k := range 8 {
		if s.byte(k) > t.byte(k) {
			return false
		}
	}
	return true
}

// TestHalvesUnderExchangeOfColors: seen from the other side each half is a half, with the states of the first with colors
// exchanged. With a lost state a half and its counterpart disagree.
func TestHalvesUnderExchangeOfColors(t *testing.T) {
	const clip = 2
	list := halves(4, 4, clip)
	number := map[quarter]*half{}
	for _, h := range list {
		number[h.words] = h
	}
	for _, h := range list {
		other := number[h.words.flipped()]
		if other == nil {
			t.Fatalf("half %x has no counterpart", h.words)
		}
		total := 0
		for k, out := range h.out {
			got := statesOf(other, exchanged(out))
			var want []state
			for _, s := range h.states[h.start[k]:h.start[k+1]] {
				want = append(want, exchangedState(s))
			}
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("half %x, crossings %x: the counterpart has states %x, want %x", h.words, out, got, want)
			}
			total += len(got)
		}
		if total != len(other.states) {
			t.Errorf("half %x: the counterpart has %d states, want %d", h.words, len(other.states), total)
		}
	}
}

// exchanged returns the crossings with White and Black exchanged.
func exchanged(m crossings) crossings {
	return m ^ 0x5555&(1<<(2*m.len())-1)
}

// exchangedState returns the state with White and Black exchanged. A board turned upside down exchanges light and dark too.
func exchangedState(s state) (t state) {
	for k, other := range []int{captureByte + 1, captureByte, lostByte + 1, lostByte, missingByte + 3, missingByte + 2, missingByte + 1, missingByte} {
		t |= state(s.byte(k)) << (8 * other)
	}
	return t
}

// statesOf returns the states of a half under crossings in ascending order.
func statesOf(h *half, m crossings) []state {
	k := slices.Index(h.out, m)
	if k < 0 {
		return nil
	}
	list := slices.Clone(h.states[h.start[k]:h.start[k+1]])
	slices.Sort(list)
	return list
}
