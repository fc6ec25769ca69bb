import { addMonths, type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { seasonPercent } from './entity-history.ts';
import type { EntityPlan } from './entity-plan.ts';

/** Last, this and next year. */
const VOLUME_MONTHS = 36;
/** Among what is contracted of the first points: too little for the last closed month and for this one, and a corrected one. */
const TOO_LITTLE_PERCENT = 62;
const NEARLY_USED_PERCENT = 92;
const BEFORE_CORRECTION_PERCENT = 80;

interface DeclaredVolume {
  readonly eicCode: string;
  readonly period: BillingPeriod;
  readonly contractedKwh: number;
  /** A correction that was applied a month before; undefined: none. */
  readonly correctedKwh: number | undefined;
}

/** Volumes of each month of last, this and next year, as the season expects them. */
export function declaredVolumes({ points, volumes }: EntityPlan, today: LocalDate): DeclaredVolume[] {
  const open = periodOf(today);
  const closed = addMonths(open, -1);
  const first = `${Number(open.slice(0, 4)) - 1}-01` as BillingPeriod;
  // A sub-consumer with a contract of its own has its volume there.
  const agreed = points.filter(({ subConsumer }) => subConsumer === undefined || subConsumer.isBilled);
  return agreed.flatMap((point, place) =>
    Array.from({ length: VOLUME_MONTHS }, (_, month) => {
      const period = addMonths(first, month);
      const kwhOf = (percent: number) =>
        Math.round((point.monthlyKwh * seasonPercent(point, period) * percent) / 100_000) * 10;
      const isCorrected = place === 1 && (period === closed || period === open);
      const percent =
        place === 0 && period === closed
          ? TOO_LITTLE_PERCENT
          : place === 2 && period === open
            ? NEARLY_USED_PERCENT
            : isCorrected
              ? BEFORE_CORRECTION_PERCENT
              : volumes.percent;
      return {
        eicCode: point.eicCode,
        period,
        contractedKwh: kwhOf(percent),
        correctedKwh: isCorrected ? kwhOf(volumes.percent) : undefined,
      };
    }),
  );
}
