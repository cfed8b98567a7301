// Package kings redraws the squares of the kings and the side to move among those that no
// theorem on checks excludes, and computes the weight of such a draw.
//
// # What it is for
//
// In spaces such as the ranked set, the kings of a setup without castling rights and en
// passant square are uniform, given all other men: each of the
//
//	a = 2 e (e-1)
//
// placements (two of the e squares that the other men leave free, and a side to move) is equally likely. Four in
// five of them are illegal because of checks alone, for one of three reasons:
//
//   - the kings touch, or the king of the side that has just moved is attacked;
//   - three or more men attack the king to move;
//   - one or two do, but no last move can have given these checks.
//
// A [Counter] counts exactly the placements to which neither of the first two applies, by the number k of checkers:
// N0, N1 and N2. The third is only tested on single placements: see [Counter.Redraw].
//
// # The count
//
// Take one side to move, and a square o for the king of the side that has just moved. The men of the side that has
// just moved give the checks; those of the side to move must not attack o. Let the attack maps be those of the
// board without both kings. Three bitboards hold for every square how many men of a side attack it, up to four and
// more. Let x be the square of the king to move.
//
//   - If no man attacks o, the king there is safe wherever x is. If one man attacks it
//     from afar, it is safe if x lies between. Otherwise it is not safe: one king cannot
//     block two men that attack the same square, since they attack from different
//     directions.
//   - The king to move does not shield itself, so the men that attack x are those of
//     the map, except those that the king on o blocks. A man that attacks o from afar
//     loses the squares behind o on its line. No two such men lose the same square, since
//     their lines through o differ. So every square loses at most one attacker, and a
//     subtraction on bitboards treats all squares at once.
//
// So a dozen operations on words and three bit counts for each o give the numbers of placements by number of checkers.
//
// # Name key
//
//	us    the side to move          them  the side that has just moved, which checks
//	o     square of its king        x     square of the king to move
//	k     number of checkers        N     number of placements
package kings
