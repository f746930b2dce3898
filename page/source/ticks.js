// About so many round numbers between two others, at least two.
export function ticks(low, high, most) {
  if (!(high > low && Number.isFinite(high - low))) return [];
  const raw = (high - low) / most, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= raw * 0.999);
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) found.push(i * step);
  return found.length > 1 ? found : ticks(low, high, 2 * most);
}
