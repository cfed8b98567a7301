// Package lines writes what is known of positions as text: lists in the format of texelutil's proofgame -f, so that
// both programs read the files of the other, and explanations with words and boards ([Explain]).
//
// A line is a FEN record, then groups:
//
//	FEN illegal: reason words [forced: kernel moves]
//	FEN legal: proof: moves
//	FEN unknown: [kernel: moves] [extKernel: steps] [path: moves] [status: N=n] [fail:] [info: text]
//
// [Parse] parses a line, [Line.Append] writes it in the canonical form, [Line.Settle] stores a verdict in it. The
// words for reasons are those of texelutil if it has the reason ([ReasonText]).
//
//	l, err := lines.Parse("4k3/8/8/8/8/8/8/4K2P w - - 0 1 unknown:")
//	v := engine.Judge(ctx, l.Setup)
//	l.Settle(&v)
//	fmt.Println(l) // 4k3/8/8/8/8/8/8/4K2P w - - 0 1 illegal: Pawn on first/last rank
//
// # Equivalent records
//
// Parse mends two things in the records of other programs: missing counters, and an en passant square that no pawn
// attacks ([Line.Mended]), such as most programs write after 1. e4. It does not mend a square that a pawn attacks but
// on which the capture is illegal because of a pin or check. Such a record can be a draw of the ranked set. It counts
// as no position, since the record without the square is drawn as well, and its line must be "illegal: Lossy FEN
// conversion", as in texelutil.
package lines
