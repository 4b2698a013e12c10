// Counts and times as text. Counts arrive as decimal strings, because they exceed what a number can represent exactly.

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** Exact counts with more digits are shortened; the whole number is in the tooltip. */
const MOST_DIGITS = 12;

/** An exact count: all digits in groups, or `1.2346 × 10²⁰`. */
export function exact(text) {
  const whole = integer(text);
  return whole.length <= MOST_DIGITS ? grouped(whole) : power(whole, 5);
}

/** All digits, in groups. */
export function allDigits(text) {
  return grouped(integer(text));
}

/** An estimate, rounded to the digits that are meaningful. */
export function rounded(text, digits = 3) {
  const whole = integer(text);
  if (whole.length > 7) {
    return power(whole, digits);
  }
  const value = Number(text);
  if (value < 10 ** (digits - 1)) {
    return String(Number(value.toPrecision(digits)));
  }
  const unit = 10 ** Math.max(0, whole.length - digits);
  return grouped(String(Math.round(value / unit) * unit));
}

/** The text as a BigInt, if it is a plain whole number. */
export function big(text) {
  return /^\d+$/.test(text ?? "") ? BigInt(text) : null;
}

export function seconds(value) {
  if (value < 1e-3) {
    return `${Math.max(1, Math.round(value * 1e6))} µs`;
  }
  if (value < 1) {
    return `${Number((value * 1e3).toPrecision(2))} ms`;
  }
  if (value < 100) {
    return `${value.toFixed(1)} s`;
  }
  return value < 7200 ? `${Math.round(value / 60)} min` : `${grouped(String(Math.round(value / 3600)))} h`;
}

export function quantity(count, noun) {
  return `${grouped(String(count))} ${noun}${String(count) === "1" ? "" : "s"}`;
}

/** The integer part of `12`, `12.5` or `1.25e9`. */
function integer(text) {
  const [mantissa, exponent] = String(text).toLowerCase().split("e");
  const [whole, fraction = ""] = mantissa.split(".");
  const shift = Number(exponent ?? 0);
  const digits = (whole + fraction.padEnd(shift, "0")).slice(0, Math.max(whole.length + shift, 0));
  return digits.replace(/^0+(?=\d)/, "") || "0";
}

function grouped(digits) {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

function power(digits, kept) {
  const exponent = digits.length - 1;
  let head = Math.round(Number(`${digits[0]}.${digits.slice(1, 17)}`) * 10 ** (kept - 1)) / 10 ** (kept - 1);
  let raised = exponent;
  if (head >= 10) {
    [head, raised] = [head / 10, exponent + 1];
  }
  return `${head} × 10${[...String(raised)].map((digit) => SUPERSCRIPTS[digit]).join("")}`;
}
