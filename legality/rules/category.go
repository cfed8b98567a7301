package rules

// A Category is the answer of the reference pre-filter, [Prefilter]. The zero value is [NoCategory].
type Category uint8

// The ten categories in the order in which the pre-filter tests for them, the
// last three in its order of decreasing number of checkers.
const (
	// NoCategory: the diagram has not exactly one king a side, so that the pre-filter has no answer.
	NoCategory Category = iota
	// adjacentKings: the kings are neighbors.
	adjacentKings
	// bothInCheck: both kings are attacked.
	bothInCheck
	// oppositeInCheck: the king of the side not to move is attacked.
	oppositeInCheck
	// tripleCheck: more than two men attack the king to move.
	tripleCheck
	// monochromatic: fewer files with an opposing pair than captures and
	// promotions can explain. In the ranked set the colors of bishops cause this.
	monochromatic
	// doubleKnightCheck: two knights attack the king to move.
	doubleKnightCheck
	// discoveredDoubleCheck: two men attack the king to move, which is possible
	// according to the pre-filter's table.
	discoveredDoubleCheck
	// doubleCheck: two men attack the king to move, which is impossible according to the table. This is the only
	// category with the word "Illegal" that has some legal positions; see [Prefilter].
	doubleCheck
	// singleCheck: one man attacks the king to move.
	singleCheck
	// noChecks: no man attacks the king to move.
	noChecks

	// Categories is the number of values of Category, [NoCategory] included.
	Categories = int(noChecks) + 1
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
// [NoCategory], which the reference does not have, has a text of ours.
func (c Category) String() string {
	if int(c) >= Categories {
		return "invalid category"
	}
	return categoryTexts[c]
}

// PossiblyLegal reports whether the reference analyzes positions of this category
// further: the text does not begin with "Illegal", and it is not [NoCategory].
func (c Category) PossiblyLegal() bool {
	return c == discoveredDoubleCheck || c == singleCheck || c == noChecks
}

// hasStatistics reports whether the reference prints the [Statistics] behind positions of this category.
func (c Category) hasStatistics() bool { return c == monochromatic || c.PossiblyLegal() }
