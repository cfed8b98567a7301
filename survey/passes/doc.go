// Package passes judges lists of positions in the line format of package lines: one line at a
// time ([Judge]), or the whole list again and again with growing budgets ([Run]), into files
// that survive whatever breaks the run off.
//
// The engine does not know of lists: a pass gives it its number (legality.Options, Budget.Pass),
// and the path that the pass before has written into the line (legality.Engine.Resume). For
// one position legality's effort exhaustive makes the same passes at once, with the same
// verdicts.
//
// # Files
//
//	PREFIX00        what the first pass made of the list, PREFIX01 the second, and so on
//	PREFIX01.part   a pass that is being made; whole lines are final
//
// A pass that is complete is never made again, whatever the options: remove its file.
package passes
