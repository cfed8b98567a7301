// Package parquet writes and reads flat Parquet files: tables whose rows are structs of numbers, truth values and strings.
//
// The metadata and the encodings of values are those of the packages format, encoding and encoding/thrift of
// github.com/parquet-go/parquet-go. Only what puts pages together and takes them apart is here. That library as a whole reads and writes every kind
// of Parquet file; it links net/http, protobuf and four compressors, which took a fifth of a first build of the program, and a cell of a notebook could not afford it.
// A file written here differs from one by that library in who made it alone; tests compare all other bytes.
//
// # Rows
//
// A row is a struct. The tag of a field says the name of its column and how it is stored:
//
//	Draws int64 `parquet:"draws,split"`
//
// The words after the name are dict (a dictionary of values, and their numbers), delta (differences, of int64), split (first bytes
// first, of int64) and optional (the zero value is null). Without any of the first three, strings are stored behind their lengths, and all else plain. Every page
// is compressed with Zstandard; the word zstd says so to other libraries.
//
// # Limits
//
// A [File] has columns that are never null. It is read if its pages are of the form that [Writer] writes (data pages version 2, Zstandard or no compression). Sizes that a
// file claims are checked before anything is allocated by them.
package parquet
