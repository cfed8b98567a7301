// Package base holds what the rooms of the planner have in common: kinds of officers, regions
// behind walls, and the random numbers of a restart. It knows the board and nothing of games.
//
// # What is here
//
//	Kind           an officer, with bishops told apart by the color of their squares
//	Region, Small  what a man can reach around walls, and whether that is a cage for it
//	Dice           random numbers, keyed by goal, seed and number of the restart
//	Forward, ...   rows and squares as a color sees them
//
// # Invariants
//
//   - Random numbers depend on the key alone, and on how many were drawn before. Games are
//     found again with them: what is drawn, and in what order, must not change by accident.
//   - A region is symmetric: if b is in Region(r, a, walls) and neither is a wall, then a is
//     in Region(r, b, walls).
//
// # Pitfalls
//
//   - Region does not test its first square: it may be a wall.
//   - Small is a rule of thumb, not a theorem. A room of 12 squares counts as a cage for a
//     queen, one of 6 not for a knight.
package base
