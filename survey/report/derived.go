package report

import "math"

// A Figure is a number with its interval, at the confidence of the plan.
type Figure struct {
	Value float64 `json:"value"`
	Lo    float64 `json:"lo"`
	Hi    float64 `json:"hi"`
}

// Derived are figures that follow from three numbers: L of legal positions, R of legal positions with a castling right, and that
// of diagrams. Their limits follow from the limits of these numbers, which are ranges, see [stats.Range].
type Derived struct {
	// Bits is log2 L, the length of a code of fixed length for legal positions, DiagramBits the same for diagrams.
	Bits        Figure  `json:"bits"`
	DiagramBits *Figure `json:"diagram_bits,omitempty"`
	// UpToColors is L/2: a position and its image, with colors exchanged, board turned and the other side to move, count once. No
	// position is its own image, as the side to move differs.
	UpToColors Figure `json:"up_to_colors"`
	// UpToMirrors is (L - R)/4 + R/2: a position without castling rights and its mirror image, a-file for h-file, count once as
	// well. No position is its own image, as there is no middle file for the king. The limits are the sums of the limits of L
	// and R.
	//
	// Both assume that images of legal positions are legal. That is wrong for a few positions near the start of a game, such as
	// the initial position, so both figures are a little too small.
	UpToMirrors Figure `json:"up_to_mirrors"`
}

// derive computes the derived figures from the other figures of a report.
func derive(r *Report) (d Derived) {
	legal := Figure{r.Estimate.Low.Value, r.Estimate.Lo, r.Estimate.Hi}
	d.Bits = legal.apply(math.Log2)
	if e := r.Item("distinct diagrams", "all"); e != nil {
		bits := e.figure().apply(math.Log2)
		d.DiagramBits = &bits
	}
	d.UpToColors = legal.apply(func(x float64) float64 { return x / 2 })
	rights := Figure{}
	if e := r.Item("special", "some castling right"); e != nil {
		rights = e.figure()
	}
	d.UpToMirrors = Figure{legal.Value + rights.Value, legal.Lo + rights.Lo, legal.Hi + rights.Hi}.apply(func(x float64) float64 { return x / 4 })
	return d
}

// apply applies an ascending function to a figure; values that are not positive give 0.
func (f Figure) apply(of func(float64) float64) Figure {
	g := func(x float64) float64 {
		if !(x > 0) {
			return 0
		}
		return of(x)
	}
	return Figure{g(f.Value), g(f.Lo), g(f.Hi)}
}
