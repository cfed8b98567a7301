package drawing

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"
)

// errMalformed is the cause of the error for a font with offsets or counts that lead beyond the end of a table.
var errMalformed = errors.New("an offset or a count leads beyond the end of a table")

// A trueType holds the tables of a TrueType font by tag. That of tag cmap is the Unicode subtable alone.
type trueType struct {
	tables      map[string][]byte
	longOffsets bool // loca has offsets of four bytes, else of two bytes, which count pairs of bytes
	fullMetrics int  // number of glyphs with an advance in hmtx; later glyphs have the advance of the last of these
}

// order is the byte order of TrueType.
var order = binary.BigEndian

// Constants of the OpenType specification.
const (
	versionTrueType = 0x00010000 // sfntVersion of fonts with TrueType outlines
	windowsUnicode  = 0x00030001 // platform 3 (Windows), encoding 1 (Unicode BMP)
	americanEnglish = 0x0409     // language of a name record of platform Windows
	postNoNames     = 0x00030000 // version of a post table without names of glyphs
	fontChecksum    = 0xB1B0AFBA // sum of checksumAdjustment and of all words of a font whose checksumAdjustment is 0
)

// Ids of name records.
const (
	nameCopyright      = 0
	nameFamily         = 1
	nameStyle          = 2
	nameFull           = 4
	namePostScript     = 6
	nameLicense        = 13
	nameLicenseAddress = 14
)

// keptNames are the ids of the name records that a subset keeps.
var keptNames = []uint16{nameCopyright, nameFamily, nameStyle, nameFull, namePostScript, nameLicense, nameLicenseAddress}

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
// It is an error if ttf is no TrueType font with outlines and a Unicode table of format 4.
func subsetOf(ttf []byte, characters []rune, tag string) (subset []byte, err error) {
	defer func() { // tables are read by offsets that the font itself names
		if recover() != nil {
			subset, err = nil, fmt.Errorf("subfont: %w", errMalformed)
		}
	}()
	f, err := open(ttf)
	if err != nil {
		return nil, fmt.Errorf("subfont: %w", err)
	}
	characters = slices.Compact(slices.Sorted(slices.Values(characters)))
	oldGlyphs := []int{0} // by new number
	var present []rune    // characters that the font has
	for _, c := range characters {
		if g := f.glyphOf(c); g > 0 {
			present, oldGlyphs = append(present, c), append(oldGlyphs, g)
		}
	}
	charMap := cmap(present)
	newGlyphs := map[int]int{} // by old number
	for i, g := range oldGlyphs {
		if _, ok := newGlyphs[g]; !ok {
			newGlyphs[g] = i
		}
	}
	var glyf []byte
	loca := []byte{0, 0, 0, 0}
	hmtx := []byte(nil)
	for i := 0; i < len(oldGlyphs); i++ { // oldGlyphs grows by parts
		outline, parts := f.outline(oldGlyphs[i])
		for _, part := range parts {
			g := int(order.Uint16(outline[part:]))
			if _, ok := newGlyphs[g]; !ok {
				newGlyphs[g] = len(oldGlyphs)
				oldGlyphs = append(oldGlyphs, g)
			}
			order.PutUint16(outline[part:], uint16(newGlyphs[g]))
		}
		glyf = append(glyf, pad(outline)...)
		loca = order.AppendUint32(loca, uint32(len(glyf)))
		hmtx = append(hmtx, f.width(oldGlyphs[i])...)
	}
	out := map[string][]byte{"cmap": charMap, "glyf": glyf, "loca": loca, "hmtx": hmtx,
		"head": slices.Clone(f.tables["head"]), "hhea": slices.Clone(f.tables["hhea"]), "maxp": slices.Clone(f.tables["maxp"]),
		"OS/2": f.tables["OS/2"], "post": post(f.tables["post"]), "name": f.names(tag)}
	order.PutUint16(out["head"][50:], 1)                      // indexToLocFormat: offsets of four bytes
	order.PutUint32(out["head"][8:], 0)                       // checksumAdjustment, which assemble sets
	order.PutUint16(out["hhea"][34:], uint16(len(oldGlyphs))) // numberOfHMetrics
	order.PutUint16(out["maxp"][4:], uint16(len(oldGlyphs)))  // numGlyphs
	return assemble(out), nil
}

// open reads the table directory of a font and the numbers that all tables need.
func open(ttf []byte) (*trueType, error) {
	if len(ttf) < 12 || order.Uint32(ttf) != versionTrueType {
		return nil, errors.New("no TrueType font")
	}
	ttf = slices.Clip(ttf) // so that no table reaches beyond the end
	f := &trueType{tables: map[string][]byte{}}
	for i := range int(order.Uint16(ttf[4:])) {
		entry := ttf[12+16*i:]
		offset, length := int(order.Uint32(entry[8:])), int(order.Uint32(entry[12:]))
		f.tables[string(entry[:4])] = ttf[offset : offset+length]
	}
	for _, tag := range []string{"cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "OS/2", "post"} {
		if len(f.tables[tag]) == 0 {
			return nil, fmt.Errorf("no table %q", tag)
		}
	}
	f.longOffsets = order.Uint16(f.tables["head"][50:]) == 1 // indexToLocFormat
	f.fullMetrics = int(order.Uint16(f.tables["hhea"][34:])) // numberOfHMetrics
	sub, err := unicodeTable(f.tables["cmap"])
	f.tables["cmap"] = sub
	return f, err
}

// unicodeTable returns the subtable of a character map for Unicode on Windows, in format 4. It is an error if there is none.
func unicodeTable(cmap []byte) ([]byte, error) {
	for i := range int(order.Uint16(cmap[2:])) {
		entry := cmap[4+8*i:]
		if order.Uint32(entry) != windowsUnicode {
			continue
		}
		if sub := cmap[order.Uint32(entry[4:]):]; order.Uint16(sub) == 4 {
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
	n := int(order.Uint16(t[6:])) / 2 // segCountX2
	ends, starts, deltas, offsets := t[14:], t[16+2*n:], t[16+4*n:], t[16+6*n:]
	for i := range n {
		if rune(order.Uint16(ends[2*i:])) < c {
			continue
		}
		start, delta := rune(order.Uint16(starts[2*i:])), order.Uint16(deltas[2*i:])
		if start > c {
			return 0
		}
		rangeOffset := int(order.Uint16(offsets[2*i:]))
		if rangeOffset == 0 {
			return int(uint16(c) + delta)
		}
		if g := order.Uint16(offsets[2*i+rangeOffset+2*int(c-start):]); g != 0 { // idRangeOffset counts from its own place
			return int(g + delta)
		}
		return 0
	}
	return 0
}

// width returns the four bytes of a glyph in hmtx: its advance and its left side bearing.
func (f *trueType) width(g int) []byte {
	t := f.tables["hmtx"]
	if g < f.fullMetrics {
		return slices.Clone(t[4*g : 4*g+4])
	}
	last := 4 * (f.fullMetrics - 1)
	advance, bearings := slices.Clone(t[last:last+2]), t[last+4:]
	return append(advance, bearings[2*(g-f.fullMetrics):][:2]...)
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

// outline returns a copy of the outline of a glyph without its instructions, and the offsets in it of the numbers of its parts.
func (f *trueType) outline(g int) (outline []byte, parts []int) {
	t, loca := f.tables["glyf"], f.tables["loca"]
	var lo, hi uint32
	if f.longOffsets {
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
		ends := 10 + 2*contours
		instructions := int(order.Uint16(old[ends:]))
		outline = append(slices.Clone(old[:ends]), 0, 0)
		return append(outline, old[ends+2+instructions:]...), nil
	}
	pos := 10
	outline = slices.Clone(old)
	for more := true; more; {
		flags := order.Uint16(outline[pos:])
		more = flags&moreParts != 0
		order.PutUint16(outline[pos:], flags&^instructed)
		parts = append(parts, pos+2)
		pos += 6
		if flags&wordArguments != 0 {
			pos += 2
		}
		switch {
		case flags&oneScale != 0:
			pos += 2
		case flags&twoScales != 0:
			pos += 4
		case flags&fourScales != 0:
			pos += 8
		}
	}
	return outline[:pos], parts
}

// searchNumbers returns what a font stores for a binary search among n entries of the given size: the size of the greatest power of two of
// them, its logarithm, and the size of the rest (searchRange, entrySelector and rangeShift).
func searchNumbers(n, size int) (power, log, rest int) {
	log = bits.Len(uint(n)) - 1
	return size << log, log, size * (n - 1<<log)
}

// cmap returns a character map with one subtable, in format 4, in which character i, from 0, has the glyph i+1. Each character is
// a segment, and the last segment is that of 0xffff, which the format requires.
func cmap(characters []rune) []byte {
	n := len(characters) + 1
	power, log, rest := searchNumbers(n, 2)
	t := order.AppendUint16(nil, 0)           // version
	t = order.AppendUint16(t, 1)              // numTables
	t = order.AppendUint32(t, windowsUnicode) // platformID, encodingID
	t = order.AppendUint32(t, 12)             // subtableOffset, from the begin of the table
	for _, v := range []int{
		4,        // format
		16 + 8*n, // length of the subtable
		0,        // language
		2 * n,    // segCountX2
		power, log, rest,
	} {
		t = order.AppendUint16(t, uint16(v))
	}
	for _, c := range characters {
		t = order.AppendUint16(t, uint16(c)) // endCode
	}
	t = order.AppendUint16(t, 0xffff)
	t = order.AppendUint16(t, 0) // reservedPad
	for _, c := range characters {
		t = order.AppendUint16(t, uint16(c)) // startCode
	}
	t = order.AppendUint16(t, 0xffff)
	for i, c := range characters {
		t = order.AppendUint16(t, uint16(i+1)-uint16(c)) // idDelta
	}
	t = order.AppendUint16(t, 1)
	return append(t, make([]byte, 2*n)...) // idRangeOffset
}

// post returns a table post without names of glyphs: the 32 bytes of its head, with version 3.
func post(old []byte) []byte {
	t := slices.Clone(old[:32])
	order.PutUint32(t, postNoNames)
	return t
}

// names returns a table name with the American names of keptNames for Windows. The PostScript name gets the prefix tag+.
func (f *trueType) names(tag string) []byte {
	t := f.tables["name"]
	texts := t[order.Uint16(t[4:]):]
	var records, storage []byte
	count := uint16(0)
	for i := range int(order.Uint16(t[2:])) {
		r := t[6+12*i:]
		id := order.Uint16(r[6:])
		if order.Uint32(r) != windowsUnicode || order.Uint16(r[4:]) != americanEnglish || !slices.Contains(keptNames, id) {
			continue
		}
		text := texts[order.Uint16(r[10:]):][:order.Uint16(r[8:])]
		if id == namePostScript {
			var prefix []byte
			for _, c := range tag + "+" {
				prefix = order.AppendUint16(prefix, uint16(c))
			}
			text = append(prefix, text...)
		}
		records = append(records, r[:8]...)
		records = order.AppendUint16(order.AppendUint16(records, uint16(len(text))), uint16(len(storage)))
		storage = append(storage, text...)
		count++
	}
	head := order.AppendUint16(nil, 0)          // version
	head = order.AppendUint16(head, count)      // number of records, each of 12 bytes
	head = order.AppendUint16(head, 6+12*count) // storageOffset
	return append(append(head, records...), storage...)
}

// pad appends zeros to data up to a multiple of four bytes.
func pad(data []byte) []byte { return append(data, make([]byte, -len(data)&3)...) }

// checksum returns the sum of the 32-bit words of a table modulo 2^32.
func checksum(data []byte) (sum uint32) {
	data = pad(slices.Clone(data))
	for i := 0; i < len(data); i += 4 {
		sum += order.Uint32(data[i:])
	}
	return sum
}

// assemble returns the font file with the given tables. It sets checksumAdjustment in table head.
func assemble(tables map[string][]byte) []byte {
	n := len(tables)
	power, log, rest := searchNumbers(n, 16)
	out := order.AppendUint32(nil, versionTrueType)
	for _, v := range []int{n, power, log, rest} {
		out = order.AppendUint16(out, uint16(v))
	}
	bodyStart, head := 12+16*n, 0 // offsets of the tables and of head in the file
	var body []byte
	for _, tag := range slices.Sorted(maps.Keys(tables)) {
		data := tables[tag]
		if tag == "head" {
			head = bodyStart + len(body)
		}
		out = append(out, tag...)
		for _, v := range []uint32{checksum(data), uint32(bodyStart + len(body)), uint32(len(data))} {
			out = order.AppendUint32(out, v)
		}
		body = append(body, pad(slices.Clone(data))...)
	}
	out = append(out, body...)
	order.PutUint32(out[head+8:], fontChecksum-checksum(out))
	return out
}
