package kernelspace

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// listOf returns the costs of an extender's list in ascending order.
func (e *extender) listOf(key int32) []cost {
	var list []cost
	for i := e.firstNode[key]; i != 0; i = e.nodes[i-1].next {
		list = append(list, e.nodes[i-1].cost)
	}
	slices.Sort(list)
	return list
}

// TestExtenderAgreesWithLists adds random costs to an extender and to plain slices. The array of nodes
// begins without capacity, so it moves often. A version that stored a pointer into it lost costs.
func TestExtenderAgreesWithLists(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		const keys = 8
		e := &extender{firstNode: make([]int32, keys)}
		lists := make([][]cost, keys)
		for range 200 {
			key, added := int32(src.IntN(keys)), cost(0)
			for i := range 8 {
				added |= cost(src.IntN(4)) << (8 * i)
			}
			e.addCost(key, added)
			isDominated := slices.ContainsFunc(lists[key], func(c cost) bool { return dominates(c, added) })
			if !isDominated {
				lists[key] = append(slices.DeleteFunc(lists[key], func(c cost) bool { return dominates(added, c) }), added)
			}
		}
		for key, want := range lists {
			slices.Sort(want)
			if got := e.listOf(int32(key)); !slices.Equal(got, want) {
				t.Fatalf("list %d: %x, want %x", key, got, want)
			}
		}
	}
}

// dominates compares two costs component by component, as cost.dominates does for all at once.
func dominates(c, d cost) bool {
	for k := range 8 {
		if c.component(k) > d.component(k) {
			return false
		}
	}
	return true
}

// TestHalvesUnderExchangeOfColors compares the costs of each half with those of the flipped half, with
// colors exchanged. If a cost were lost, a half and its counterpart would disagree.
func TestHalvesUnderExchangeOfColors(t *testing.T) {
	const bishopCap = 2
	list := halves(4, 4, bishopCap)
	number := map[halfPattern]*half{}
	for _, h := range list {
		number[h.pattern] = h
	}
	for _, h := range list {
		counterpart := number[h.pattern.flipped()]
		if counterpart == nil {
			t.Fatalf("half %x has no counterpart", h.pattern)
		}
		total := 0
		for k, out := range h.crossings {
			got := costsOf(counterpart, exchanged(out))
			var want []cost
			for _, c := range h.costs[h.costStart[k]:h.costStart[k+1]] {
				want = append(want, exchangedCost(c))
			}
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("half %x, crossings %x: the counterpart has costs %x, want %x", h.pattern, out, got, want)
			}
			total += len(got)
		}
		if total != len(counterpart.costs) {
			t.Errorf("half %x: the counterpart has %d costs, want %d", h.pattern, len(counterpart.costs), total)
		}
	}
}

// exchanged returns the crossings with White and Black exchanged.
func exchanged(list crossings) crossings {
	return list ^ 0x5555&(1<<(2*list.len())-1)
}

// exchangedCost returns the cost with White and Black exchanged, and with light and dark squares exchanged,
// since the board is flipped.
func exchangedCost(c cost) (exchanged cost) {
	for k, other := range []int{captureByte + 1, captureByte, lostByte + 1, lostByte,
		missingByte + 3, missingByte + 2, missingByte + 1, missingByte} {
		exchanged |= cost(c.component(k)) << (8 * other)
	}
	return exchanged
}

// costsOf returns the costs of a half for given crossings, in ascending order.
func costsOf(h *half, crossed crossings) []cost {
	k := slices.Index(h.crossings, crossed)
	if k < 0 {
		return nil
	}
	list := slices.Clone(h.costs[h.costStart[k]:h.costStart[k+1]])
	slices.Sort(list)
	return list
}
