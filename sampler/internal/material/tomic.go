package material

import (
	"fmt"
	"slices"
	"sort"

	"chesscensus/chess"
	"chesscensus/sampler/internal/arith"
)

// diagramBits is the fixed length of Tomic's code, without the side to move.
const diagramBits = 155

// TomicCodec is the codec of Tomic's article: a prefix code for the material, then the index of the placement, 155
// bits together whatever the material is, after one bit for the side to move. The package documentation has the
// lengths and their proof. The zero value is not usable; see [NewTomicCodec].
type TomicCodec struct {
	space       *Space
	groups      []group                // long indices first: their materials have the short codes
	groupOf     [diagramBits + 1]uint8 // by bits of the index, the place of the group in groups
	pairsBefore []uint32               // by couple, the pairs of states of the couples before it in its group
}

var _ Codec = (*TomicCodec)(nil)

// A group is the materials whose placements have an index of the same number of bits. First come the cases with castling or
// en passant, each of them one material, then the pairs of states, couple by couple. So with two special cases and one couple of
// 3 white and 2 black states the group has the materials 0 to 7, and 3 is the first white state with the second black one.
// The code of setup i of material m is start + m<<bits + i.
type group struct {
	bits         int
	start, end   arith.U192
	specialCases []int    // numbers of the cases
	couples      []uint32 // of product classes: the white one * number of product classes + the black one
}

// NewTomicCodec returns the codec of Tomic's article for the space. Making it costs about 30 ms and 15 MB.
func NewTomicCodec(s *Space) *TomicCodec {
	t := &TomicCodec{space: s}
	var byBits [diagramBits + 1]group
	pairs := t.groupCouples(&byBits)
	for n := 1; n < len(s.cases); n++ {
		g := &byBits[arith.CeilLog2(s.cases[n].size(), 1)]
		g.specialCases = append(g.specialCases, n)
	}
	var start arith.U192
	for bits := diagramBits; bits >= 0; bits-- {
		g := &byBits[bits]
		materials := pairs[bits] + len(g.specialCases)
		if materials == 0 {
			continue
		}
		width := arith.Shl192(arith.U192{uint64(materials)}, bits)
		g.bits, g.start, g.end = bits, start, arith.Add192(&start, &width)
		start = g.end
		t.groupOf[bits] = uint8(len(t.groups))
		t.groups = append(t.groups, *g)
	}
	return t
}

// groupCouples adds every couple to the group of its bits, sets pairsBefore, and returns the number of pairs of states in each group.
func (t *TomicCodec) groupCouples(byBits *[diagramBits + 1]group) (pairs [diagramBits + 1]int) {
	plain := t.space.cases[0]
	count := len(plain.white.productClasses)
	bitsOf := make([]uint8, count*count) // of the index; 0 for couples that are not in the space
	var couples [diagramBits + 1]int
	plain.eachCouple(func(white, black, bits int) {
		bitsOf[white*count+black] = uint8(bits)
		couples[bits]++
	})
	for bits, n := range couples {
		byBits[bits].couples = make([]uint32, 0, n)
	}
	t.pairsBefore = make([]uint32, count*count)
	for couple, bits := range bitsOf {
		if bits == 0 {
			continue
		}
		g := &byBits[bits]
		g.couples = append(g.couples, uint32(couple))
		t.pairsBefore[couple] = uint32(pairs[bits])
		pairs[bits] += plain.white.productClasses[couple/count].count * plain.black.productClasses[couple%count].count
	}
	return pairs
}

// eachCouple calls yield for the couples of product classes in the space of a case, with
// the number of bits of the indices of their placements.
func (c *caseTable) eachCouple(yield func(white, black, bits int)) {
	for i := range c.white.classes {
		whiteClass := &c.white.classes[i]
		for j := range c.black.classes {
			blackClass := &c.black.classes[j]
			if !compatible(whiteClass, blackClass) {
				continue
			}
			ways := c.waysOf(whiteClass, blackClass)
			for white := whiteClass.firstProductClass; white < whiteClass.firstProductClass+whiteClass.productClasses; white++ {
				for black := blackClass.firstProductClass; black < blackClass.firstProductClass+blackClass.productClasses; black++ {
					yield(white, black, arith.CeilLog2(ways, c.white.productClasses[white].product*c.black.productClasses[black].product))
				}
			}
		}
	}
}

// Name returns "tomic".
func (t *TomicCodec) Name() string { return "tomic" }

// Lengths returns the numbers of bits that the code of a setup spends on the material (and the kind of castling
// rights and en passant) and on the placement. Together they are 155. The error is that of Encode.
func (t *TomicCodec) Lengths(s *chess.Setup) (material, placement int, err error) {
	b, caseNumber, _, err := t.space.locate(s)
	if err != nil {
		return 0, 0, err
	}
	placement = t.indexBits(&b, caseNumber)
	return diagramBits - placement, placement, nil
}

// indexBits returns the number of bits of the index of a placement, given the block and the number of its case.
func (t *TomicCodec) indexBits(b *block, caseNumber int) int {
	if caseNumber != 0 {
		return arith.CeilLog2(t.space.cases[caseNumber].size(), 1)
	}
	return arith.CeilLog2(b.ways(), b.table.white.products[b.white]*b.table.black.products[b.black])
}

// Encode returns the code of a setup, see [Codec].
func (t *TomicCodec) Encode(s *chess.Setup) (Code, error) {
	b, caseNumber, index, err := t.space.locate(s)
	if err != nil {
		return Code{}, err
	}
	g := &t.groups[t.groupOf[t.indexBits(&b, caseNumber)]]
	material := 0
	if caseNumber == 0 {
		white, black := b.table.white.productClassOf[b.white], b.table.black.productClassOf[b.black]
		whiteClass, blackClass := &b.table.white.productClasses[white], &b.table.black.productClasses[black]
		couple := int(white)*len(b.table.black.productClasses) + int(black)
		material = len(g.specialCases) + int(t.pairsBefore[couple]) + (b.white-whiteClass.first)*blackClass.count + b.black - blackClass.first
	} else {
		material = slices.Index(g.specialCases, caseNumber)
		start := b.start() // the index counts in the whole case
		index = arith.Add192(&index, &start)
	}
	c := arith.Shl192(arith.U192{uint64(material)}, g.bits)
	c = arith.Add192(&c, &index)
	c = arith.Add192(&c, &g.start)
	if s.Turn == chess.Black {
		c[diagramBits/64] |= 1 << (diagramBits % 64)
	}
	return Code(c), nil
}

// Decode returns the setup with the given code, see [Codec].
func (t *TomicCodec) Decode(code Code) (chess.Setup, error) {
	c := arith.U192(code)
	if arith.BitLen192(&c) > codeBits {
		return chess.Setup{}, fmt.Errorf("%w: more than %d bits", errNotCode, codeBits)
	}
	turn := chess.Color(c[diagramBits/64] >> (diagramBits % 64) & 1)
	c[diagramBits/64] &^= 1 << (diagramBits % 64)
	i := sort.Search(len(t.groups), func(i int) bool { return arith.Less192(&c, &t.groups[i].end) })
	if i == len(t.groups) {
		return chess.Setup{}, fmt.Errorf("%w: no material has this code", errNotCode)
	}
	g := &t.groups[i]
	c = arith.Sub192(&c, &g.start)
	material := int(arith.Shr192(c, g.bits)[0])
	first := arith.Shl192(arith.U192{uint64(material)}, g.bits)
	index := arith.Sub192(&c, &first)
	var b block
	var size arith.U192
	if material < len(g.specialCases) {
		table := t.space.cases[g.specialCases[material]]
		if size = *table.size(); arith.Less192(&index, &size) {
			b, index = table.blockAt(index)
			return b.setup(index, turn), nil
		}
	} else {
		b = t.blockOf(g, uint32(material-len(g.specialCases)))
		if size = b.size(); arith.Less192(&index, &size) {
			return b.setup(index, turn), nil
		}
	}
	return chess.Setup{}, fmt.Errorf("%w: placement %v of a material with %v", errNotCode, toBig(index), toBig(size))
}

// blockOf returns the block of the pair of states with the given number in its group.
func (t *TomicCodec) blockOf(g *group, pair uint32) block {
	c := t.space.cases[0]
	count := uint32(len(c.black.productClasses))
	i := sort.Search(len(g.couples), func(i int) bool { return pair < t.pairsBefore[g.couples[i]] }) - 1
	couple := g.couples[i]
	white, black := &c.white.productClasses[couple/count], &c.black.productClasses[couple%count]
	pair -= t.pairsBefore[couple]
	return block{table: c, white: white.first + int(pair)/black.count, black: black.first + int(pair)%black.count}
}
