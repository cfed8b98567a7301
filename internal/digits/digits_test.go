package digits

import (
	"math"
	"testing"
)

func TestGroup(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1 000", 123456: "123 456", 1234567: "1 234 567", math.MaxUint64: "18 446 744 073 709 551 615"} {
		if got := Group(n); got != want {
			t.Errorf("Group(%d) = %q, want %q", n, got, want)
		}
	}
}
