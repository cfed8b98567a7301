// Package base holds what the packages of the planner have in common: kinds of officers, the numbers
// of men, where pawns end, and the random numbers of a restart. It knows the board and nothing of
// games.
//
// # What is here
//
//	Kind         an officer, with bishops told apart by the color of their squares
//	Man, Roster  the men of a start with numbers, which they keep until they are captured
//	Pawn, Ends   where the pawns of one file go if none of them captures any more
//	Small        whether what a man can reach is a cage for it
//	RNG         random numbers, keyed by goal, seed and number of the restart
//	FilePath     the squares of a file between two of them
//
// # Example
//
// White's pawns stand on e2 and e4, and the goal shows one pawn on the e-file, on e4. Pawns do not
// pass each other: that on e4 promotes on e8, and that on e2 ends on e4. So says Ends. With a black
// pawn on e6 besides, which the goal does not show, two pawns would have to promote past each
// other: Ends says that there is no way. See the example of Ends.
//
// # Invariants
//
//   - Random numbers depend on the key alone, and on how many were drawn before. Games are
//     found again with them: what is drawn, and in what order, must not change by accident.
//   - In a Roster, Men and At agree after each Put and Take.
//
// # Pitfalls
//
//   - Small is a rule of thumb, not a theorem. A set of 12 squares counts as a cage for a
//     queen, one of 6 not for a knight.
package base
