package survey

import (
	"fmt"
	"slices"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// A Line is one line of a list of positions with what is known of them, in the
// format of texelutil's proofgame -f: a FEN record of six fields, then groups, each
// a name that ends in a colon and words. Both programs read what the other writes.
type Line struct {
	// FEN is the record as it came, fields separated by single blanks. The last
	// two fields are not interpreted.
	FEN string
	// Setup is what the record says.
	Setup chess.Setup
	// Groups in the order in which they came; a repeated name replaces the earlier
	// one.
	Groups []Group
}

// A Group is a name, without its colon, and words.
type Group struct {
	Name  string
	Words []string
}

// groupNames are the names that exist; others are errors, as in texelutil.
var groupNames = []string{"illegal", "unknown", "legal", "forced", "kernel", "extKernel", "path", "status", "fail", "info", "proof"}

// forms lists, for each way a line can be written, its groups in their order.
var forms = map[string][]string{
	"illegal": {"illegal", "forced"},
	"legal":   {"legal", "proof"},
	"unknown": {"unknown", "kernel", "extKernel", "path", "status", "fail", "info"},
}

// ParseLine reads a line. The error is a *chess.FENError, or names the word that
// is out of place.
func ParseLine(text string) (Line, error) {
	words := strings.Fields(text)
	if len(words) < 6 {
		return Line{}, fmt.Errorf("found %d fields, want a FEN record of six", len(words))
	}
	l := Line{FEN: strings.Join(words[:6], " ")}
	f, err := chess.ParseFEN(l.FEN)
	if err != nil {
		return l, err
	}
	l.Setup = f.Setup
	at := -1 // the group that words go to
	for _, w := range words[6:] {
		name, isName := strings.CutSuffix(w, ":")
		switch {
		case isName && !slices.Contains(groupNames, name):
			return l, fmt.Errorf("found %.40q, want one of the groups %s", w, strings.Join(groupNames, ", "))
		case isName:
			if at = l.find(name); at < 0 {
				at = len(l.Groups)
				l.Groups = append(l.Groups, Group{Name: name})
			}
			l.Groups[at].Words = nil
		case at < 0:
			return l, fmt.Errorf("found %.40q after the FEN record, want the name of a group and a colon", w)
		default:
			l.Groups[at].Words = append(l.Groups[at].Words, w)
		}
	}
	return l, nil
}

func (l *Line) find(name string) int {
	return slices.IndexFunc(l.Groups, func(g Group) bool { return g.Name == name })
}

// Has reports whether the line has the group.
func (l *Line) Has(name string) bool { return l.find(name) >= 0 }

// Done reports whether nothing is left to decide: the line says illegal, or legal
// with a proof, or that no further effort will be spent.
func (l *Line) Done() bool {
	return l.Has("illegal") || l.Has("legal") && l.Has("proof") || l.Has("unknown") && l.Has("fail")
}

// form returns the groups that the line is written with.
func (l *Line) form() []string {
	switch {
	case l.Has("illegal"):
		return forms["illegal"]
	case l.Has("legal"):
		return forms["legal"]
	}
	return forms["unknown"]
}

// Append appends the line in texelutil's canonical form: the groups that belong to
// its state, in their order, all separated by single blanks.
func (l *Line) Append(dst []byte) []byte {
	dst = append(dst, l.FEN...)
	for _, name := range l.form() {
		if i := l.find(name); i >= 0 {
			dst = append(append(append(dst, ' '), name...), ':')
			for _, w := range l.Groups[i].Words {
				dst = append(append(dst, ' '), w...)
			}
		}
	}
	return dst
}

// Settle records a verdict in the line. An unknown verdict keeps what the line
// already holds, such as a kernel, and marks it unknown.
func (l *Line) Settle(v *verdict.Verdict) {
	switch v.Outcome {
	case verdict.Illegal:
		l.Groups = []Group{{"illegal", strings.Fields(ReasonText(v.Reasons))}}
	case verdict.Legal:
		l.Groups = []Group{{"legal", nil}, {"proof", strings.Fields(v.Certificate.String())}}
	default:
		if !l.Has("proof") {
			l.drop("legal")
		}
		if !l.Has("unknown") {
			l.Groups = append([]Group{{Name: "unknown"}}, l.Groups...)
		}
	}
}

// drop removes groups.
func (l *Line) drop(names ...string) {
	l.Groups = slices.DeleteFunc(l.Groups, func(g Group) bool { return slices.Contains(names, g.Name) })
}

// Retry drops what earlier passes found without deciding, as texelutil's -retry does:
// kernel, extKernel, path, status, fail and info.
func (l *Line) Retry() { l.drop("kernel", "extKernel", "path", "status", "fail", "info") }

// Words returns the words of a group, nil if the line has no such group or it is empty.
func (l *Line) Words(name string) []string {
	if i := l.find(name); i >= 0 {
		return l.Groups[i].Words
	}
	return nil
}

// Set gives a group new words, and adds it if the line has no such group.
func (l *Line) Set(name string, words ...string) {
	i := l.find(name)
	if i < 0 {
		i = len(l.Groups)
		l.Groups = append(l.Groups, Group{Name: name})
	}
	l.Groups[i].Words = words
}

// ReasonText returns the reason of a refutation in words: those of texelutil where
// it has the same reason, and else our own. It never has a word that ends in a
// colon, which would begin a group.
func ReasonText(r verdict.Reason) string {
	switch r = r.First(); r {
	case verdict.IdleEnPassant:
		return "Lossy FEN conversion"
	case verdict.NoProofKernel:
		return "No proof kernel"
	case verdict.NoExtendedKernel:
		return "No extended proof kernel"
	case verdict.Unreachable:
		return "Other"
	case verdict.NoLastMove:
		return "No possible last move"
	case verdict.LastMovesRejected:
		return "No possible last move, all moves rejected"
	case verdict.PawnOnEndRow:
		return "Pawn on first/last rank"
	case verdict.NoWhiteKing, verdict.ManyWhiteKings:
		return "White must have exactly one king"
	case verdict.NoBlackKing, verdict.ManyBlackKings:
		return "Black must have exactly one king"
	case verdict.OppositeCheck, verdict.AdjacentKings, verdict.BothInCheck:
		return "King capture possible"
	}
	return strings.ReplaceAll(r.Text(), ":", ",")
}

// ParseReason returns the reasons that [ReasonText] writes as text, of any of them if the
// program has a text for several, as texelutil has for numbers of kings. False means that
// the text is none of these.
func ParseReason(text string) (verdict.Reason, bool) {
	var set verdict.Reason
	for r := range verdict.KnownReasons() {
		if ReasonText(r) == text {
			set |= r
		}
	}
	return set, set != 0
}
