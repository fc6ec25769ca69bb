/** Marks from 1 (very bad) to 5 (very good); how many there are of each, in this order. */
export type MarkCounts = readonly [number, number, number, number, number];

/** Below so many answers a share says nothing: counts are shown alone. Source: facts of support, section 9. */
export const fewAnswers = 30;

/** Share of satisfied answers with its 95 % interval, 0 to 1. */
interface Satisfaction {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Two-sided 95 % of the normal distribution. */
const z = 1.959964;

/**
 * The Wilson score interval of a share, which stays between 0 and 1 and holds for few answers and for shares near the ends.
 * Source: E. B. Wilson, 1927.
 */
function wilsonInterval(part: number, whole: number): { low: number; high: number } {
  const share = part / whole;
  const scale = 1 + z ** 2 / whole;
  const middle = (share + z ** 2 / (2 * whole)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / whole + z ** 2 / (4 * whole ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** CSAT: the share of marks 4 and 5 among all; null below `fewAnswers`. */
export function satisfactionOf(counts: MarkCounts): Satisfaction | null {
  const whole = counts.reduce((sum, count) => sum + count, 0);
  if (whole < fewAnswers) return null;
  const part = counts[3] + counts[4];
  return { share: part / whole, ...wilsonInterval(part, whole) };
}
