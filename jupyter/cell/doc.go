// Package cell is what a cell of a notebook needs while it runs: Show, by which
// its last expression shows itself, and Load and Keep, by which its variables are
// there in the next cell. The notebook kernel (jupyter/internal/cells) writes the
// calls; nobody else needs to, though everybody may call Show and Must.
//
// Every cell is a process of its own, as GoNB compiles it. So a variable that is
// to outlive its cell is written to a file when the cell ends, be it by a panic,
// and read by the next cell that mentions it. What that means:
//
//   - values come back whole, unexported fields included (internal/snapshot);
//   - two variables that share memory, as a slice and a part of it do, are two
//     copies in the next cell;
//   - an error keeps its text and loses its type;
//   - os.Exit and log.Fatal end a cell at once: its variables then have the
//     values that they had before it;
//   - channels and functions cannot be written. What the kernel does with those
//     is said in jupyter/internal/cells.
package cell
