// Package oracle compares a judge of legality with what exhaustion knows of small endgames.
//
// Each setup of a small material has a class in two readings of package endgame, and these
// say what a judge may answer:
//
//	Invalid   a rule of the board is broken                    illegal
//	Refuted   derivedly illegal, every predecessor looked at   illegal; a game would be a fault
//	Open      a predecessor exists in a larger material only   either
//	Chained   an infinite chain of predecessors within the     legal; illegal would be a fault,
//	          material exists                                  unless Isolated
//
// Refuted is sound: take a game to such a setup; each of its positions is a predecessor of
// the next, and the initial position is not derivedly illegal, so somewhere a setup that
// is not derivedly illegal is followed by one that is, against the definition. Chained is not: with a white
// bishop on a1 behind a white pawn on b2 the kings may go back and forth for ever, but the
// bishop has never entered. [Isolated] knows this kind and no other, and [Compare]
// also what can only have come from such a setup, so that every other contradiction shows.
//
// For up to 4 men the classes come from tables ([FromTables]); for any number of men
// [Random] draws setups and looks back a fixed number of moves. [Compare] asks the judge.
package oracle
