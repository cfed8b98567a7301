package forms

import (
	"cmp"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// isAddress reports whether a text is the address of a page.
func isAddress(text string) bool {
	if strings.Count(text, "://") > 1 && strings.Contains(text, " ") {
		return false
	}
	return strings.Contains(text, "://") && !strings.ContainsAny(strings.Split(text, "://")[0], " \"") || host.MatchString(text)
}

var (
	host        = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}/`)                       // a domain at the beginning of an address without ://
	webAddress  = regexp.MustCompile(`(?:https?://|www\.)[^\s<>"'()\[\]|\\]+`)                       // an address in other text
	uciMoveList = regexp.MustCompile(`^[a-h][1-8][a-h][1-8][qrbn]?(,[a-h][1-8][a-h][1-8][qrbn]?)*$`) // moves of UCI with commas
	image       = regexp.MustCompile(`\.(png|gif|jpe?g|svg)$`)                                       // the end of the name of a picture
)

// fromAddress returns the record in the address of a page, with the moves behind it if the address has any.
func fromAddress(text string) (string, error) {
	full := text
	if !strings.Contains(full, "://") {
		full = "https://" + full
	}
	u, err := url.Parse(full)
	if err != nil {
		return "", &Error{Text: text, Msg: "this is no address of a page, want one such as https://lichess.org/analysis/ with a record behind it"}
	}
	if err := checkAddress(text, u); err != nil {
		return "", err
	}
	fen := recordOf(u)
	play := u.Query().Get("play") // moves from the position, in an address of an opening explorer
	if !uciMoveList.MatchString(play) {
		play = ""
	}
	if fen == "" && play == "" {
		return "", &Error{Text: text, At: len(text), Msg: "no position in this address, want one that holds a FEN record, as that of an analysis board"}
	}
	fen = strings.ReplaceAll(image.ReplaceAllString(fen, ""), "_", " ")
	if play != "" {
		fen = cmp.Or(fen, "startpos") + " moves " + strings.ReplaceAll(play, ",", " ")
	}
	return fen, nil
}

// checkAddress returns an error if the query or the path of the address text names other rules than those of chess.
func checkAddress(text string, u *url.URL) error {
	if v := u.Query().Get("variant"); !isChess(v) {
		return variantError(text, strings.Index(text, v), v)
	}
	for _, name := range []string{"is960", "chess960"} {
		if v := u.Query().Get(name); v == "true" || v == "1" {
			return variantError(text, strings.Index(text, name), "Chess960")
		}
	}
	for name := range strings.SplitSeq(u.Path, "/") {
		if v := variantNames[plainName(name)]; v != "" {
			return variantError(text, strings.Index(text, name), v)
		}
	}
	return nil
}

// recordOf returns the record in an address, or "". It looks at the query parameter fen, then at a query that is the record itself,
// at other parameters, such as board, d and position, and at the last eight steps of the path.
func recordOf(u *url.URL) string {
	parameters := u.Query()
	if fen := parameters.Get("fen"); fen != "" {
		return fen
	}
	query, err := url.QueryUnescape(u.RawQuery)
	if err == nil && strings.Count(query, "/") == 7 && !strings.Contains(query, "=") {
		return query
	}
	for _, name := range slices.Sorted(maps.Keys(parameters)) {
		for _, v := range parameters[name] {
			if diagram.MatchString(v) {
				return v
			}
		}
	}
	steps := strings.Split(strings.TrimSuffix(u.Path, "/"), "/")
	if len(steps) <= 8 {
		return ""
	}
	return strings.Join(steps[len(steps)-8:], "/")
}

// unescape returns a text without blanks with the blanks that addresses write as %20, + or _.
func unescape(text string) string {
	if unescaped, err := url.PathUnescape(text); err == nil {
		text = unescaped
	}
	if plusBeforeTurn.MatchString(text) {
		text = strings.ReplaceAll(text, "+", " ")
	}
	return strings.ReplaceAll(text, "_", " ")
}

// plusBeforeTurn matches + for a blank, with the side to move behind it.
var plusBeforeTurn = regexp.MustCompile(`\+[wb](\+|$)`)
