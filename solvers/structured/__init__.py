"""What the structured solvers share: the step as arrays, the matrix of its contact graph, their base class."""
