package chess

// LeastPromoted returns how many officers of a side must be promoted pawns, by their numbers alone: those above the
// numbers at the start. Who counts bishops by the color of their squares adds max(0, n-1) for either color and passes 0.
func LeastPromoted(queens, rooks, bishops, knights int) int {
	return max(0, queens-1) + max(0, rooks-2) + max(0, bishops-2) + max(0, knights-2)
}
