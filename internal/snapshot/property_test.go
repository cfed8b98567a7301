package snapshot

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"chesscensus/internal/testing/testkit"
)

// A node has a field of every kind of type that Marshal can write.
type node struct {
	flag     bool
	small    int8
	big      int64
	natural  uint32
	ratio    float32
	plane    complex64
	name     string
	bytes    []byte
	grid     [2][3]uint16
	children []*node
	byName   map[string]node
	sets     map[[2]int]map[bool]string
	any      any
	nothing  []struct{}
	kind     kind
	embedded
}

type kind uint8

type embedded struct{ depth int }

// nodeGenerator returns a generator of random trees of a depth.
func nodeGenerator(depth int) *rapid.Generator[*node] {
	return rapid.Custom(func(t *rapid.T) *node {
		n := &node{
			flag: rapid.Bool().Draw(t, "flag"), small: rapid.Int8().Draw(t, "small"), big: rapid.Int64().Draw(t, "big"),
			natural: rapid.Uint32().Draw(t, "natural"), ratio: rapid.Float32().Draw(t, "ratio"),
			plane: complex(rapid.Float32().Draw(t, "re"), 1), name: rapid.String().Draw(t, "name"),
			bytes: rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"), kind: kind(rapid.Byte().Draw(t, "kind")),
		}
		n.nothing = make([]struct{}, depth)
		n.grid[1][2], n.depth = rapid.Uint16().Draw(t, "grid"), depth
		switch rapid.IntRange(0, 3).Draw(t, "held") {
		case 0:
			n.any = rapid.String().Draw(t, "any")
		case 1:
			n.any = rapid.Uint16().Draw(t, "any")
		case 2:
			n.any = rapid.Float64().Draw(t, "any")
		}
		if depth == 0 {
			return n
		}
		n.children = rapid.SliceOfN(rapid.Ptr(rapid.Map(nodeGenerator(depth-1), func(n *node) node { return *n }), true), 0, 3).Draw(t, "children")
		n.byName = map[string]node{}
		for range rapid.IntRange(0, 2).Draw(t, "entries") {
			n.byName[rapid.String().Draw(t, "key")] = *nodeGenerator(depth-1).Draw(t, "value")
		}
		n.sets = map[[2]int]map[bool]string{{rapid.Int().Draw(t, "k"), 1}: {true: "x"}, {0, 0}: nil}
		return n
	})
}

// TestRoundTrip: a value is equal after Marshal and Unmarshal, and gives the same bytes again.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := nodeGenerator(2).Draw(t, "node")
		data := testkit.Must(Marshal(&want))(t)
		var got *node
		testkit.OK(t, Unmarshal(data, &got))
		again, err := Marshal(&got)
		if err != nil || !bytes.Equal(again, data) {
			t.Fatalf("%v: other bytes the second time", err)
		}
		if !hasNaN(want) && !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	})
}

// hasNaN reports whether a tree contains NaN, which is not equal to itself.
func hasNaN(n *node) bool { return strings.Contains(fmt.Sprintf("%v", deep(n)), "NaN") }

func deep(n *node) (list []any) {
	list = append(list, n.ratio, n.plane, n.any)
	for _, c := range n.children {
		if c != nil {
			list = append(list, deep(c)...)
		}
	}
	for _, c := range n.byName {
		list = append(list, deep(&c)...)
	}
	return list
}

// TestDamagedBytes: a change of any byte gives an error or another value, and never a panic.
func TestDamagedBytes(t *testing.T) {
	v := node{name: "x", children: []*node{{any: 1}, nil}, byName: map[string]node{"a": {}}, sets: map[[2]int]map[bool]string{{1, 2}: {true: "y"}}}
	v.children[1] = v.children[0]
	data := testkit.Must(Marshal(&v))(t)
	for i := range data {
		for _, change := range []byte{0x01, 0x80, 0xff} {
			damaged := bytes.Clone(data)
			damaged[i] ^= change
			var got node
			err := Unmarshal(damaged, &got)
			if i < hashSize && !errors.Is(err, ErrType) {
				t.Fatalf("byte %d of the hash: %v", i, err)
			}
			if err != nil && !errors.Is(err, ErrType) && !errors.Is(err, errDamaged) {
				t.Fatalf("byte %d: %v", i, err)
			}
		}
	}
}

// TestDamagedLength: a wrong length does not allocate much memory.
func TestDamagedLength(t *testing.T) {
	var list []int64
	data, _ := Marshal(&list)
	for _, n := range [][]byte{{0xff, 0xff, 0xff, 0xff, 0x7f}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}, {0x80}} {
		testkit.FailsWith(t, Unmarshal(append(bytes.Clone(data[:hashSize]), n...), &list), errDamaged, n)
	}
}

func TestTimes(t *testing.T) {
	zone := time.FixedZone("here", 3600)
	for _, want := range []time.Time{{}, time.Unix(0, 1), time.Date(2026, 11, 22, 16, 0, 0, 5, zone)} {
		if got := roundTrip(t, struct{ at time.Time }{want}).at; !got.Equal(want) {
			t.Errorf("%v comes back as %v", want, got)
		}
	}
	testkit.Equal(t, roundTrip(t, time.Duration(math.MinInt64)), math.MinInt64)
}

// TestLinkedList: the nesting of a linked list is as deep as the list is long.
func TestLinkedList(t *testing.T) {
	testkit.Medium(t)
	var head *inner
	for i := range 20_000 {
		head = &inner{count: i, next: head}
	}
	n := 0
	for p := roundTrip(t, head); p != nil; p = p.next {
		n++
	}
	if n != 20_000 {
		t.Errorf("%d elements", n)
	}
}

// TestPointersToOneAddress: pointers to a struct and to its first field have the same address and different types.
func TestPointersToOneAddress(t *testing.T) {
	type pair struct {
		whole *inner
		name  *string
		more  []*string
	}
	x := &inner{name: "a"}
	got := roundTrip(t, pair{x, &x.name, []*string{&x.name, nil}})
	if *got.name != "a" || got.name != got.more[0] || got.more[1] != nil || got.whole.name != "a" {
		t.Errorf("%+v", got)
	}
}
