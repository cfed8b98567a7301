package naive

import "math/big"

// A Row is one line of the table behind Krinitskii's bound, recomputed.
type Row struct {
	Men        int      // k+2, the kings included
	K          int      // men other than the kings
	Factorial  *big.Int // k!
	Choices    *big.Int // C(30,k), which men they are
	Placements *big.Int // P(64,k+2), where they stand
	Product    *big.Int // Choices * Placements

	// What the document's columns have instead of the last two.
	PublishedPlacements *big.Int // P(64,k+3)
	PublishedProduct    *big.Int // Choices * P(64,k+3)
}

// Table returns the 31 rows, for k from 0 to 30. The products add up to the size of
// [Krinitskii]. The document prints ten of them, with the published columns.
func Table() []Row {
	var rows []Row
	for k := range others + 1 {
		r := Row{Men: k + 2, K: k, Factorial: permutations(k, k), Choices: new(big.Int).Binomial(others, int64(k)),
			Placements: permutations(64, k+2), PublishedPlacements: permutations(64, k+3)}
		r.Product = new(big.Int).Mul(r.Choices, r.Placements)
		r.PublishedProduct = new(big.Int).Mul(r.Choices, r.PublishedPlacements)
		rows = append(rows, r)
	}
	return rows
}
