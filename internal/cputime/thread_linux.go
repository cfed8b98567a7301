package cputime

// ofThread is RUSAGE_THREAD of getrusage(2), which package syscall does not name.
const ofThread = 1

func thread() float64 { return usage(ofThread).Seconds() }
