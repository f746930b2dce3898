// Numbers and elements.

const PREFIXES = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""]];

// A number with three digits, as people write it.
export function short(value) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size === 0) return "0";
  const text = size >= 1e6 || size < 1e-3 ? value.toExponential(1) : Number(value.toPrecision(3)).toString();
  return text.replace("e+", "e").replaceAll("-", "−");
}

// The factor and the name of a unit in which a size is a handy number: k, M or G, for small lengths millimetres.
export function scaled(size, unit) {
  if (unit === "m" && size > 0 && size < 0.1) return [0.001, "mm"];
  if (["N", "J", "W", "Pa"].includes(unit)) {
    for (const [factor, prefix] of PREFIXES) if (size >= factor) return [factor, prefix + unit];
  }
  return [1, unit];
}

export function quantity(value, unit) {
  const [factor, name] = scaled(Math.abs(value), unit);
  return name ? `${short(value / factor)} ${name}` : short(value);
}

export function element(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// Terms and what is told of them, for a list of descriptions.
export const described = (pairs) => pairs.flatMap(([label, text]) => [element("dt", label), element("dd", text)]);

export const byId = (id) => document.getElementById(id);

// The value of one of the page's colours, and its parts from 0 to 1.
export const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function parts(colour) {
  const whole = parseInt(colour.slice(1), 16);
  return [whole >> 16 & 255, whole >> 8 & 255, whole & 255].map((part) => part / 255);
}
