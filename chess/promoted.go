package chess

// LeastPromoted returns how many officers of a side must be promoted pawns, by their numbers alone: the surplus over the numbers at
// the start. To count bishops by the color of their squares, pass 0 and add max(0, n-1) for each color.
func LeastPromoted(queens, rooks, bishops, knights int) int {
	return max(0, queens-1) + max(0, rooks-2) + max(0, bishops-2) + max(0, knights-2)
}
