// Package endgame classifies all setups of a small material by what can have come before:
// the illegality of positions in simple endgames, by exhaustion.
//
//	m, _ := endgame.ParseMaterial("KRK")
//	t, _ := endgame.Enumerate(ctx, m, endgame.Options{})
//	c, _ := t.Class(setup) // Rest, Initial, or n times derivedly illegal
package endgame
