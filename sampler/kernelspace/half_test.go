package kernelspace

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// listOf returns the costs of an extender's list in ascending order.
func (b *extender) listOf(key int32) []cost {
	var list []cost
	for i := b.firstNode[key]; i != 0; i = b.nodes[i-1].next {
		list = append(list, b.nodes[i-1].cost)
	}
	slices.Sort(list)
	return list
}

// TestExtenderAgreesWithLists puts random costs into an extender whose array of nodes begins with no capacity, so that it moves
// often, and into plain slices. An extender that stored a pointer across the move lost costs.
func TestExtenderAgreesWithLists(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		const heads = 8
		b := &extender{firstNode: make([]int32, heads)}
		lists := make([][]cost, heads)
		for range 200 {
			k, s := int32(src.IntN(heads)), cost(0)
			for i := range 8 {
				s |= cost(src.IntN(4)) << (8 * i)
			}
			b.addCost(k, s)
			beaten := slices.ContainsFunc(lists[k], func(t cost) bool { return dominates(t, s) })
			if !beaten {
				lists[k] = append(slices.DeleteFunc(lists[k], func(t cost) bool { return dominates(s, t) }), s)
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

// dominates is dominates, byte by byte.
func dominates(s, t cost) bool {
	for k := range 8 {
		if s.component(k) > t.component(k) {
			return false
		}
	}
	return true
}

// TestHalvesUnderExchangeOfColors: seen from the other side each half is a half, with the costs of the first with colors
// exchanged. With a lost cost a half and its counterpart disagree.
func TestHalvesUnderExchangeOfColors(t *testing.T) {
	const clip = 2
	list := halves(4, 4, clip)
	number := map[halfPattern]*half{}
	for _, h := range list {
		number[h.pattern] = h
	}
	for _, h := range list {
		other := number[h.pattern.flipped()]
		if other == nil {
			t.Fatalf("half %x has no counterpart", h.pattern)
		}
		total := 0
		for k, out := range h.crossings {
			got := costsOf(other, exchanged(out))
			var want []cost
			for _, s := range h.costs[h.costStart[k]:h.costStart[k+1]] {
				want = append(want, exchangedCost(s))
			}
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("half %x, crossings %x: the counterpart has states %x, want %x", h.pattern, out, got, want)
			}
			total += len(got)
		}
		if total != len(other.costs) {
			t.Errorf("half %x: the counterpart has %d states, want %d", h.pattern, len(other.costs), total)
		}
	}
}

// exchanged returns the crossings with White and Black exchanged.
func exchanged(m crossings) crossings {
	return m ^ 0x5555&(1<<(2*m.len())-1)
}

// exchangedState returns the cost with White and Black exchanged. A board turned upside down exchanges light and dark too.
func exchangedCost(s cost) (t cost) {
	for k, other := range []int{captureByte + 1, captureByte, lostByte + 1, lostByte, missingByte + 3, missingByte + 2, missingByte + 1, missingByte} {
		t |= cost(s.component(k)) << (8 * other)
	}
	return t
}

// statesOf returns the costs of a half under crossings in ascending order.
func costsOf(h *half, m crossings) []cost {
	k := slices.Index(h.crossings, m)
	if k < 0 {
		return nil
	}
	list := slices.Clone(h.costs[h.costStart[k]:h.costStart[k+1]])
	slices.Sort(list)
	return list
}
