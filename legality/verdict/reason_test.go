package verdict

import (
	"encoding/json"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
)

// reasonBits are the names of all reasons by bit, as in stored records. Only additions at the end are allowed.
var reasonBits = []string{
	"NoWhiteKing", "NoBlackKing", "ManyWhiteKings", "ManyBlackKings", "PawnOnEndRow", "AdjacentKings", "BothInCheck", "OppositeCheck",
	"BadCastling", "BadEnPassant", "IdleEnPassant",
	"ManyMen", "ManyPawns", "ManyPromotions", "PromotionBalance", "OpposingPairs", "PawnHomes", "PawnCaptures", "CrossedPawns", "CagedBishop",
	"TripleCheck", "DoubleCheck", "SingleCheck", "EnPassantOrigin",
	"NoProofKernel", "NoExtendedKernel", "NoLastMove", "LastMovesRejected", "Unreachable",
	"Deadlock", "TrappedMan", "BarredPromotions", "ShutOut", "MoveParity", "PromotedMen", "TakenAtHome",
}

// TestReasonNamesNeverMove checks that bits and names of reasons do not change, since shards and certificates store them.
func TestReasonNamesNeverMove(t *testing.T) {
	n := 0
	for r := range KnownReasons() {
		if n >= len(reasonBits) || r.String() != reasonBits[n] || r != 1<<n {
			t.Errorf("bit %d is %v (%#x)", n, r, uint64(r))
		}
		n++
	}
	if n != len(reasonBits) {
		t.Errorf("%d reasons, want %d", n, len(reasonBits))
	}
}

// TestInvalidSetupsAgree checks that the first reasons are the violations of package chess, in the same words, except
// AdjacentKings and BothInCheck, which are OppositeCheck in package chess.
func TestInvalidSetupsAgree(t *testing.T) {
	var remaining chess.Violations = 1<<9 - 1
	for r, v := range map[Reason]chess.Violations{
		NoWhiteKing: chess.NoWhiteKing, NoBlackKing: chess.NoBlackKing, ManyWhiteKings: chess.ManyWhiteKings, ManyBlackKings: chess.ManyBlackKings,
		PawnOnEndRow: chess.PawnOnEndRow, OppositeCheck: chess.OppositeCheck, BadCastling: chess.BadCastling, BadEnPassant: chess.BadEnPassant,
		IdleEnPassant: chess.IdleEnPassant,
	} {
		if remaining &^= v; !strings.EqualFold(r.Text(), v.String()) {
			t.Errorf("%v: %q, in package chess %q", r, r.Text(), v)
		}
	}
	if remaining != 0 || chess.Violations(1<<9).String() != "" {
		t.Errorf("no reason for %v", remaining)
	}
}

// TestReasonSets tests random sets: text and JSON are parsed to the same set, all lists the bits in order, and First is the
// first of them.
func TestReasonSets(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 5))
	for range 2000 {
		r := Reason(src.Uint64()&src.Uint64()) & (lastReason - 1)
		list := slices.Collect(r.all())
		var union Reason
		for i, one := range list {
			if bits.OnesCount64(uint64(one)) != 1 || i > 0 && one <= list[i-1] {
				t.Fatalf("%v lists %v", r, list)
			}
			union |= one
		}
		if union != r || len(list) > 0 && list[0] != r.First() || len(list) == 0 && r.First() != 0 {
			t.Fatalf("%v lists %v, first %v", r, list, r.First())
		}
		if got, err := ParseReason(r.String()); got != r || err != nil {
			t.Fatalf("%v is read as %v, %v", r, got, err)
		}
		data, err := json.Marshal(r)
		var got Reason
		if err != nil || json.Unmarshal(data, &got) != nil || got != r {
			t.Fatalf("%v became %s and %v, %v", r, data, got, err)
		}
		if words := strings.Count(r.Text(), "; ") + 1; r != 0 && words != len(list) {
			t.Fatalf("%v in words: %q", list, r.Text())
		}
	}
	for range (TripleCheck | PawnHomes | Deadlock).all() {
		break // an iteration may end early
	}
}

// TestParseReason checks that lists of names are parsed, and other texts are errors.
func TestParseReason(t *testing.T) {
	for text, want := range map[string]Reason{
		"": 0, "none": 0, "MoveParity": MoveParity, "PawnHomes,TripleCheck": PawnHomes | TripleCheck,
		"TripleCheck,PawnHomes": PawnHomes | TripleCheck, "Deadlock,Deadlock": Deadlock,
	} {
		if got, err := ParseReason(text); got != want || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"pawnhomes", "PawnHomes,", ",PawnHomes", "PawnHomes, TripleCheck", "PawnHomes;TripleCheck", "none,PawnHomes", "Reason63", "0",
	} {
		if got, err := ParseReason(text); err == nil || got != 0 || !strings.HasPrefix(err.Error(), "verdict: unknown reason ") {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
	if _, err := ParseReason(string(make([]byte, 1<<20))); err == nil || len(err.Error()) > 1000 {
		t.Error("a long name makes a long error")
	}
}

// TestReasonJSONErrors checks that JSON that is no list of names is an error and leaves the value unchanged.
func TestReasonJSONErrors(t *testing.T) {
	for _, data := range []string{`"PawnHomes"`, `{}`, `[1]`, `["PawnHome"]`, `["PawnHomes,Nonsense"]`, `[`} {
		r := TripleCheck
		if err := json.Unmarshal([]byte(data), &r); err == nil || r != TripleCheck {
			t.Errorf("%s is read as %v, %v", data, r, err)
		}
	}
	r := TripleCheck
	if err := json.Unmarshal([]byte("[]"), &r); err != nil || r != 0 {
		t.Errorf("the empty list is read as %v, %v", r, err)
	}
	if data, err := json.Marshal(Reason(0)); err != nil || string(data) != "[]" {
		t.Errorf("no reason is written as %s, %v", data, err)
	}
}
