// Package spaces makes the sets of positions by name: spaces, the covers of surveys, the tables of kernel
// spaces, and the codecs of the space material.
//
//	ranked-repaired, ranked      package sampler/ranked: Tromp's set, repaired and as published
//	rndfen, rndfen-conditioned   package sampler/rndfen: the set of texelutil, whole and without what can be counted out
//	material                     package sampler/internal/material: setups with a possible material, after Tomic
//	naive, krinitskii            package sampler/internal/naive: 13^64 boards; placements of the initial men
//	kernel, kernel-C-P           package sampler/internal/kernelspace: setups that captures and promotions can have
//	                             made, up to C men missing and P pawns; kernel is kernel-6-8
//	kernel-lost                  the setups that the tables of kernel lacked until 2026-11-26
//	counter-BASE[-LEVEL]         package sampler/internal/placement: ChessCounter's four spaces at four levels
//	cover, cover-C-P             a kernel space, and the repaired ranked set outside of its region; no space,
//	                             as its elements have no ranks
//
// Each is defined, with proofs, in the documentation of its package; docs/SPACES.md compares them. To draw
// positions a name and [Open] suffice, so most of these packages are internal.
package spaces
