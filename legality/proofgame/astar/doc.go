// Package astar searches for moves from one chess position to another.
package astar
