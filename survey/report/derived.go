package report

import "math"

// A Figure is a number with its interval, at the confidence of the plan.
type Figure struct {
	Value float64 `json:"value"`
	Lo    float64 `json:"lo"`
	Hi    float64 `json:"hi"`
}

// Derived are figures that follow from the number L of legal positions, that of those with a castling right, R, and that of
// diagrams. Their limits come from those of these numbers; they are ranges, see [stats.Range].
type Derived struct {
	// Bits is log2 L, what a code of fixed length needs for a legal position, DiagramBits the same for diagrams.
	Bits        Figure  `json:"bits"`
	DiagramBits *Figure `json:"diagram_bits,omitempty"`
	// UpToColors is L/2: positions, but one and what it is with colors exchanged, board turned and the other side to move count
	// once. No position is its own image, as the side to move differs.
	UpToColors Figure `json:"up_to_colors"`
	// UpToMirrors is (L - R)/4 + R/2: without castling rights the mirror image, a-file for h-file, counts as the same as
	// well. No position is its own image, as there is no middle file for the king. The limits are those of L and R taken
	// together at their worst.
	//
	// Both take images of legal positions for legal. That holds but for the few positions near the start of a game that
	// a mirror image or the other side to move puts out of reach, such as the initial position: if some images are
	// illegal, both figures are a little too small.
	UpToMirrors Figure `json:"up_to_mirrors"`
}

// derive computes what follows from the other figures of a report.
func derive(r *Report) (d Derived) {
	all := Figure{r.Estimate.Low.Value, r.Estimate.Lo, r.Estimate.Hi}
	d.Bits = all.each(math.Log2)
	if e := r.Item("distinct diagrams", "all"); e != nil {
		bits := e.figure().each(math.Log2)
		d.DiagramBits = &bits
	}
	d.UpToColors = all.each(func(x float64) float64 { return x / 2 })
	rights := Figure{}
	if e := r.Item("special", "some castling right"); e != nil {
		rights = e.figure()
	}
	d.UpToMirrors = Figure{all.Value + rights.Value, all.Lo + rights.Lo, all.Hi + rights.Hi}.each(func(x float64) float64 { return x / 4 })
	return d
}

// each applies an ascending function to a figure; values that are not positive give 0.
func (f Figure) each(of func(float64) float64) Figure {
	g := func(x float64) float64 {
		if !(x > 0) {
			return 0
		}
		return of(x)
	}
	return Figure{g(f.Value), g(f.Lo), g(f.Hi)}
}
