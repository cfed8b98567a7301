// Package named turns the answer of package proofkernel, that a kernel exists, into a kernel with named men and an extended
// kernel, as the reference (texelutil) writes them. It takes some ten microseconds, where the explicit search of package search
// needs a millisecond and at times a second. [Namer.Name] is the entry point.
//
// # From a class to a kernel
//
// A [proofkernel.Class] holds for each file the order of what happens in it. A kernel is made of it in four steps:
//
//	merge     the eight orders become one: a capture between two neighboring files comes
//	          next when it is next in both (merge.go)
//	victims   an officer taken by a pawn gets a type: one in excess of the goal's, or one
//	          that is promoted again; bishops as the class says (types.go). Where pawns take
//	          more officers than there were, spare pawns promote before, as late as it goes (promoted.go)
//	the rest  pawns that must promote by capture do so, then officers take what is left
//	rows      the captures are played and written down by package search, which shares
//	          nothing with package proofkernel and accepts them only if they are a kernel
//
// So a kernel that comes out is one; the only question is how often none does. It is never for the 1901 accepted candidates of
// the development files and for one in a thousand positions of random games, by TestNamesCandidates and TestNamesPlayouts. Then a
// pawn would have to take a man that has promoted, or to promote at a moment at which its row is not free or to a rook or queen
// beside a king that may not move. Another class is tried if it can be drawn, and then the explicit search is asked, within a
// budget.
//
// # Alternatives
//
// With a source of random numbers every call gives another kernel, if there are several: the class, the order of captures and the
// types of victims and promotions are all drawn, by no particular law. Without one a goal has always the same kernel.
//
// # Names
//
//	c      Class; a color where officers are near
//	q      color of a square, 0 light, 1 dark
//	k      officer
package named
