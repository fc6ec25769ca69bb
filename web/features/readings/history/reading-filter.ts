import type { InputOf } from '#contract/define-call.ts';
import type { listReadings } from '#contract/readings.ts';
import { type DayRange, readRange } from '#web/lib/period-buttons.tsx';

type Asked = InputOf<typeof listReadings>;

/** The filter of the reading list; it is in the URL. */
export interface ReadingFilter extends DayRange {
  source?: NonNullable<Asked['source']>;
  state?: NonNullable<Asked['state']>;
  meterSerial?: string;
}

export const sources = ['customer', 'operator', 'remote', 'import'] as const;
export const states = ['accepted', 'underReview', 'rejected', 'superseded'] as const;

type Search = { readonly [Name in keyof ReadingFilter]?: string | undefined };

/** The filter of a URL; invalid values are ignored, so that a broken link still shows something. */
export function readReadingFilter(search: Search): ReadingFilter {
  const source = sources.find((one) => one === search.source);
  const state = states.find((one) => one === search.state);
  const meterSerial = search.meterSerial?.slice(0, 60);
  return {
    ...readRange(search),
    ...(source && { source }),
    ...(state && { state }),
    ...(meterSerial && { meterSerial }),
  };
}
