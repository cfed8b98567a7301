package material

import (
	"fmt"
	"sort"

	"chesscensus/chess"
	"chesscensus/sampler/internal/arith"
)

// diagramBits is the fixed length of Tomic's code, without the side to move.
const diagramBits = 155

// TomicCodec is the codec of Tomic's article: a prefix code for the material, then
// the index of the placement, 155 bits together whatever the material is, after one
// bit for the side to move. The package documentation has the lengths and their
// proof. The zero value is not usable; see [NewTomicCodec].
type TomicCodec struct {
	space  *Space
	groups []group                // long indices first: their materials have the short codes
	number [diagramBits + 1]uint8 // of the group with so many bits
	before []uint32               // by couple of kins: pairs of states before it in its group
}

var _ Codec = (*TomicCodec)(nil)

// A group is the materials whose placements have an index of the same number of
// bits. The code of setup i of material m is start + m<<bits + i.
type group struct {
	bits       int
	start, end arith.U192
	special    []int    // numbers of cases with castling or en passant, the first materials
	couples    []uint32 // white kin * number of kins + black kin; each stands for its pairs of states
}

// NewTomicCodec returns the codec of Tomic's article for the space. Making it costs
// about 30 ms and 15 MB.
func NewTomicCodec(s *Space) *TomicCodec {
	t := &TomicCodec{space: s}
	plain := s.cases[0]
	kins := len(plain.white.kins)
	t.before = make([]uint32, kins*kins)
	var byBits [diagramBits + 1]group
	var pairs, couples [diagramBits + 1]int
	lengths := make([]uint8, kins*kins) // of the index; 0 for couples that are not in the space
	plain.eachCouple(func(w, b, length int) {
		lengths[w*kins+b] = uint8(length)
		couples[length]++
	})
	for length, n := range couples {
		byBits[length].couples = make([]uint32, 0, n)
	}
	for couple, length := range lengths {
		if length == 0 {
			continue
		}
		g := &byBits[length]
		g.couples = append(g.couples, uint32(couple))
		t.before[couple] = uint32(pairs[length])
		pairs[length] += plain.white.kins[couple/kins].n * plain.black.kins[couple%kins].n
	}
	for n := 1; n < len(s.cases); n++ {
		g := &byBits[arith.CeilLog2(s.cases[n].size(), 1)]
		g.special = append(g.special, n)
	}
	var start arith.U192
	for b := diagramBits; b >= 0; b-- {
		g := &byBits[b]
		materials := pairs[b] + len(g.special)
		if materials == 0 {
			continue
		}
		width := arith.Shl192(arith.U192{uint64(materials)}, b)
		g.bits, g.start, g.end = b, start, arith.Add192(&start, &width)
		start = g.end
		t.number[b] = uint8(len(t.groups))
		t.groups = append(t.groups, *g)
	}
	return t
}

// eachCouple yields the couples of kins in the space of a case with the number of
// bits of the indices of their placements.
func (c *caseTable) eachCouple(yield func(w, b, length int)) {
	for i := range c.white.classes {
		cw := &c.white.classes[i]
		for j := range c.black.classes {
			cb := &c.black.classes[j]
			if !compatible(cw, cb) {
				continue
			}
			ways := c.waysOf(cw, cb)
			for w := cw.firstKin; w < cw.firstKin+cw.kins; w++ {
				for b := cb.firstKin; b < cb.firstKin+cb.kins; b++ {
					yield(w, b, arith.CeilLog2(ways, c.white.kins[w].product*c.black.kins[b].product))
				}
			}
		}
	}
}

// Name returns "tomic".
func (t *TomicCodec) Name() string { return "tomic" }

// Lengths returns the numbers of bits that the code of a setup spends on the
// material (and the kind of castling rights and en passant) and on the placement.
// Together they are 155. The error is that of Encode.
func (t *TomicCodec) Lengths(s *chess.Setup) (material, placement int, err error) {
	k, n, _, err := t.space.locate(s)
	if err != nil {
		return 0, 0, err
	}
	placement = t.indexBits(&k, n)
	return diagramBits - placement, placement, nil
}

func (t *TomicCodec) indexBits(k *block, n int) int {
	if n != 0 {
		return arith.CeilLog2(t.space.cases[n].size(), 1)
	}
	return arith.CeilLog2(k.ways(), k.c.white.products[k.w]*k.c.black.products[k.b])
}

// Encode returns the code of a setup, see [Codec].
func (t *TomicCodec) Encode(s *chess.Setup) (Code, error) {
	k, n, index, err := t.space.locate(s)
	if err != nil {
		return Code{}, err
	}
	g := &t.groups[t.number[t.indexBits(&k, n)]]
	material := 0
	if n == 0 {
		w, b := k.c.white.kinOf[k.w], k.c.black.kinOf[k.b]
		white, black := &k.c.white.kins[w], &k.c.black.kins[b]
		couple := int(w)*len(k.c.black.kins) + int(b)
		material = len(g.special) + int(t.before[couple]) + (k.w-white.first)*black.n + k.b - black.first
	} else {
		for g.special[material] != n {
			material++
		}
		start := k.start()
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
	owned := arith.Shl192(arith.U192{uint64(material)}, g.bits)
	index := arith.Sub192(&c, &owned)
	var k block
	var size arith.U192
	if material < len(g.special) {
		table := t.space.cases[g.special[material]]
		if size = *table.size(); arith.Less192(&index, &size) {
			k, index = table.find(index)
			return k.setup(index, turn), nil
		}
	} else {
		k = t.block(g, uint32(material-len(g.special)))
		if size = k.size(); arith.Less192(&index, &size) {
			return k.setup(index, turn), nil
		}
	}
	return chess.Setup{}, fmt.Errorf("%w: placement %v of a material with %v", errNotCode, toBig(index), toBig(size))
}

// block returns the pair of states with the given number in its group.
func (t *TomicCodec) block(g *group, pair uint32) block {
	c := t.space.cases[0]
	kins := uint32(len(c.black.kins))
	i := sort.Search(len(g.couples), func(i int) bool { return pair < t.before[g.couples[i]] }) - 1
	couple := g.couples[i]
	white, black := &c.white.kins[couple/kins], &c.black.kins[couple%kins]
	pair -= t.before[couple]
	n := uint32(black.n)
	return block{c: c, w: white.first + int(pair/n), b: black.first + int(pair%n)}
}
