package search

import (
	"fmt"
	"strings"

	"chesscensus/chess"
)

// A Move is one capture of a kernel. Moves may be compared with ==.
//
// Index 0 is the pawn nearest row 1. A promoted victim leaves its column before the indices are taken.
type Move struct {
	Color chess.Color
	// Pawn says that a pawn captures, the one at Index of the column of File. Both fields are 0 for officers and
	// kings, which kernels do not name.
	Pawn        bool
	File, Index int8
	// Victim is the man that is captured; VictimFile is the file on which a Promoted one was promoted.
	Victim     Man
	VictimFile int8
	// ToFile is the file of the capture if a pawn takes part, as capturer or victim. ToIndex is the index of the
	// pawn victim, or the index at which the capturing pawn is inserted. Promotion is the man that the capturing
	// pawn becomes, in place of an index.
	ToFile, ToIndex int8
	Promotion       Man
}

// appendTo appends the move in the notation of texelutil, such as wPa0xPb1, bPf1xQe0, wPg0xDBfQ, bPa1xhb1, bxPc1 or wxN.
func (m Move) appendTo(dst []byte) []byte {
	dst = append(dst, "wb"[m.Color&1])
	if m.Pawn {
		dst = append(dst, 'P', 'a'+byte(m.File), '0'+byte(m.Index))
	}
	dst = append(dst, 'x')
	if m.Victim == Promoted {
		dst = append(dst, 'a'+byte(m.VictimFile))
	}
	dst = append(dst, m.Victim.String()...)
	if !m.Pawn && m.Victim != Pawn {
		return dst
	}
	dst = append(dst, 'a'+byte(m.ToFile))
	if m.Promotion != NoMan {
		return append(dst, m.Promotion.String()...)
	}
	return append(dst, '0'+byte(m.ToIndex))
}

// String returns the text of appendTo.
func (m Move) String() string { return string(m.appendTo(nil)) }

// parseMove parses the text of Move.appendTo, and nothing else. It does not test whether the move is possible.
func parseMove(s string) (Move, error) {
	var m Move
	fail := func() (Move, error) { return Move{}, fmt.Errorf("search: cannot read the kernel move %.20q", s) }
	head, tail, found := strings.Cut(s, "x")
	if !found || head == "" || len(s) > 12 {
		return fail()
	}
	switch head[0] {
	case 'w':
	case 'b':
		m.Color = chess.Black
	default:
		return fail()
	}
	if len(head) > 1 {
		if len(head) != 4 || head[1] != 'P' {
			return fail()
		}
		m.Pawn, m.File, m.Index = true, int8(head[2]-'a'), int8(head[3]-'0')
	}
	for v := Queen; v <= Pawn; v++ {
		if rest, ok := strings.CutPrefix(tail, v.String()); ok {
			m.Victim, tail = v, rest
			break
		}
	}
	if m.Victim == NoMan && tail != "" {
		m.Victim, m.VictimFile, tail = Promoted, int8(tail[0]-'a'), tail[1:]
	}
	if tail != "" {
		m.ToFile = int8(tail[0] - 'a')
		if tail = tail[1:]; len(tail) == 1 && tail[0] <= '9' {
			m.ToIndex = int8(tail[0] - '0')
		} else {
			for p := Queen; p <= Knight; p++ {
				if tail == p.String() {
					m.Promotion = p
				}
			}
		}
	}
	// A text that was misread differs from that of the move.
	if ok := m.inRange(); !ok || m.String() != s {
		return fail()
	}
	return m, nil
}

// inRange reports whether the fields have values that some move has.
func (m Move) inRange() bool {
	file := func(x int8) bool { return 0 <= x && x < 8 }
	index := func(x int8) bool { return 0 <= x && x < 9 }
	return m.Victim != NoMan && file(m.File) && file(m.VictimFile) && file(m.ToFile) && index(m.Index) &&
		index(m.ToIndex) && (m.Pawn || m.Victim != Promoted && m.Promotion == NoMan) &&
		(m.Promotion == NoMan || m.Victim != Pawn)
}
