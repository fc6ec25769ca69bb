import { type ReactNode, useMemo, useState } from 'react';
import { savingsByNightShare } from '#domain/charges/day-night.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import { type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import { localDate } from '#domain/time/local-date.ts';
import { showPeriod } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Basis } from './basis.tsx';
import styles from './day-night-calculator.module.css';
import { MonthCosts } from './month-costs.tsx';
import { costsOf, type NightMonth, ownPercent, supposedPercent, type Tariffs } from './night-months.ts';
import { PayBack } from './pay-back.tsx';
import { Saving } from './saving.tsx';
import { text } from './text.ts';

interface DayNightCalculatorProps {
  tariffs: Tariffs;
  versions: readonly TariffVersion[];
  /** Closed months; none: the customer types how much a month is. */
  months: readonly NightMonth[];
  month: string | undefined;
  onMonth: (month: string | undefined) => void;
  showTariffs: ShowTariffs;
}

/** The prices of these months: a part of another feature, which the page brings. */
export type ShowTariffs = (tariffs: Tariffs, periods: readonly BillingPeriod[]) => ReactNode;

/** An example until the customer types the own number. */
const FIRST_KWH = '100';

/** Months, share of the night and price of the meter on one side, what comes of them on the other. */
export function DayNightCalculator({
  tariffs,
  versions,
  months,
  month,
  onMonth,
  showTariffs,
}: DayNightCalculatorProps) {
  const [percent, setPercent] = useState<number>();
  const [typedKwh, setTypedKwh] = useState(FIRST_KWH);
  const typed = /^[1-9]\d{0,4}$/.test(typedKwh) ? Number(typedKwh) : undefined;
  const chosen = useMemo(() => {
    if (months.length === 0) {
      if (typed === undefined) return [];
      const period = periodOf(localDate(tariffs.today));
      return [{ period, kwh: typed, isEstimated: false, own: undefined }];
    }
    const one = months.filter(({ period }) => period === month);
    // An address may name a month that this account does not have.
    return one.length > 0 ? one : months;
  }, [months, month, typed, tariffs.today]);
  const costs = useMemo(() => costsOf(chosen, versions, percent), [chosen, versions, percent]);
  const savings = useMemo(() => savingsByNightShare(versions, chosen), [versions, chosen]);
  const own = ownPercent(chosen);
  const only = months.length > 0 && chosen.length === 1 ? chosen[0]?.period : undefined;
  const isOwn = percent === undefined && own !== undefined;
  return (
    <div className={styles.calculator}>
      <p className={styles.lead}>
        {tariffs.zoneScheme === 'single' ? text.lead : text.ownLead}
        {tariffs.zoneScheme === 'three' && ` ${text.threeNote}`}
      </p>
      <div className={styles.halves}>
        <Card>
          <Basis
            months={months}
            month={only}
            onMonth={onMonth}
            typedKwh={typedKwh}
            onTypeKwh={setTypedKwh}
            isKwhWrong={typed === undefined}
            costs={costs}
            percent={percent ?? own ?? supposedPercent}
            own={own}
            isOwn={isOwn}
            onPercent={setPercent}
          />
        </Card>
        <Saving costs={costs} savings={savings} month={only && showPeriod(only)} isOwn={isOwn} />
      </div>
      {tariffs.zoneScheme === 'single' && costs.length > 0 && <PayBack costs={costs} savings={savings} />}
      {months.length > 0 && <MonthCosts costs={costs} months={chosen} />}
      {showTariffs(
        tariffs,
        chosen.map(({ period }) => period),
      )}
    </div>
  );
}
