// Package lines says what is known of positions as text: in lists, in the format of texelutil's proofgame -f, so that
// both programs read what the other writes, and in words and boards for people ([Explain]).
//
// A line is a FEN record, then groups:
//
//	FEN illegal: reason words [forced: kernel moves]
//	FEN legal: proof: moves
//	FEN unknown: [kernel: moves] [extKernel: steps] [path: moves] [status: N=n] [fail:] [info: text]
//
// [Parse] reads a line, [Line.Append] writes it in the canonical form, [Line.Settle] records a
// verdict in it. The words for reasons are those of texelutil where it knows the reason
// ([ReasonText]).
//
//	l, err := lines.Parse("4k3/8/8/8/8/8/8/4K2P w - - 0 1 unknown:")
//	v := engine.Judge(ctx, l.Setup)
//	l.Settle(&v)
//	fmt.Println(l) // 4k3/8/8/8/8/8/8/4K2P w - - 0 1 illegal: Pawn on first/last rank
//
// # Records that mean the same
//
// A record is read as people and programs write it. Two things are mended: counters
// that are missing, and an en passant square that no pawn attacks ([Line.Mended]), as most programs write one
// after 1. e4. An attacked square on which the capture is not legal because of a pin or a
// check is not mended here. It is a draw of the ranked set that stands for no position, since the
// record without the square is drawn as well, and its line has to say "illegal: Lossy FEN conversion", as texelutil
// does.
package lines
