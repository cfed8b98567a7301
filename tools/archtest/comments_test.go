package main

import (
	"path/filepath"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestCommentsNameWhatExists of this module.
func TestCommentsNameWhatExists(t *testing.T) {
	testkit.Medium(t)
	list, err := Comments(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, place := range list {
		t.Error(place)
	}
}
