const STEPS = [1, 2, 3, 4, 5, 6, 8, 10];

/** The next number with one easy leading digit: the top of a scale whose half is easy to read too. 335 → 400. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = STEPS.find((candidate) => candidate * power >= value) ?? 10;
  return step * power;
}
