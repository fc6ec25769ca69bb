import { answer, refuse } from '#billing/api/define-module.ts';
import { READING_PREVIEW } from '#billing/api/readings/readings.ts';
import { handleModule } from '#billing/module-handler.ts';
import { conditionRefusal } from '#billing/modules/charges/public.ts';
import { assessReadings } from '#domain/readings/assess-reading.ts';
import type { ReadingOutcome } from '#domain/readings/reading-outcome.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { findMeter } from './assess-submission.ts';
import { type Forecast, loadForecast, type ReadingOfMeter } from './charge-with-reading.ts';
import { outcomeData } from './outcome-data.ts';
import { loadReadingFacts } from './reading-facts.ts';
import type { ZoneValues } from './submission.ts';

/**
 * READING_PREVIEW: consumption and cost of the values while the customer types, and the charge without further readings
 * (product.md §5); outside the window also the effect of the day. Values are assessed as if there were no reading as of
 * their day (for a correction, the day of the replaced reading). Stores nothing.
 */
export const handleReadingPreview = handleModule(
  READING_PREVIEW,
  ({ db, clock }) =>
    async ({ accountNumber, meterId, values, correcting = false }) => {
      const { accounts, rules } = await loadReadingFacts(db, [accountNumber], clock.now());
      const [account] = accounts;
      if (account === undefined) return refuse('common.notFound');
      const meter = findMeter(account, meterId);
      const facts = (correcting ? meter?.correctionFacts : undefined) ?? meter?.facts;
      const submission = { values, confirmed: [], hasPhoto: false, correcting: true };
      const outcome = assessReadings(
        facts ?? account.withoutMeter,
        { ...submission, meterNamed: meterId !== undefined },
        rules,
      );
      const data = outcomeData(outcome);
      const noForecast = conditionRefusal(account.condition) ?? null;
      if (meter === undefined || outcome.kind === 'blocked' || noForecast !== null) {
        return answer({ outcome: data, cost: null, withoutReading: null, dateEffect: null, noForecast });
      }
      const forecast = await loadForecast(db, accountNumber, outcome.period, rules);
      const reading = {
        meterId: meter.meterId,
        values: countedValues(outcome),
        effectiveDate: outcome.effectiveDate,
      };
      const counted = data.totalKwh === null ? undefined : forecast;
      return answer({
        outcome: data,
        cost: counted?.withReading(reading) ?? null,
        withoutReading: forecast?.withoutReading(meter.meterId) ?? null,
        dateEffect:
          counted === undefined || correcting || account.placement.inWindow
            ? null
            : dateEffectOf(counted, reading, outcome.period),
        noForecast,
      });
    },
);

/** Difference between counting values submitted outside the window as of today and as of the 1st (product.md §7). */
function dateEffectOf(forecast: Forecast, reading: ReadingOfMeter, period: BillingPeriod) {
  const first = firstDayAfter(period);
  return {
    today: forecast.wholePeriodWith(reading),
    first,
    onFirst: forecast.wholePeriodWith({ ...reading, effectiveDate: first }),
  };
}

function countedValues(outcome: ReadingOutcome): ZoneValues {
  const values: Partial<Record<Zone, number>> = {};
  for (const { zone, value } of outcome.registers) {
    if (value !== undefined) values[zone] = value;
  }
  return values;
}
