// Package planner builds proof games without search: it plans one move ahead, with
// tasks, wishes between the colors and random restarts.
package planner
