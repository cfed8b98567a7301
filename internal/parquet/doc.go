// Package parquet writes and reads flat Parquet files: tables whose rows are structs of numbers, truth values and strings.
//
// The metadata and the encodings of values are those of the packages format, encoding and encoding/thrift of
// github.com/parquet-go/parquet-go. This package writes and reads pages. That library as a whole can handle every Parquet file, but it
// links net/http, protobuf and four compressors, which took a fifth of a first build of the program, too much for a cell of a
// notebook. A file written here differs from one by that library only in its creator; tests compare all other bytes.
//
// # Rows
//
// A row is a struct. The tag of a field has the name of its column and words for its form:
//
//	Draws int64 `parquet:"draws,split"`
//
// The words after the name are dict (a dictionary of values, and their indexes), delta (differences, for int64), split (the first
// bytes of all values, then the second ones, and so on, for int64) and optional (the zero value is null). Without any of the first
// three, strings are stored with all lengths first, and other values plain. Every page is compressed with Zstandard; the word zstd is
// for other libraries.
//
// # Limits
//
// A [File] reads columns without nulls whose pages have the form that [Writer] writes (data pages version 2, Zstandard or no
// compression). It checks the sizes in a file before it allocates memory for them.
package parquet
