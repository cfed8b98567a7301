package rules

// A Category is the answer of the reference pre-filter, [Prefilter]. The zero
// value is [NoCategory].
type Category uint8

// The ten categories in the order in which the pre-filter tests for them, the
// last three in its order of decreasing number of checkers.
const (
	// NoCategory: the diagram has not exactly one king a side, so that the
	// pre-filter says nothing.
	NoCategory Category = iota
	// AdjacentKings: the kings are neighbors.
	AdjacentKings
	// BothInCheck: both kings are attacked.
	BothInCheck
	// OppositeInCheck: the king of the side not to move is attacked.
	OppositeInCheck
	// TripleCheck: more than two men attack the king to move.
	TripleCheck
	// Monochromatic: fewer files with an opposing pair than captures and
	// promotions can explain; in the ranked set because of the bishops' colors.
	Monochromatic
	// DoubleKnightCheck: two knights attack the king to move.
	DoubleKnightCheck
	// DiscoveredDoubleCheck: two men attack the king to move, which the table of
	// [Prefilter] deems possible.
	DiscoveredDoubleCheck
	// DoubleCheck: two men attack the king to move, which it deems impossible.
	// This is the one category beginning with "Illegal" that holds a few legal
	// positions; see [Prefilter].
	DoubleCheck
	// SingleCheck: one man attacks the king to move.
	SingleCheck
	// NoChecks: no man attacks the king to move.
	NoChecks

	// Categories is the number of values of Category, [NoCategory] included.
	Categories = int(NoChecks) + 1
)

var categoryTexts = [Categories]string{
	"No Category: not one king a side",
	"Illegal Adjacent Kings",
	"Illegal Both Kings in Check",
	"Illegal Side not to move in Check",
	"Illegal Triple Check",
	"Illegal Bishops Too Monochromatic",
	"Illegal Double Knight Check",
	"Discovered Double Check",
	"Illegal Double Check",
	"Single Check",
	"No Checks",
}

// String returns the text that the reference prints, such as "Single Check".
// For [NoCategory], which the reference does not know, it is a text of ours.
func (c Category) String() string {
	if int(c) >= Categories {
		return "invalid category"
	}
	return categoryTexts[c]
}

// PossiblyLegal reports whether the reference goes on to analyze positions of
// this category: those whose text does not begin with "Illegal", and not
// [NoCategory].
func (c Category) PossiblyLegal() bool {
	return c == DiscoveredDoubleCheck || c == SingleCheck || c == NoChecks
}

// hasStatistics reports whether the reference prints the [Statistics] behind
// positions of this category.
func (c Category) hasStatistics() bool { return c == Monochromatic || c.PossiblyLegal() }
