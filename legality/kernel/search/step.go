package search

import "chesscensus/chess"

// A Step is one move of an extended kernel: a pawn that moves on its file or promotes, an
// officer that goes to where it will be captured (by which way is left open), or a
// capture.
type Step struct {
	Color chess.Color
	// Role and From are what moves and from where; NoRole if an unnamed officer or
	// king captures.
	Role    chess.Role
	From    chess.Square
	To      chess.Square
	Capture bool
	// Promotion is NoRole also for a pawn that comes to the last row if its new role
	// is left open.
	Promotion chess.Role
}

// Append appends the step in the notation of texelutil, such as wPg5-g8Q, bRh8-f6,
// wPa6xb7 or wxh8.
func (st Step) Append(dst []byte) []byte {
	dst = append(dst, "wb"[st.Color&1])
	if st.Role != chess.NoRole {
		dst = append(append(dst, st.Role.Letter()), st.From.String()...)
	}
	if st.Capture {
		dst = append(dst, 'x')
	} else {
		dst = append(dst, '-')
	}
	dst = append(dst, st.To.String()...)
	if st.Promotion != chess.NoRole {
		dst = append(dst, st.Promotion.Letter())
	}
	return dst
}

// String returns the text of Append.
func (st Step) String() string { return string(st.Append(nil)) }
