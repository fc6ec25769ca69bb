/** A run of days and the value of each line in it; null: the line is not there. */
export interface StepRun {
  /** Days since any one day; `to` is the first day that is not in it any more. */
  readonly from: number;
  readonly to: number;
  readonly values: readonly (number | null)[];
}

export interface StepScale {
  readonly start: number;
  readonly end: number;
  readonly top: number;
}

/** The scale of runs: from the first day to the last, from nothing to the next easy number. */
export function scaleOf(runs: readonly StepRun[], roundUp: (value: number) => number): StepScale {
  const values = runs.flatMap((run) => run.values.filter((value) => value !== null));
  return {
    start: Math.min(...runs.map(({ from }) => from)),
    end: Math.max(...runs.map(({ to }) => to)),
    top: roundUp(Math.max(0.01, ...values)),
  };
}

/** Percent of the width. */
export function across({ start, end }: StepScale, day: number): number {
  return end === start ? 0 : ((day - start) / (end - start)) * 100;
}

/** Percent of the height, from the top. */
export function down({ top }: StepScale, value: number): number {
  return 100 - (value / top) * 100;
}

/**
 * A line as the path of an SVG of 100 by 100: level in each run, upright where it changes. A line that is not there
 * before or after a run leaves the first line, which always is, and comes back to it. Days without a run are a gap.
 */
export function stepPath(runs: readonly StepRun[], line: number, scale: StepScale): string {
  const y = (value: number) => round(down(scale, value));
  const parts: string[] = [];
  runs.forEach((run, index) => {
    const value = run.values[line] ?? null;
    if (value === null) return;
    const before = runs[index - 1]?.to === run.from ? runs[index - 1] : undefined;
    const after = runs[index + 1]?.from === run.to ? runs[index + 1] : undefined;
    const from = before && (before.values[line] ?? before.values[0] ?? null);
    const startsHere = before === undefined || (before.values[line] ?? null) === null;
    if (startsHere) parts.push(`M${round(across(scale, run.from))} ${y(from ?? value)}`);
    parts.push(`V${y(value)}H${round(across(scale, run.to))}`);
    const back = after && (after.values[line] ?? null) === null ? after.values[0] : undefined;
    if (line > 0 && back !== undefined && back !== null) parts.push(`V${y(back)}`);
  });
  return parts.join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
