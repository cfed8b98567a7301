// Package dataset is tables of legal positions, a [Row] each: the position, what one can count on its board, the
// legal moves, and how long its proof game is. Positions come from package uniform.
//
// Tables are written as Parquet ([NewWriter]), read back ([Read]), or written as lines of comma-separated values
// ([Row.AppendCSV]). The same columns have the same names everywhere. docs/DATASET.md is the data
// card of the table that "make dataset" makes.
package dataset
