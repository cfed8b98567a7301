// Package filter turns lists of lines into lists of lines on many workers: one line in, one
// line out, in order, at any number of workers.
//
// [Lines] filters lines of text; [Ordered], on which it rests, puts the output of any work in the
// order in which it was sent. Lines that cannot be handled are named one by one, the others
// go on, and the error is [ErrBadLines] in the end.
package filter
