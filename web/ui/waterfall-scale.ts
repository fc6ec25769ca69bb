export interface WaterfallValue {
  /** A total stands on the ground; a change goes on from where the step before ended. */
  kind: 'total' | 'change';
  /** A level for a total, a difference for a change. */
  value: number;
}

/** Where a step is drawn: parts of the whole scale, from the smaller end. */
interface WaterfallPlace {
  from: number;
  to: number;
  /** Where the step leaves the level. */
  end: number;
}

export interface WaterfallScale {
  places: readonly WaterfallPlace[];
  /** Where nothing is on the scale; null: beyond it. */
  zero: number | null;
  /** The end of the scale beyond which totals go on towards nothing; null: nothing is on the scale. */
  openEnd: 'low' | 'high' | null;
}

/** Changes that take less than this of the way from nothing are shown from nearer, for else they could not be seen. */
const NEAR = 0.5;
/** How much of a total is left below the changes then, in parts of what they take. */
const FOOT = 0.4;

/**
 * Lays out a waterfall. The scale begins at nothing, unless all levels are on one side of it and lie close together: then it
 * shows the stretch where they differ.
 */
export function waterfallScale(steps: readonly WaterfallValue[]): WaterfallScale {
  let level = 0;
  const spans = steps.map(({ kind, value }) => {
    const start = kind === 'total' ? 0 : level;
    level = kind === 'total' ? value : level + value;
    return { kind, start, end: level };
  });
  const levels = spans.flatMap(({ kind, start, end }) => (kind === 'total' ? [end] : [start, end]));
  const least = Math.min(...levels);
  const most = Math.max(...levels);
  const range = most - least;
  const isNear = range > 0 && least * most > 0 && range < NEAR * Math.max(Math.abs(least), Math.abs(most));
  const low = isNear && least > 0 ? least - FOOT * range : Math.min(0, least);
  const high = isNear && most < 0 ? most + FOOT * range : Math.max(0, most);
  const place = (value: number) =>
    high === low ? 0 : Math.min(1, Math.max(0, (value - low) / (high - low)));
  return {
    places: spans.map(({ start, end }) => ({
      from: place(Math.min(start, end)),
      to: place(Math.max(start, end)),
      end: place(end),
    })),
    zero: isNear ? null : place(0),
    openEnd: isNear ? (least > 0 ? 'low' : 'high') : null,
  };
}
