package snapshot

import (
	"errors"
	"io/fs"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
)

// An inner has unexported fields, which encoding/gob leaves out.
type inner struct {
	name  string
	count int
	next  *inner
}

type outer struct {
	Public  map[string][]inner
	private [3]uint16
	first   *inner
	again   *inner
	any     any
	err     error
	when    time.Time
	fn      func()
}

// roundTrip returns v after Marshal and Unmarshal.
func roundTrip[T any](t *testing.T, v T) T {
	t.Helper()
	data, err := Marshal(&v)
	if err != nil {
		t.Fatalf("Marshal(%+v): %v", v, err)
	}
	var got T
	if err := Unmarshal(data, &got); err != nil {
		t.Fatalf("Unmarshal(%+v): %v", v, err)
	}
	return got
}

// TestValuesComeBack: values of the basic kinds, slices and others are the same after Marshal and Unmarshal.
func TestValuesComeBack(t *testing.T) {
	check := func(ok bool, v any) {
		t.Helper()
		if !ok {
			t.Errorf("%v did not come back", v)
		}
	}
	check(roundTrip(t, -7) == -7, -7)
	check(roundTrip(t, uint64(math.MaxUint64)) == math.MaxUint64, "max uint64")
	check(math.IsNaN(roundTrip(t, math.NaN())), "NaN")
	check(roundTrip(t, "grüß") == "grüß", "text")
	check(roundTrip(t, complex(1, -2)) == complex(1, -2), "complex")
	check(roundTrip(t, []int(nil)) == nil, "nil slice")
	check(roundTrip(t, []int{}) != nil, "empty slice")
	check(roundTrip(t, map[string]int(nil)) == nil, "nil map")
	check(string(roundTrip(t, []byte("abc"))) == "abc", "bytes")
	check(len(roundTrip(t, make([]struct{}, 1000))) == 1000, "slice of nothing")
	n := new(big.Int).Lsh(big.NewInt(-3), 200)
	check(roundTrip(t, n).Cmp(n) == 0, n)
	p := chess.InitialPosition()
	check(roundTrip(t, p) == p, p)
	tally := stats.FromCounts(100, []uint64{0, 7, 3})
	check(reflect.DeepEqual(roundTrip(t, tally), tally), "tally")
}

// TestStructsKeepUnexportedFieldsAndSharing: unexported fields come back, and pointers to one value, also in a ring, point to one value again.
func TestStructsKeepUnexportedFieldsAndSharing(t *testing.T) {
	ring := &inner{name: "ring", count: 1}
	ring.next = ring
	v := outer{
		Public:  map[string][]inner{"a": {{name: "x", next: ring}}, "b": nil},
		private: [3]uint16{1, 2, 3}, first: ring, again: ring, any: 5.5,
		err: fs.ErrNotExist, when: time.Date(2026, 11, 22, 15, 0, 0, 123, time.UTC),
	}
	got := roundTrip(t, v)
	if got.private != v.private || got.any != v.any || !got.when.Equal(v.when) || got.fn != nil {
		t.Errorf("got %+v", got)
	}
	if got.first != got.again || got.first.next != got.first || got.first == ring || got.Public["a"][0].next != got.first {
		t.Errorf("pointers are not shared as they were")
	}
	if got.err == nil || got.err.Error() != fs.ErrNotExist.Error() || errors.Is(got.err, fs.ErrNotExist) {
		t.Errorf("error %v: want the text and not the identity", got.err)
	}
}

// TestMarshalIsDeterministic: a map gives the same bytes each time.
func TestMarshalIsDeterministic(t *testing.T) {
	m := map[string]int{}
	for i := range 50 {
		m[strings.Repeat("k", i)] = i
	}
	first, _ := Marshal(&m)
	for range 5 {
		if again, _ := Marshal(&m); string(again) != string(first) {
			t.Fatal("the same map gives other bytes")
		}
	}
}

// TestMarshalRefuses: the error about a value that cannot be stored names its place and its type.
func TestMarshalRefuses(t *testing.T) {
	raw := struct{ at uintptr }{1}
	self := map[any]int{&inner{}: 1}
	for want, p := range map[string]any{
		"snapshot: chan int is a chan":                                   new(chan int),
		"snapshot: snapshot.outer.fn is a func":                          &outer{fn: func() {}},
		"snapshot: snapshot.outer.any is an interface that holds a *sna": &outer{any: &inner{}},
		"at is a uintptr":                                                &raw,
		"[key]":                                                          &self,
	} {
		if c, ok := p.(*chan int); ok {
			*c = make(chan int)
		}
		testkit.Fails(Marshal(p))(t, want, p)
	}
	keys := map[*int]int{new(int): 1}
	testkit.Fails(Marshal(&keys))(t, "keys with pointers", "pointer keys")
}

// TestUnmarshalRefusesOtherTypes: data of a type with another structure, cut data and data with a byte more are errors, and the first two change
// nothing; a type of the same structure is accepted.
func TestUnmarshalRefusesOtherTypes(t *testing.T) {
	type A struct{ X, Y int }
	a := A{1, 2}
	data := testkit.Must(Marshal(&a))(t)
	type old = A
	{
		type A struct{ X, Z int }
		b := A{7, 7}
		if err := Unmarshal(data, &b); !errors.Is(err, ErrType) || b != (A{7, 7}) {
			t.Errorf("renamed field: %v, %v", err, b)
		}
	}
	{
		type A struct{ X, Y int } // another type, the same structure
		var b A
		if err := Unmarshal(data, &b); err != nil || b != A(old(a)) {
			t.Errorf("same structure: %v, %v", err, b)
		}
	}
	for i := range data {
		var b A
		if err := Unmarshal(data[:i], &b); err == nil || b != (A{}) {
			t.Errorf("%d bytes of %d: %v, %v", i, len(data), err, b)
		}
	}
	var b A
	testkit.FailsWith(t, Unmarshal(append(data, 0), &b), errDamaged, "a byte too many")
}

// TestMarshalUpTo: data beyond the limit are an error.
func TestMarshalUpTo(t *testing.T) {
	list := make([]string, 1000)
	testkit.Fails(MarshalUpTo(&list, 500))(t, ErrLarge, "1000 strings in 500 bytes")
	if data, err := MarshalUpTo(&list, 2000); err != nil || len(data) > 2000 {
		t.Errorf("1000 strings in 2000 bytes: %d bytes, %v", len(data), err)
	}
}

// TestPanicsWithoutPointer: Marshal of a value that is not a pointer, or a nil one, panics.
func TestPanicsWithoutPointer(t *testing.T) {
	for _, p := range []any{nil, 1, (*int)(nil)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Marshal(%v) did not panic", p)
				}
			}()
			Marshal(p)
		}()
	}
}

// encodeZoneOffset returns the bytes of a value with a time in a zone with an offset of minutes and seconds, as Marshal would write it.
func encodeZoneOffset(tb testing.TB, minutes int8, seconds byte) []byte {
	tb.Helper()
	data := testkit.Must(Marshal(&outer{when: time.Unix(0, 0).In(time.FixedZone("", 30))}))(tb)
	fields := data[len(data)-3:] // the last bytes are of the time, since a nil function takes none
	fields[0], fields[1], fields[2] = byte(minutes>>7), byte(minutes), seconds
	return data[hashSize:]
}

// TestTimesThatCannotBeWritten: zone offsets that package time reads but does not write are errors.
func TestTimesThatCannotBeWritten(t *testing.T) {
	hash := testkit.Must(Marshal(&outer{}))(t)
	for seconds, want := range map[byte]bool{0: true, 30: false, 60: true, 61: true} { // -120 s, -90 s, -60 s (which is read as UTC) and -59 s
		var v outer
		err := Unmarshal(append(hash[:hashSize:hashSize], encodeZoneOffset(t, -2, seconds)...), &v)
		if want != (err == nil) || err != nil && !errors.Is(err, errDamaged) {
			t.Errorf("-2 min and %d s: %v", seconds, err)
		}
	}
}

// FuzzUnmarshal: damaged bytes give an error or a value, and never a panic.
func FuzzUnmarshal(f *testing.F) {
	seed := outer{Public: map[string][]inner{"a": {{name: "x"}}}, any: true, err: errors.New("e"), first: &inner{}}
	data := testkit.Must(Marshal(&seed))(f)
	f.Add(data[hashSize:])
	f.Add(encodeZoneOffset(f, -2, 30))
	hash := data[:hashSize:hashSize]
	f.Fuzz(func(t *testing.T, rest []byte) {
		var v outer
		if Unmarshal(append(hash, rest...), &v) == nil {
			if _, err := Marshal(&v); err != nil {
				t.Errorf("a value that Unmarshal has read cannot be written: %v", err)
			}
		}
	})
}

// TestBuildersGoOn checks that a strings.Builder that comes back can be written to: it holds its own address, and panics if that is another.
func TestBuildersGoOn(t *testing.T) {
	type holder struct{ B strings.Builder }
	var b holder
	b.B.WriteString("x")
	data := testkit.Must(Marshal(&b))(t)
	load := func() (v holder) { // as cells do
		testkit.OK(t, Unmarshal(data, &v))
		return v
	}
	got := load()
	got.B.WriteString("y")
	if got.B.String() != "xy" || b.B.String() != "x" {
		t.Errorf("%q, want xy; the original %q, want x", got.B.String(), b.B.String())
	}
}
