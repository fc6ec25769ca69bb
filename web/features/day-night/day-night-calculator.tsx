import { type ReactNode, useMemo, useState } from 'react';
import { type DayNightCost, savingsByNightShare } from '#domain/charges/day-night.ts';
import { formatMoney } from '#domain/money.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import { type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import { localDate } from '#domain/time/local-date.ts';
import { showNumber, showPeriod } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { RecordTable } from '#web/ui/record-table.tsx';
import { Basis } from './basis.tsx';
import styles from './day-night-calculator.module.css';
import monthCostsStyles from './month-costs.module.css';
import { costsOf, defaultNightPercent, type NightMonth, ownPercent, type Tariffs } from './night-months.ts';
import { PayBack } from './pay-back.tsx';
import { Saving } from './saving.tsx';
import { text } from './text.ts';

interface MonthCostsProps {
  costs: readonly DayNightCost[];
  months: readonly NightMonth[];
}

/** Every month with the cost by both meters, latest first. */
function MonthCosts({ costs, months }: MonthCostsProps) {
  const estimated = new Set(months.flatMap(({ period, isEstimated }) => (isEstimated ? [period] : [])));
  const columns: Column<DayNightCost>[] = [
    {
      key: 'month',
      title: text.monthColumn,
      cell: ({ period }) => (
        <>
          {showPeriod(period)}
          {estimated.has(period) && <span className={monthCostsStyles.estimated}> {text.estimated}</span>}
        </>
      ),
    },
    {
      key: 'day',
      title: text.dayKwh,
      numeric: true,
      cell: ({ dayKwh }) => named(text.dayKwh, showNumber(dayKwh)),
    },
    {
      key: 'night',
      title: text.nightKwh,
      numeric: true,
      cell: ({ nightKwh }) => named(text.nightKwh, showNumber(nightKwh)),
    },
    {
      key: 'single',
      title: text.singleSum,
      numeric: true,
      cell: ({ single }) => named(text.singleSum, formatMoney(single)),
    },
    {
      key: 'two',
      title: text.twoSum,
      numeric: true,
      cell: ({ two }) => named(text.twoSum, formatMoney(two)),
    },
    { key: 'saving', title: text.saving, numeric: true, cell: ({ saving }) => formatMoney(saving) },
  ];
  return (
    <div className={monthCostsStyles.months}>
      <RecordTable
        className={monthCostsStyles.table}
        caption={text.table}
        columns={columns}
        rows={[...costs].reverse()}
        rowKey={({ period }) => period}
      />
      <p className={monthCostsStyles.note}>{text.tableNote}</p>
    </div>
  );
}

/** On a phone, where the table has no header, a value shows its label. */
function named(name: string, value: string) {
  return (
    <>
      <span className={monthCostsStyles.name} aria-hidden="true">
        {name}
      </span>
      {value}
    </>
  );
}

interface DayNightCalculatorProps {
  tariffs: Tariffs;
  versions: readonly TariffVersion[];
  /** Closed months; empty: the customer enters the monthly consumption. */
  months: readonly NightMonth[];
  month: string | undefined;
  onMonth: (month: string | undefined) => void;
  showTariffs: ShowTariffs;
}

/** Renders the prices of these months; part of another feature, passed in by the page. */
export type ShowTariffs = (tariffs: Tariffs, periods: readonly BillingPeriod[]) => ReactNode;

/** An example until the customer enters a value. */
const FIRST_KWH = '100';

/** Inputs (months, night share, meter price) on one side, the result on the other. */
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
    // The URL may name a month that this account does not have.
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
            percent={percent ?? own ?? defaultNightPercent}
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
