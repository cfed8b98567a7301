// Package jupyter makes Go notebooks of this module work in Jupyter without a line of preparation: it installs a kernel, runs that kernel,
// and executes notebooks headless. It contains no chess.
//
// # The three jobs
//
//	Install    writes a kernelspec, "Chess census (Go)", and builds what it starts
//	RunKernel  is started by the kernelspec: one GoNB under supervision, with
//	           package relay between it and Jupyter, and package cells, which
//	           turns cells of statements into programs
//	Run        executes notebooks and fails if any cell fails or prints an error
//
// The cells are compiled by GoNB (github.com/janpfeifer/gonb), a tool of this module pinned in go.mod. GoNB builds every cell in a fresh
// module that it makes with "go mod init", so out of the box a cell can import neither this module nor, offline, anything else.
//
// # How a cell can import this module
//
// RunKernel starts GoNB with a small script named go first on its PATH (session.go). Three commands are its own:
//
//	mod init gonb_...    with which GoNB begins its session: the script copies a
//	                     go.mod and a go.sum made from the project's own, with a
//	                     replace line that points at the project's folder
//	get                  without arguments, before a cell is built: the script compiles
//	                     the program of the cell; if it can, no module is missing
//	build -o .../gonb_*  the script links this program (direct.go)
//
// Where get and build do not succeed in this way, they go to the real go tool, build with flags that leave debug tables out. Every other
// command goes there unchanged. The first cell can therefore import "chesscensus/stats" or gonum's plot, at the versions that the project
// itself is built and tested with, and with a warm module cache no network is needed.
//
// Three other ways were tried, or studied in GoNB's sources, and rejected: GoNB's -go_work flag (a go.work file leaves "go get" unable to
// find packages of GoNB itself), GOFLAGS=-modfile ("go mod init" refuses a file that exists, and goimports looks at go.mod), and rewriting
// go.mod from outside once GoNB has made it (the first cell may be compiled before that).
//
// # Files
//
//	root.go      where the project is
//	tools.go     GoNB and goimports, built into bin
//	install.go   the kernelspec
//	gonbui.go    a copy of GoNB's display package that does not lose figures
//	seed.go      the go.mod that a session starts from
//	session.go   the temporary folder of one kernel
//	direct.go    compiling and linking cells without the go tool
//	kernel.go    supervising GoNB: signals, exit status, cleaning up
//	link.go      the relay of a session
//	run.go       executing notebooks, with driver.go and driver.py
//	notebook.go  reading a notebook and finding what failed in it
package jupyter
