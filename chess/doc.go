// Package chess is the game itself: squares, bitboards, setups, positions,
// moves, and the text forms of all of them. Every other package of chesscensus
// stands on it, and it knows none of them.
//
// # Three levels of a position
//
//   - [Board] is a diagram: which man stands on which square.
//   - [Setup] adds side to move, castling rights and en passant square. It is
//     anything representable: no kings, nine kings, pawns on the first row.
//   - [Position] is a valid setup, the only thing that moves are generated for.
//     [Setup.Position] is the one gate; it reports all [Violations] at once.
//
// Valid says nothing of reachability. A position is called legal only when legal
// moves lead to it from the initial position, and this package never says so.
// The gate is one-sided: every legal position passes, many illegal ones too.
//
// # Equality
//
// Setups and positions are plain values; two of them are the same exactly when
// == says so. There is no hash to collide. In a [Position] the en passant square
// is set only when an en passant capture is legal, and castling rights only with
// king and rook at home, so equal positions have equal values.
//
// # Moves
//
// [Position.Moves] appends the legal moves, [Position.Play] returns the position
// after one of them, [Position.CountMoves] counts without a list; [Position.Perft]
// puts them to the test. Positions are copied, never changed, so that there is
// nothing to take back. A [Move] from outside is read by [Position.ParseSAN] or
// [Position.ParseUCI], which accept legal moves only.
//
// # The board as a side sees it
//
// [Color.Forward], [Color.BackRow], [Color.PawnRow] and [Color.LastRow] name rows by color,
// [Square.For] turns a square of White's into the same of Black's, [Square.Ahead] and
// [Bitboard.Ahead] step as pawns do. [AllPawnAttacks], [Steps] and [Flood] move sets of men
// at once.
//
// # Texts
//
//	FEN   ParseFEN, FEN.String, FEN.Append     lenient in, strict out
//	SAN   Position.ParseSAN, Position.SAN      lenient in, two styles out
//	UCI   Position.ParseUCI, Move.String
//	PGN   WritePGN                             export format
//	lines Position.SANs, ParseSANs, Numbered   moves one after the other
//
// What cannot be read gives an error of a type that holds the parts: [FENError],
// [InvalidError], [MoveError]. No text makes the package panic.
//
// # Where to look
//
// Start with setup.go and violations.go. danger.go finds checks, pins and safe
// squares; movegen.go and count.go stand on it, one listing and one counting.
// attacks.go holds the tables, which take about 2 ms to fill when the program
// starts. Random legal games for tests are in the package chesstest.
//
// The rules of the game are written three more times in this module, each time anew and only to check: package
// legality/internal/mailbox replays proof games, recheck/internal/board belongs to the independent checker, and
// oracle_test.go here plays by the book. github.com/corentings/chess is a fourth witness.
//
// # Names
//
//	sq        Square, a1 = 0, b1 = 1, ..., h8 = 63
//	bb        Bitboard, bit sq
//	row       0 to 7 for the rows 1 to 8; "rank" is only the combinatorial one
//	us, them  the side to move and the other one
//	m         Move
//	occ       all occupied squares
//
// # Size
//
// The package is larger than the limit of docs/DESIGN.md, as everybody who has a position wants its texts with it: FEN,
// SAN and PGN are two fifths of the lines. They read and write moves by what the position knows of
// them, and their names stand in all of the project, notebooks included.
//
// Words are explained in docs/GLOSSARY.md.
package chess
