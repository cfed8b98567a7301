// Package kings draws the squares of the kings and the side to move anew, where no
// theorem on checks forbids them, and says what such a draw counts.
//
// # What it is for
//
// In the spaces whose draws it is given, the kings of a setup without castling rights
// and en passant are uniform, given all other men: each of the
//
//	a = 2 e (e-1)
//
// placements (two of the e squares that the other men leave free, and a side to move)
// is equally likely. Four in five of them are illegal whatever the game was, for one of
// three reasons on checks alone:
//
//   - the kings touch, or the king of the side that has just moved is attacked;
//   - three or more men attack the king to move;
//   - one or two do, but no last move can have given these checks.
//
// A [Counter] counts the placements that keep the first two theorems exactly, by the
// number k of checkers: N0, N1 and N2. The third is not counted but tried: see
// [Counter.Redraw].
//
// # The count
//
// Take one side to move, and a square o for the king that has just moved. Its own men
// give the checks, the other side's must not attack o. Let the maps of attacks be those
// with both kings taken away; three bit boards hold for every square how often a side's
// men attack it, up to four and more. Then, with x the square of the king to move:
//
//   - If no man attacks o, the king there is safe wherever x is. If one man does, from
//     afar, it is safe if x lies between. If more do, or one from nearby, it is not: one
//     king cannot stand in the way of two men that attack the same square from
//     different sides, and men who attack along one line stand in each other's way.
//   - The king to move does not shield itself, so the men that attack x are those of
//     the map but for the king on o, who may stand in between. A man who attacks o from
//     afar loses the squares behind o on its line. No two such men lose the same
//     square, as their lines are different ones through o: every square loses at most one attacker, and
//     a subtraction of one on bit boards does all squares at once.
//
// So a dozen words of arithmetic and three counts of bits for each o give all
// placements with each number of checkers.
//
// # Name key
//
//	us    the side to move          them  the side that has just moved, which checks
//	o     square of its king        x     square of the king to move
//	k     number of checkers        N     number of placements
package kings
