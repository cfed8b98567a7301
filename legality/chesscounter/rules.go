package chesscounter

// A Rule describes one of the ten rules. A text about White holds for Black with the rows reversed.
type Rule struct {
	Number int
	Name   string
	Text   string // a condition that every accepted setup satisfies, White to move

	// Four rules are flawed: they reject some legal setups. Witness is the FEN record of a legal setup that such a
	// rule rejects. Game has the moves that lead to it from the initial position, in SAN separated by blanks.
	// Mended is the text of the repaired rule. Letter is the name of the witness in tables, A to D. All are empty
	// for other rules, which reject no legal setup, or define the space (rule 10).
	Witness, Game, Mended, Letter string

	// Rejected is the FEN record of a setup that fails this rule and none before,
	// mended or not, in the restricted space; Accepted that of a similar accepted setup.
	Rejected, Accepted string
}

// Rules returns the ten rules in the order in which they are applied; rule i is at index i-1.
func Rules() []Rule { return append([]Rule(nil), rules[:]...) }

// rules are the ten rules by number.
var rules = [10]Rule{
	{
		Number: 1, Name: "Sides",
		Text:     "A side has at most 16 men, and no pawn stands on row 1 or 8.",
		Rejected: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPPPPPP/RNBQKBNR w - - 0 1",
		Accepted: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1",
	},
	{
		Number: 2, Name: "Material",
		Text: "With e men of a side that must be promoted (beyond one queen and two of each other kind, and one " +
			"of two bishops on one square color), l missing men of those kinds, and g = 8 - pawns - e: g >= 0, " +
			"e of White <= 2 g of Black + g of White + both l, and the same for Black.",
		Letter:  "B",
		Witness: "rnb2bnr/ppB1pp2/q1p1p1p1/1k5p/7P/4P3/PPP2PP1/RNBQK1NR w - - 0 1",
		Game:    "e3 c6 Bc4 Qb6 Be6 dxe6 d4 Qa6 d5 Kd7 h4 Kc7 d6+ Kb6 d7 Kb5 d8=B g6 Bc7 h5",
		Mended: "Two bishops on one square color raise l by one as well as e: the bishop of the other square " +
			"color is missing.",
		Rejected: "rnbqkbnr/pppppppp/8/8/3Q4/8/1PPPPPPP/RNBQKBNR w - - 0 1",
		Accepted: "rnbqkbnr/1ppppppp/8/8/3Q4/8/1PPPPPPP/RNBQKBNR w - - 0 1",
	},
	{
		Number: 3, Name: "Opposite check",
		Text:     "The king of the side that is not to move is not attacked.",
		Rejected: "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
		Accepted: "3k4/8/8/8/8/8/4R3/4K3 w - - 0 1",
	},
	{
		Number: 4, Name: "Caged bishop",
		Text: "No bishop on row 1 has white pawns on all squares diagonally in front of it, " +
			"a white bishop on c1 or f1 excepted.",
		Letter:  "A",
		Witness: "rnbqkbnr/2pppppp/8/1P6/8/7R/1PPPPPPP/bNBQKBNR w - - 0 1",
		Game:    "a4 b5 axb5 a5 Ra3 a4 Rh3 a3 Rh4 a2 Rh3 a1=B",
		Mended: "A black bishop on row 1 (White's on row 8) is caged only if its side has all its 8 pawns: " +
			"otherwise it may have been promoted there.",
		Rejected: "4k3/8/8/8/8/8/2P1P3/3BK3 w - - 0 1",
		Accepted: "4k3/8/8/8/8/8/2P5/3BK3 w - - 0 1",
	},
	{
		Number: 5, Name: "Crowded pawns",
		Text: "White pawns do not stand on all squares of any of these patterns or their mirror images, for which " +
			"there are too few home squares: " + edgePatterns + "; and, on any files, " + anyPatterns + ".",
		Rejected: "4k3/8/8/8/8/P7/PP6/4K3 w - - 0 1",
		Accepted: "4k3/8/8/8/8/P7/P1P5/4K3 w - - 0 1",
	},
	{
		Number: 6, Name: "Captures",
		Text: "With d of a side the sum over the files of its pawns less one, and one more if pawns stand on a2 b2 a4 " +
			"or h2 g2 h4: men of Black + d of White <= 16, men of White + d of Black <= 16. With c the sum over the " +
			"files of both sides' pawns less one each or, if the top pawn is white and the bottom one black and that " +
			"is more, the white pawns above all black ones or the black pawns below all white ones: all men + c <= 32.",
		Rejected: "rnbqkbnr/pppppppp/8/8/8/4P3/PPP1PPPP/RNBQKBNR w - - 0 1",
		Accepted: "rnbqkb1r/pppppppp/8/8/8/4P3/PPP1PPPP/RNBQKBNR w - - 0 1",
	},
	{
		Number: 7, Name: "Triple check",
		Text:     "At most two men give check.",
		Rejected: "r3k3/8/8/8/3b4/1n6/8/K7 w - - 0 1",
		Accepted: "r3k3/8/8/8/8/1n6/8/K7 w - - 0 1",
	},
	{
		Number: 8, Name: "Double check",
		Text: "Of two men that give check one can have moved last, out of the line of the other, and no man behind it " +
			"would have given check before; or a capture en passant can have opened both lines.",
		Letter:  "C",
		Witness: "rnb1r1k1/ppp2ppp/5n2/q2P4/2B4P/PNb5/1PP2PP1/R1BQK2R w - - 0 1",
		Game:    "e4 e5 d4 exd4 Nf3 d5 exd5 Nf6 Nxd4 Bd6 Nb3 O-O Bc4 Be5 Nc3 Re8 a3 Qd6 h4 Qa6 Rb1 Qa5 Ra1 Bxc3+",
		Mended: "The man behind counts only if White has 16 men: otherwise the one that moved may have captured " +
			"what screened the king.",
		Rejected: "4k3/8/8/8/r1K5/8/2r5/8 w - - 0 1",
		Accepted: "2r1k3/8/8/8/b7/8/2K5/8 w - - 0 1",
	},
	{
		Number: 9, Name: "Single check",
		Text: "If one man gives check, and it is a pawn, a knight, or touches the king, then it can have come from " +
			"some empty square from which it did not give check already, its present square being empty; on row 1 " +
			"also as a pawn.",
		Letter:  "D",
		Witness: "rnbqk1nr/pppp1ppp/4p3/8/8/PPP1P3/3P1bPP/RNBQKBNR w - - 0 1",
		Game:    "a3 e6 b3 Be7 c3 Bh4 e3 Bxf2+",
		Mended: "If White has fewer than 16 men, the present square counts as occupied: by the man that may have " +
			"been captured there.",
		Rejected: "4k3/3p4/4K3/8/8/8/8/8 w - - 0 1",
		Accepted: "4k3/8/3p4/4K3/8/8/8/8 w - - 0 1",
	},
	{
		Number: 10, Name: "Original men",
		Text: "Restricted spaces only: a side has at most 3 queens (1 in the very restricted space) and 2 of each " +
			"other kind; no two bishops of a side on one square color; with pawns on b2 and d2 White's dark-square " +
			"bishop is on c1, with pawns on e2 and g2 the other is on f1; no bishop that rule 4 as published rejects, " +
			"which would be promoted.",
		Rejected: "4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1",
		Accepted: "4k3/8/8/8/8/8/8/NN2K3 w - - 0 1",
	},
}
