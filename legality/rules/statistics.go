package rules

import (
	"math/bits"
	"strconv"

	"chesscensus/chess"
)

// An Army holds the numbers of men of one color on a diagram, and the conclusions of the
// reference pre-filter from them.
type Army struct {
	Men, Pawns, Knights, Bishops, Rooks, Queens int // Men includes the king
	DarkBishops                                 int // those on dark squares

	// Promotions is the least number of promoted men among them (wpr, bpr): queens but one, rooks but two, knights
	// but two, bishops but one for each square color. Never negative.
	Promotions int
	// LostPawns is the most pawns that were captured as pawns (wpx, bpx),
	// 8 - Pawns - Promotions. Negative if the army cannot exist.
	LostPawns int
	// Unopposed is the most pawns that can lack an opposing pair (maxuwp,
	// maxubp): LostPawns of the enemy + captures - Promotions.
	Unopposed int
}

// captured returns the number of men that the side has lost (wx, bx): 16 - Men.
func (a *Army) captured() int { return 16 - a.Men }

// count sets all fields but Unopposed from the men of a color.
func (a *Army) count(b *chess.Board, c chess.Color) {
	n := func(r chess.Role) int { return b.Pieces(c, r).Count() }
	a.Men = b.Colored(c).Count()
	a.Pawns, a.Knights = n(chess.Pawn), n(chess.Knight)
	bishops := b.Pieces(c, chess.Bishop)
	a.Bishops, a.DarkBishops = bishops.Count(), (bishops & chess.DarkSquares).Count()
	a.Rooks, a.Queens = n(chess.Rook), n(chess.Queen)
	a.Promotions = chess.LeastPromoted(a.Queens, a.Rooks, 0, a.Knights) +
		max(0, a.DarkBishops-1) + max(0, a.Bishops-a.DarkBishops-1)
	a.LostPawns = 8 - a.Pawns - a.Promotions
}

// Statistics are the counts for the pre-filter's test of the pawns. The reference prints them
// after four of the categories.
//
// An opposing pair is a black pawn above a white pawn of the same file with no
// pawn between them. Initially every file has one.
type Statistics struct {
	Army     [2]Army // by [chess.Color]
	Captures int     // 32 less all men
	Pairs    int     // files with at least one opposing pair, 0 to 8
	// MinPairs is the least number of such files that the counts allow (minopp), White's Pawns - Unopposed; the
	// same number results for Black. It may be negative.
	MinPairs int
	// Slack is Pairs - MinPairs if LostPawns of both sides is at least 0, otherwise -1. A negative value proves the
	// position illegal; for the proof see [pairsRule].
	Slack int
}

// Stats returns the counts of men and pawn pairs of any diagram. It ignores the rest of the
// setup. It costs some 50 ns.
func Stats(s *chess.Setup) Statistics {
	var st Statistics
	st.count(&s.Board)
	return st
}

// count sets all fields from a board.
func (st *Statistics) count(b *chess.Board) {
	w, bl := &st.Army[chess.White], &st.Army[chess.Black]
	w.count(b, chess.White)
	bl.count(b, chess.Black)
	st.Captures = 32 - w.Men - bl.Men
	st.Pairs = pairFiles(b)
	st.derive()
}

// derive sets the fields that depend on Promotions of both sides.
func (st *Statistics) derive() {
	w, bl := &st.Army[chess.White], &st.Army[chess.Black]
	w.Unopposed = bl.LostPawns + st.Captures - w.Promotions
	bl.Unopposed = w.LostPawns + st.Captures - bl.Promotions
	st.MinPairs = w.Pawns - w.Unopposed
	st.Slack = st.Pairs - st.MinPairs
	if w.LostPawns < 0 || bl.LostPawns < 0 {
		st.Slack = -1
	}
}

// pairFiles counts the files on which a black pawn stands above a white one.
func pairFiles(b *chess.Board) int {
	above := uint64(b.Pieces(chess.White, chess.Pawn)) // squares above a white pawn
	above <<= 8
	above |= above << 8
	above |= above << 16
	above |= above << 32
	return bits.OnesCount8(foldFiles(above & uint64(b.Pieces(chess.Black, chess.Pawn))))
}

// foldFiles returns bit f for every file f that holds a square of the set.
func foldFiles(bb uint64) uint8 {
	bb |= bb >> 32
	bb |= bb >> 16
	bb |= bb >> 8
	return uint8(bb)
}

// appendTo appends the text that the reference prints after a category: for each
// side a tab, then names and numbers, each preceded by a blank.
func (st *Statistics) appendTo(dst []byte) []byte {
	for c, names := range &[2][5]string{
		{"\t wx ", " wp ", " wpr ", " wpx ", " maxuwp "},
		{"\t bx ", " bp ", " bpr ", " bpx ", " maxubp "},
	} {
		a := &st.Army[c]
		for i, n := range [5]int{a.captured(), a.Pawns, a.Promotions, a.LostPawns, a.Unopposed} {
			dst = strconv.AppendInt(append(dst, names[i]...), int64(n), 10)
		}
		dst = strconv.AppendInt(append(dst, " minopp "...), int64(st.MinPairs), 10)
	}
	return dst
}

// Promotions returns the least number of promoted men of both sides according to the counts of men, with bishops
// counted by color of square: see [Army.Promotions]. It is at least the number without these colors, see
// placement.Officers.Promoted of package sampler/internal/placement.
func (st *Statistics) Promotions() int {
	return st.Army[chess.White].Promotions + st.Army[chess.Black].Promotions
}
