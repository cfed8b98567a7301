package drawing

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// errShort is the cause of the error for a font that ends too early.
var errShort = errors.New("a table ends too early")

// A trueType is the tables of a TrueType font, as far as they are needed.
type trueType struct {
	tables map[string][]byte
	long   bool // offsets of glyphs have four bytes
	glyphs int  // number of glyphs
	widths int  // number of glyphs with a width of their own
}

var order = binary.BigEndian

// subsetOf returns the font with the glyphs of the given characters alone, under a PostScript name that begins with the tag, six
// capital letters as PDF wants them for parts of fonts. Characters that the font lacks are left out; the box for missing
// characters is always there. Equal arguments give equal bytes.
//
// The result has the outlines and widths of the original, without hinting, kerning and everything that concerns other characters.
// Glyphs are numbered anew: 0 is the box for missing ones, then come those of the characters in ascending order, then the parts
// of which accented letters are composed.
//
// Source of the format: OpenType specification 1.9, chapters otff, cmap, glyf, loca, name.
//
// It is an error if the bytes are no TrueType font with outlines and a Unicode table of format 4.
func subsetOf(ttf []byte, characters []rune, tag string) (subset []byte, err error) {
	defer func() { // tables are read by offsets that the font itself names
		if recover() != nil {
			subset, err = nil, fmt.Errorf("subfont: %w", errShort)
		}
	}()
	f, err := open(ttf)
	if err != nil {
		return nil, fmt.Errorf("subfont: %w", err)
	}
	characters = slices.Clone(characters)
	slices.Sort(characters)
	characters = slices.Compact(characters)
	kept := []int{0} // old numbers of the new glyphs
	var used []rune
	for _, c := range characters {
		if g := f.glyphOf(c); g > 0 {
			used, kept = append(used, c), append(kept, g)
		}
	}
	charMap := cmap(used)
	number := map[int]int{}
	for i, g := range kept {
		if _, ok := number[g]; !ok {
			number[g] = i
		}
	}
	var glyf []byte
	loca := []byte{0, 0, 0, 0}
	hmtx := []byte(nil)
	for i := 0; i < len(kept); i++ { // kept grows by parts
		outline, parts := f.outline(kept[i])
		for _, at := range parts {
			g := int(order.Uint16(outline[at:]))
			if _, ok := number[g]; !ok {
				number[g] = len(kept)
				kept = append(kept, g)
			}
			order.PutUint16(outline[at:], uint16(number[g]))
		}
		glyf = append(glyf, padded(outline)...)
		loca = order.AppendUint32(loca, uint32(len(glyf)))
		hmtx = append(hmtx, f.width(kept[i])...)
	}
	out := map[string][]byte{"cmap": charMap, "glyf": glyf, "loca": loca, "hmtx": hmtx,
		"head": slices.Clone(f.tables["head"]), "hhea": slices.Clone(f.tables["hhea"]), "maxp": slices.Clone(f.tables["maxp"]),
		"OS/2": f.tables["OS/2"], "post": post(f.tables["post"]), "name": f.names(tag)}
	order.PutUint16(out["head"][50:], 1) // offsets of four bytes
	order.PutUint32(out["head"][8:], 0)  // the checksum of the whole is set by assemble
	order.PutUint16(out["hhea"][34:], uint16(len(kept)))
	order.PutUint16(out["maxp"][4:], uint16(len(kept)))
	return assemble(out), nil
}

// open reads the directory of a font and what all tables need.
func open(ttf []byte) (*trueType, error) {
	if len(ttf) < 12 || order.Uint32(ttf) != 0x00010000 {
		return nil, errors.New("no TrueType font")
	}
	ttf = slices.Clip(ttf) // so that no table reaches beyond the end
	f := &trueType{tables: map[string][]byte{}}
	for i := range int(order.Uint16(ttf[4:])) {
		d := ttf[12+16*i:]
		at, n := int(order.Uint32(d[8:])), int(order.Uint32(d[12:]))
		f.tables[string(d[:4])] = ttf[at : at+n]
	}
	for _, tag := range []string{"cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "OS/2", "post"} {
		if len(f.tables[tag]) == 0 {
			return nil, fmt.Errorf("no table %q", tag)
		}
	}
	f.long = order.Uint16(f.tables["head"][50:]) == 1
	f.glyphs = int(order.Uint16(f.tables["maxp"][4:]))
	f.widths = int(order.Uint16(f.tables["hhea"][34:]))
	sub, err := unicodeTable(f.tables["cmap"])
	f.tables["cmap"] = sub
	return f, err
}

// unicodeTable returns the part of the character map for Unicode on Windows, which all fonts have.
func unicodeTable(cmap []byte) ([]byte, error) {
	for i := range int(order.Uint16(cmap[2:])) {
		d := cmap[4+8*i:]
		if order.Uint32(d) != 0x00030001 {
			continue
		}
		if sub := cmap[order.Uint32(d[4:]):]; order.Uint16(sub) == 4 {
			return sub, nil
		}
	}
	return nil, errors.New("no Unicode table of format 4")
}

// glyphOf returns the number of the glyph of a character, 0 if there is none.
func (f *trueType) glyphOf(c rune) int {
	if c < 0 || c >= 0xffff {
		return 0
	}
	t := f.tables["cmap"]
	n := int(order.Uint16(t[6:])) / 2
	ends, starts, deltas, offsets := t[14:], t[16+2*n:], t[16+4*n:], t[16+6*n:]
	for i := range n {
		if rune(order.Uint16(ends[2*i:])) < c {
			continue
		}
		start, delta := rune(order.Uint16(starts[2*i:])), order.Uint16(deltas[2*i:])
		if start > c {
			return 0
		}
		at := int(order.Uint16(offsets[2*i:]))
		if at == 0 {
			return int(uint16(c) + delta)
		}
		if g := order.Uint16(offsets[2*i+at+2*int(c-start):]); g != 0 {
			return int(g + delta)
		}
		return 0
	}
	return 0
}

// width returns the advance and the left bearing of a glyph, as they stand in the font.
func (f *trueType) width(g int) []byte {
	t := f.tables["hmtx"]
	if g < f.widths {
		return slices.Clone(t[4*g : 4*g+4])
	}
	w := slices.Clone(t[4*(f.widths-1) : 4*(f.widths-1)+2])
	return append(w, t[4*f.widths+2*(g-f.widths):][:2]...)
}

// Flags of a part of a composed glyph.
const (
	wordArguments = 1 << 0
	oneScale      = 1 << 3
	moreParts     = 1 << 5
	twoScales     = 1 << 6
	fourScales    = 1 << 7
	instructed    = 1 << 8
)

// outline returns a copy of the outline of a glyph without its instructions, and where the numbers of its parts stand in it.
func (f *trueType) outline(g int) (outline []byte, parts []int) {
	t, loca := f.tables["glyf"], f.tables["loca"]
	var lo, hi uint32
	if f.long {
		lo, hi = order.Uint32(loca[4*g:]), order.Uint32(loca[4*g+4:])
	} else {
		lo, hi = 2*uint32(order.Uint16(loca[2*g:])), 2*uint32(order.Uint16(loca[2*g+2:]))
	}
	if lo == hi {
		return nil, nil
	}
	old := t[lo:hi]
	contours := int(int16(order.Uint16(old)))
	if contours >= 0 { // 10 bytes of head, the ends of the contours, instructions, points
		at := 10 + 2*contours
		n := int(order.Uint16(old[at:]))
		outline = append(slices.Clone(old[:at]), 0, 0)
		return append(outline, old[at+2+n:]...), nil
	}
	at := 10
	outline = slices.Clone(old)
	for more := true; more; {
		flags := order.Uint16(outline[at:])
		more = flags&moreParts != 0
		order.PutUint16(outline[at:], flags&^instructed)
		parts = append(parts, at+2)
		at += 6
		if flags&wordArguments != 0 {
			at += 2
		}
		switch {
		case flags&oneScale != 0:
			at += 2
		case flags&twoScales != 0:
			at += 4
		case flags&fourScales != 0:
			at += 8
		}
	}
	return outline[:at], parts
}

// cmap returns a character map in which the i-th character has the glyph i+1.
func cmap(characters []rune) []byte {
	n := len(characters) + 1
	search := 1
	for 2*search <= n {
		search *= 2
	}
	log := 0
	for 1<<(log+1) <= search {
		log++
	}
	t := []byte{0, 0, 0, 1, 0, 3, 0, 1, 0, 0, 0, 12, 0, 4}
	for _, v := range []int{16 + 8*n, 0, 2 * n, 2 * search, log, 2 * (n - search)} {
		t = order.AppendUint16(t, uint16(v))
	}
	ends, starts, deltas := []byte{}, []byte{}, []byte{}
	for i, c := range characters {
		ends, starts = order.AppendUint16(ends, uint16(c)), order.AppendUint16(starts, uint16(c))
		deltas = order.AppendUint16(deltas, uint16(i+1)-uint16(c))
	}
	ends, starts, deltas = append(ends, 0xff, 0xff, 0, 0), append(starts, 0xff, 0xff), append(deltas, 0, 1)
	t = append(append(append(t, ends...), starts...), deltas...)
	return append(t, make([]byte, 2*n)...)
}

// post returns the head of a table without names of glyphs (format 3).
func post(old []byte) []byte {
	t := slices.Clone(old[:32])
	order.PutUint32(t, 0x00030000)
	return t
}

// names returns a table with copyright, family, style, full and PostScript name and license, the last but one behind the tag.
func (f *trueType) names(tag string) []byte {
	t := f.tables["name"]
	texts := t[order.Uint16(t[4:]):]
	var records, strings []byte
	count := uint16(0)
	for i := range int(order.Uint16(t[2:])) {
		r := t[6+12*i:]
		id := order.Uint16(r[6:])
		if order.Uint32(r) != 0x00030001 || order.Uint16(r[4:]) != 0x0409 || !slices.Contains([]uint16{0, 1, 2, 4, 6, 13, 14}, id) {
			continue
		}
		text := texts[order.Uint16(r[10:]):][:order.Uint16(r[8:])]
		if id == 6 {
			var tagged []byte
			for _, c := range tag + "+" {
				tagged = order.AppendUint16(tagged, uint16(c))
			}
			text = append(tagged, text...)
		}
		records = append(records, r[:8]...)
		records = order.AppendUint16(order.AppendUint16(records, uint16(len(text))), uint16(len(strings)))
		strings = append(strings, text...)
		count++
	}
	head := order.AppendUint16(order.AppendUint16([]byte{0, 0}, count), 6+12*count)
	return append(append(head, records...), strings...)
}

// padded returns data with zeros up to a multiple of four bytes.
func padded(data []byte) []byte {
	return append(data, make([]byte, -len(data)&3)...)
}

// checksum adds the words of a table.
func checksum(data []byte) (sum uint32) {
	data = padded(slices.Clone(data))
	for i := 0; i < len(data); i += 4 {
		sum += order.Uint32(data[i:])
	}
	return sum
}

// assemble writes tables as a font.
func assemble(tables map[string][]byte) []byte {
	n := len(tables)
	search, log := 1, 0
	for 2*search <= n {
		search, log = 2*search, log+1
	}
	out := order.AppendUint32(nil, 0x00010000)
	for _, v := range []int{n, 16 * search, log, 16 * (n - search)} {
		out = order.AppendUint16(out, uint16(v))
	}
	at, head := 12+16*n, 0
	var body []byte
	for _, tag := range slices.Sorted(maps.Keys(tables)) {
		data := tables[tag]
		if tag == "head" {
			head = at + len(body)
		}
		out = append(out, tag...)
		for _, v := range []uint32{checksum(data), uint32(at + len(body)), uint32(len(data))} {
			out = order.AppendUint32(out, v)
		}
		body = append(body, padded(slices.Clone(data))...)
	}
	out = append(out, body...)
	order.PutUint32(out[head+8:], 0xB1B0AFBA-checksum(out))
	return out
}
