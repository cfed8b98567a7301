// Package kernelspace is the space of setups with an abstract kernel. The pawns and men of such a setup
// can have come about from the initial ones by captures and promotions, as far as the order of the pawns
// on each file tells. Every legal setup of a region is in the space, each once.
//
// # The region
//
// A setup is in the region if all of this holds:
//
//   - it has no castling rights and no en passant square;
//   - each side has one king, at most 16 men and at most 8 pawns;
//   - no pawn stands on row 1 or 8;
//   - at most P pawns stand on the board, and at most C men are missing, both colors together.
//
// P, C and the cap Q used below are [Params]. The space "kernel" has C = 6, P = 8 and Q = 2. Kings
// may touch and be in check.
//
// # Definitions
//
// The column of a file is the list of its pawns by color, from row 1 up. At the start each column is
// White below Black, written Pp. The pattern of a board is its eight columns.
//
// A capture that involves pawns, other than a promotion, is one of two events:
//
//   - Crossing. A pawn takes a man on a neighboring file: it leaves its column and crosses the
//     boundary between the files. There it takes the place of an enemy pawn, or it is inserted
//     anywhere in the column.
//   - Loss to an officer. An officer takes a pawn: the pawn leaves its column.
//
// A history of a file is a sequence of such events. It starts with Pp and ends with a column of the form
//
//	black pawns, the column of the setup, white pawns
//
// The outer pawns of this form are called extra: they promote.
//
// A chain is eight histories, one for each file, that agree on the crossings of each boundary: the
// same colors in the same directions in the same order. For a chain and a color c let
//
//	k(c)    captures by c: crossings of its pawns, and losses of the other color to officers
//	l(c)    pawns of c that are lost: to officers, or to pawns that took their place
//	s(c,q)  extra pawns of c on files where a step promotes on squares of color q
//
// and for the men of a setup let
//
//	K(c)    captures that c has made: the other color's missing men
//	n(c,q)  bishops of c on squares of color q beyond the one that started there
//	D(c)    promotions of c at the least: the sum of n(c,q), and knights, rooks, queens beyond the initial ones
//	S(c)    spare pawns, which need not promote: 8 - pawns of c - D(c)
//
// A setup has an abstract kernel if there is a chain to its pattern with, for both colors,
//
//	(1)  l(c) <= S(c)
//	(2)  k(c) + max(0, n(c,light) - s(c,light)) + max(0, n(c,dark) - s(c,dark)) <= K(c)
//
// where n(c,q) is replaced by the cap Q if it is more. The two maxima count pawns that promote by
// capture, as a capture promotes on the other color of square than a step.
//
// # Example
//
// White's eight pawns have promoted to queens, and Black's last four pawns to queens. Four black men
// are missing: K(white) = 4, K(black) = 0.
//
//	8  r n b q k b n r
//	7  q q q q . . . .
//	6  . . . . . . . .
//	5  . . . . . . . .
//	4  . . . . . . . .
//	3  . . . . . . . .
//	2  Q Q Q Q Q Q Q Q
//	1  R N B Q K B N R
//
// There is a kernel. White's pawns of b, d, f and h take the black pawns of a, c, e and g and stand in
// their place. Then a, c, e and g have the column PP, and b, d, f and h have p. All these pawns are extra.
// So k(white) = 4 and l(black) = 4, and S(black) = 8 - 0 - 4 = 4.
//
// With two more black queens K(white) = 2. After two captures some file still has White's pawn below
// Black's, and both must promote. No chain ends like that, so the setup is not in the space.
// [Space.Contains] has both setups as an example.
//
// # No legal setup of the region is missing
//
// Take a game that leads to the setup. At each moment of the game let the virtual column of a file
// be, from below: a black pawn for each black pawn that promoted from this file; the pawns that
// stand there; a white pawn for each white pawn that promoted from this file.
//
// Lemma 1. A promotion changes no virtual column, whether by a step or by a capture. Proof: The pawn stands on the
// last row but one. No pawn of its file stands beyond it, as none stands on the last row. So it is the last of the
// standing pawns before the promotion, and the innermost of the promoted pawns of its color after it: the same
// place in the virtual column. The man that it captures on the last row, if any, is not a pawn.
//
// Lemma 2. Every other move changes the virtual columns by one of the events above, or not at all.
// Proof: Pawns do not jump, so moves without capture keep their order. If an officer, promoted or not,
// takes an officer, no pawn is concerned. A pawn that takes an officer is inserted somewhere among the
// pawns of a file. A pawn that takes a pawn takes its place in the column. This also holds en passant:
// the capturer then stands one row beyond the place of the captured pawn, with nothing between.
//
// Lemma 3. The game makes a chain. Proof: Give to each file the events that touch it, in the order of the game. The
// sequence starts with Pp and ends with the form above, by Lemmas 1 and 2. Both files at a boundary have the same
// crossings in the same order. So k(c) counts the captures by pawns that do not promote, and those of pawns by
// officers. And l(c) counts the pawns of c that were taken. The extra pawns are those that promoted.
//
// Lemma 4. Condition (1) holds. Proof: Each of the 8 pawns of c stands on the board, was taken as a
// pawn, or promoted. So 8 - pawns - l(c) promoted. That is at least D(c): only a promotion adds to
// the men of a kind, and a bishop keeps its color of square.
//
// Lemma 5. Condition (2) holds. Proof: Let t(c,q) be the promotions of c by capture on squares of
// color q. They are not counted in k(c), so
//
//	k(c) + t(c,light) + t(c,dark) <= K(c)
//
// At most s(c,q) pawns promote on color q by a step. So n(c,q) <= s(c,q) + t(c,q), and each maximum
// in (2) is at most t(c,q).
//
// Theorem. Every legal setup of the region has an abstract kernel. Proof: Lemmas 3 to 5. With a cap
// the condition asks for less.
//
// So the space holds all that is legal, each setup once. It needs no multiplicities and no test of legality.
//
// # The method
//
// The tables ([Tables]) tell for each pattern with which men it has a kernel. They are made not from
// chains but from the costs of chains: k, l, and the number min(Q, s) of extra pawns, stored as the
// number that is missing to the cap, Q - min(Q, s).
//
//  1. For each list of crossings of a file's left boundary, a search lists the outcomes of its
//     histories: column, crossings of the right boundary, cost (file.go).
//  2. Halves of the board are built from the edge to the middle, file by file. For each pattern and
//     each list of crossings of the middle a half stores its costs (half.go).
//  3. Two halves with the same crossings of the middle make a board. Its costs are sums (build.go).
//  4. The condition is evaluated with these costs for all resources K, S and all numbers n (resources.go).
//
// Invariant of steps 1 to 3: for each pattern and crossings, each chain has a stored cost that
// dominates its own. A cost dominates another if each of its components is at most that of the other:
// captures and lost pawns of both colors, and missing promotions by color of square. Dominated costs may
// be dropped, since sums and the condition are monotone.
//
// Three reductions:
//
//   - In one file the extra pawns need not be compared. All pawns of a color are lost, extra or in
//     the column, so fewer lost means more extra.
//   - A chain with more than C captures is dropped, since K(white) + K(black) <= C.
//   - A mirror and an exchange of colors map chains to chains. So one of up to four images of a
//     pattern is stored, the canonical one.
//
// # Size and ranks
//
// The elements are ordered by these numbers, the first being the most significant:
//
//	pawns and missing men, both colors together (the stratum)
//	pawns by color, resources (the cell)
//	lengths of the columns, set of accepted requirements (the group)
//	pattern, and which of its images
//	pawns on dark squares, rows of the pawns
//	requirements, bishops by color of square
//	kinds and squares of the officers, side to move
//
// Given all but the last line the number of elements is a product of binomials. Bishops stand on free
// squares of their color, all other officers on any free square. Sizes are integers below 2^192; no
// floating point number is used. [Space.Unrank], [Space.Rank] and [Space.Contains] look up prefix
// sums. [Space.Sample] goes the same way down to the bishops and then tries random squares.
//
// # Second computation
//
// The sizes of all strata are computed a second time by package recheck/sets. Another person wrote it from this
// documentation, and it imports nothing of the sampler. Package legality/proofkernel decides for one setup whether it
// has a kernel, with further conditions: rows, bishops taken at home, pawns that never moved. It shares no code with
// this package either; the tests compare the two. The tests also enumerate boards of one to three files by brute force.
//
// # Reading the code
//
// Making the tables:
//
//	column.go     columns, patterns and their symmetries
//	crossings.go  lists of crossings of a boundary
//	file.go       histories of one file
//	cost.go       costs of histories
//	half.go       four files
//	resources.go  the condition, for all resources at once
//	build.go      all patterns: halves joined
//	store.go      files of tables; code.go, their bytes; cache.go and shipped.go, their places
//	lost.go       the tables of version 1, and the setups that they lack
//
// Ranks:
//
//	army.go       officers: bishops and others
//	rows.go       rows of the pawns
//	weight.go     numbers of placements of the officers
//	dictionary.go patterns in the tables
//	catalog.go    groups of patterns
//	space.go      cells, sizes, strata
//	unrank.go     rank to setup; sample.go, drawing; men.go, the squares
//	rank.go       setup to rank, and membership
//
// The package is larger than the limit of docs/ARCHITECTURE.md. Making the tables is half of it, ranks are the other.
// Both count by the same patterns, resources and requirements, and the tests of a table are ranks.
//
// # Names
//
//	column, pattern  pawns of a file; of the board
//	symmetry, image  identity, mirror, exchange of colors, both; a pattern or setup under a symmetry
//	cost, front      k, l and missing promotions of a chain; a list of costs of which none dominates another
//	resources        K and S of both colors
//	requirement      n of a color, capped, as a number; a pair of them for both colors
//	officers         bishops by color of square, and the number of other officers
//	class            for each resources, the set of requirements with which a pattern has a kernel
//	type             patterns with the same lengths, class and number of images
//	cell             setups with the same numbers of pawns and resources
//	group            patterns of a cell with the same lengths and the same set of requirements
//	member           a type of a group
//	dark             1 for dark squares where light ones are 0; or the number of pawns on them
package kernelspace
