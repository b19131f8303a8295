// A worker.
