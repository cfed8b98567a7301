package cputime

// rusageThread is RUSAGE_THREAD of getrusage(2), which package syscall does not name.
const rusageThread = 1

func thread() float64 { return usage(rusageThread).Seconds() }
