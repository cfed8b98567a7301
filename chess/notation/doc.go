// Package notation writes and reads moves and diagrams in the notations of chess books: English descriptive notation, algebraic
// notation with letters or figurines, and a language for configurations. The rules of the game are in package chess.
//
// # Descriptive notation
//
// Most books in English before 1980 write moves so. A square is named from the side that moves, by the officer that stands on its
// file in the initial position and by its row, counted from the own first row:
//
//	8  QR8 QN8 QB8 Q8 K8 KB8 KN8 KR8      what White calls e4, K4,
//	7  QR7 QN7 QB7 Q7 K7 KB7 KN7 KR7      is K5 to Black
//	...
//	1  QR1 QN1 QB1 Q1 K1 KB1 KN1 KR1
//
// A quiet move is the man, a dash and the square: P-K4, N-KB3. A capture is the man, an x and the man captured: BxP. Parts that are
// clear may be left out: N-B3 if only one knight can reach only one of QB3 and KB3. Otherwise the text is more specific about the
// target, N-KB3, or about the square of a man, N(QN1)-B3, BxP(KB7).
//
// parseDescriptive reads this grammar, in Wirth's syntax notation. The letters may be small and blanks may stand anywhere; Kt is
// read as N, and * : X × as x.
//
//	Move      = ( Man "-" Square | Man "x" Man | Castle ) { Mark } [ Promotion { Mark } ] .
//	Man       = ( [ File ] "P" | [ Side ] Officer | Side ) [ "(" Place ")" | "/" Place ] .
//	Place     = Square | Rank .
//	Square    = File Rank .
//	File      = Side [ Officer ] | Officer .
//	Rank      = "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" .
//	Side      = "K" | "Q" .
//	Officer   = "R" | "N" | "B" .
//	Castle    = "0-0" [ "-0" ] | "O-O" [ "-O" ] .
//	Promotion = "(" New ")" | "/" New | "=" New .
//	New       = "Q" | Officer .
//	Mark      = " e.p." | " ch" | " dis" | " dbl" | " mate" | "+" | "#" | "!" | "?" .
//
// The grammar published in the source document is a part of this one: it has no promotions and marks, no pawn or officer named
// after a file or wing (KRP, QN), and no qualifier but a square in brackets. The dialogue in the same document uses / and *
// already. Its production
//
//	EDCN = INTEGER ( MOVE | "…" ) [ MOVE ] .
//
// describes a line with a number and the moves of both sides. [Split] divides such lines.
//
// Syntax is not meaning: KxK and B(Q3)-Q3 are sentences of the grammar that denote no move in any position. [AppendDescriptive]
// writes the shortest text of the published grammar that only one legal move fits.
//
// # Algebraic notation
//
//	e4  Nf3  Bxf7+  e8=Q#  O-O          Algebraic, as package chess has it
//	e4  ♘f3  ♗×f7+  e8=♕#  O-O          Figurine
//	e2-e4  Ng1-f3  Bc4xf7+  e7-e8=Q#    Long
//	e2-e4  ♘g1-f3  ♗c4×f7+  e7-e8=♕#    LongFigurine
//	e2e4  g1f3  c4f7  e7e8q  e1g1       UCI
//
// parseAlgebraic reads them all, and captures that name the captured man or only the files: ♗×♙, e×♘, ed. [ParseAny] reads a move
// in whatever notation.
//
// # Several moves fit
//
// An ambiguous text is an [*Error] that wraps [ErrAmbiguous], [ErrPromotion] if only the promotion is missing; its Candidates are
// the legal moves that fit. A dialogue shows them and asks. If no move fits, the error wraps [ErrNoMove], says why, and the
// candidates are moves that come near.
//
// # The configuration language
//
// Problem journals print a diagram as two lists of men, each with their number in brackets, a checksum against misprints.
// [ParseConfiguration] reads and [Configuration] writes
//
//	WH:♔g1,♕d1,♖a1/e2,♘h5,♗h6,♙a2/b2/c3/f2/g2/h2(12); BL:♔g8,♕f5,♖d8/h8,♘f7,♗b4,♙a7/b7/c7/c4/d3/h7(12).
//
// by the grammar
//
//	Configuration = Descript [ ";" ] Descript [ "." ] .
//	Descript      = ( "WH" | "BL" ) ":" "♔" Sqr { "," Name Sqr { "/" Sqr } } [ "(" Integer ")" ] .
//	Name          = "♔" | "♕" | "♖" | "♗" | "♘" | "♙" .
//	Sqr           = Letter Rank .
//	Letter        = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" .
//	Rank          = "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" .
//	Integer       = Digit { Digit } .
//	Digit         = "0" | Rank | "9" .
//
// in which one side is WH and the other BL, no square is named twice, and either both sides have a count or neither, the right one.
//
// # Why the parsers are written by hand
//
// Both grammars need one symbol ahead (two before a promotion), and the parsers have a method for each production. A parser by
// alecthomas/participle v2.1.4 from the same grammar read 27 000 moves/s with 157 allocations each, this one reads three million
// with one (BenchmarkForm); the grammar as tags of a struct was no easier to read, and its messages spoke of tokens, not of squares
// and men. Where a library does better is in checking: the tests make regular expressions of the grammars, package rapid makes
// sentences that match them, and the parsers must accept the same texts, damaged ones too, as the expressions match.
//
// # Where to look
//
// notation.go has the functions for all notations. Descriptive moves are read by scan.go (symbols), syntax.go (grammar) and
// pattern.go (meaning in a position), and written by descriptive.go. configuration.go and configwrite.go are for configurations,
// words.go for moves in words, diagram.go and letters.go for diagrams.
//
// # Names
//
//	p      Position
//	m      Move
//	us     the side that moves, whose names of squares are used
//	w      Wings
//	pat    pattern, the properties of a move that a text states
//	place  the properties of a square that a text states
//	form   how much of a square is written
//
// Source: D. A. Harrod, "Necessity and Sufficiency in Computer Chess Algorithms" (1980, revised 2009), with the grammars, the
// dialogue and the example.
package notation
