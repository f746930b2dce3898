// Where a time lies between samples.

// The rows before and after a time, and its share of the way from one to the other; 0 or 1 outside.
export function between(times, time) {
  let from = 0, to = times.length - 1;
  while (to - from > 1) {
    const middle = from + to >> 1;
    if (times[middle] <= time) from = middle; else to = middle;
  }
  const span = times[to] - times[from];
  return [from, to, span > 0 ? Math.min(Math.max((time - times[from]) / span, 0), 1) : 0];
}
