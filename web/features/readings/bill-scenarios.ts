import { formatText } from '#contract/messages/format-text.ts';
import { showDate } from '#web/lib/format.ts';
import type { CostData, DateEffectData } from './reading-types.ts';
import { text } from './text.ts';

/** A possible end of the month; its cost is unknown until there is something to count. */
export interface BillScenario {
  readonly key: 'with' | 'without' | 'onFirst';
  readonly title: string;
  readonly cost: CostData | undefined;
}

export interface ScenarioFacts {
  /** The cost of the typed values; undefined without valid ones. */
  readonly cost: CostData | undefined;
  readonly withoutReading: CostData;
  readonly dateEffect: DateEffectData | undefined;
  /** Outside the window the same digits on the 1st are compared too. */
  readonly isWindowOpen: boolean;
  /** A correction is compared with the accepted reading. */
  readonly isCorrection: boolean;
}

/**
 * The bills a customer compares before sending. All are of the whole period: outside the window the reading counts as
 * of today and the rest is added by average, so that the bills are comparable.
 */
export function billScenarios(facts: ScenarioFacts): readonly BillScenario[] {
  const { cost, withoutReading, dateEffect, isWindowOpen, isCorrection } = facts;
  const without = isCorrection ? text.withoutCorrection : text.withoutReading;
  const scenarios: BillScenario[] = [
    { key: 'with', title: text.withReading, cost: dateEffect?.today ?? cost },
    { key: 'without', title: without, cost: withoutReading },
  ];
  if (isWindowOpen) return scenarios;
  const title = dateEffect ? formatText(text.onFirst, { day: showDate(dateEffect.first) }) : text.onFirstSoon;
  return [...scenarios, { key: 'onFirst', title, cost: dateEffect?.onFirst }];
}
