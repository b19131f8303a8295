// A program.
