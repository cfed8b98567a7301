package kernelspace

import "fmt"

// Params choose a space. The zero value is not valid; see [Default]. In files and messages BishopCap is called "clip".
type Params struct {
	Captures  int // most men missing, of both colors together; 0 to MaxCaptures
	Pawns     int // most pawns on the board, of both colors together; 0 to MaxPawns
	BishopCap int // the cap Q of the package documentation; 1 to 3
}

// The largest values of [Params].
const (
	MaxCaptures = 6
	MaxPawns    = 8
)

// Default has the parameters of the space "kernel".
var Default = Params{Captures: 6, Pawns: 8, BishopCap: 2}

// Small has parameters whose tables are built in seconds. Nine in ten of the legal setups of the region of
// [Default] are in its region.
var Small = Params{Captures: 5, Pawns: 6, BishopCap: 2}

// Name returns the name of the space: "kernel", followed by captures, pawns and clip if they are not the default ones.
func (p Params) Name() string {
	switch {
	case p == Default:
		return "kernel"
	case p.BishopCap == Default.BishopCap:
		return fmt.Sprintf("kernel-%d-%d", p.Captures, p.Pawns)
	}
	return fmt.Sprintf("kernel-%d-%d-%d", p.Captures, p.Pawns, p.BishopCap)
}

// check returns an error that says which parameter is out of range.
func (p Params) check() error {
	for _, v := range []struct {
		name          string
		value, lo, hi int
	}{{"captures", p.Captures, 0, MaxCaptures}, {"pawns", p.Pawns, 0, MaxPawns}, {"clip", p.BishopCap, 1, maxBishopCap}} {
		if v.value < v.lo || v.value > v.hi {
			return fmt.Errorf("kernel: %s is %d, want %d to %d", v.name, v.value, v.lo, v.hi)
		}
	}
	return nil
}
