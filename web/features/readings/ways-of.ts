import { formatText } from '#contract/messages/format-text.ts';
import { showDate } from '#web/lib/format.ts';
import type { CostData, DateEffectData } from './reading-types.ts';
import { text } from './text.ts';

/** One way the month may end; its cost is unknown until there is something to count. */
export interface Way {
  readonly key: 'with' | 'without' | 'onFirst';
  readonly title: string;
  readonly cost: CostData | undefined;
}

export interface WaysFacts {
  /** The typed values; undefined while there are none to count. */
  readonly cost: CostData | undefined;
  readonly withoutReading: CostData;
  readonly dateEffect: DateEffectData | undefined;
  /** Outside the window the same digits on the 1st are compared, too. */
  readonly isWindowOpen: boolean;
  /** What was accepted stands when it is left as it is. */
  readonly isCorrection: boolean;
}

/**
 * The ways a customer compares before sending. All are of the whole period: outside the window the reading counts as of
 * today and the rest is added by average, so that its bill can be laid beside the others.
 */
export function waysOf(facts: WaysFacts): readonly Way[] {
  const { cost, withoutReading, dateEffect, isWindowOpen, isCorrection } = facts;
  const without = isCorrection ? text.withoutCorrection : text.withoutReading;
  const ways: Way[] = [
    { key: 'with', title: text.withReading, cost: dateEffect?.today ?? cost },
    { key: 'without', title: without, cost: withoutReading },
  ];
  if (isWindowOpen) return ways;
  const title = dateEffect ? formatText(text.onFirst, { day: showDate(dateEffect.first) }) : text.onFirstSoon;
  return [...ways, { key: 'onFirst', title, cost: dateEffect?.onFirst }];
}
