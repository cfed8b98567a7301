// Package site turns the texts of this project into the pages of its site: what lies in docs, the README, the executed notebooks, the
// documentation of the packages. MkDocs makes the site of them (make site; mkdocs.yml has its map).
//
// The texts stay what they are on GitHub and in an editor. What changes on the way:
//
//	links       to another text, a package or a notebook lead to its page; to any other file of the project they become plain text;
//	            one that leads nowhere is an error
//	boards      a fenced block called board, with a FEN record and a caption, becomes a picture; one called game, with moves,
//	            becomes a player
//	notebooks   cells become text and code, outputs stand below them as they were stored, players included
//	packages    what go doc says, a page for each package that others can import
//
// # Reading order
//
//	site.go       Make: which pages there are
//	links.go      links
//	boards.go     boards and games
//	notebooks.go  notebooks, with formulas.go
//	packages.go   packages
package site
