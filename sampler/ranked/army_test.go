package ranked

import (
	"math/bits"
	"testing"
)

// TestConstants checks lambda and the parts of its square.
func TestConstants(t *testing.T) {
	if bits.TrailingZeros64(lambda2) != lambda2Twos || lambda2Odd*lambda2Inverse != 1 {
		t.Error("the parts of lambda squared are wrong")
	}
	lcm := uint64(1)
	for f := range 3 {
		for e := range 2 {
			for _, s := range armyTables[f][e].stats {
				a, b := lcm, s.product
				for b != 0 {
					a, b = b, a%b
				}
				lcm *= s.product / a
			}
		}
	}
	if lcm != lambda {
		t.Errorf("lambda is %d, want the least common multiple %d", lambda, lcm)
	}
}
