import { type CSSProperties, type ReactNode, useId, useMemo, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import {
  breakEvenShare,
  type DayNightCost,
  payBackMonths,
  payBackShare,
  savedBy,
  savingsByNightShare,
} from '#domain/charges/day-night.ts';
import {
  addMoney,
  formatMoney,
  type Kopiykas,
  kopiykas,
  moneyToWire,
  negateMoney,
  parseMoney,
  sumMoney,
  zeroMoney,
} from '#domain/money.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import { type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import { localDate } from '#domain/time/local-date.ts';
import { showNumber, showPeriod, showSum } from '#web/lib/format.ts';
import { wantedNumberText } from '#web/lib/numbers/number-problem.ts';
import { TextField } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Basis } from './basis.tsx';
import styles from './day-night-calculator.module.css';
import monthCostsStyles from './month-costs.module.css';
import { costsOf, defaultNightPercent, type NightMonth, ownPercent, type Tariffs } from './night-months.ts';
import payBackStyles from './pay-back.module.css';
import savingStyles from './saving.module.css';
import { text } from './text.ts';

interface PayBackProps {
  costs: readonly DayNightCost[];
  savings: readonly Kopiykas[];
}

const HORIZONS = [1, 3, 5, 10];

/** When the meter has paid for itself, at the price that the customer enters. */
function PayBack({ costs, savings }: PayBackProps) {
  const title = useId();
  const [meter, setMeter] = useState('');
  const [install, setInstall] = useState('');
  const sums = [meter, install].map(sumTyped);
  const price = sums.reduce<Kopiykas | undefined>(
    (sum, each) => (sum === undefined || each === undefined ? undefined : addMoney(sum, each)),
    zeroMoney,
  );
  return (
    <Card labelledBy={title}>
      <div className={payBackStyles.parts}>
        <div className={payBackStyles.price}>
          <Text as="h2" id={title} size="l">
            {text.payBack}
          </Text>
          <p className={payBackStyles.quiet}>{text.payBackLead}</p>
          <div className={payBackStyles.fields}>
            <PriceField
              label={text.meterPrice}
              value={meter}
              isWrong={sums[0] === undefined}
              onType={setMeter}
            />
            <PriceField
              label={text.installPrice}
              value={install}
              isWrong={sums[1] === undefined}
              onType={setInstall}
            />
          </div>
        </div>
        <div className={payBackStyles.answer} aria-live="polite">
          {price !== undefined && price > 0n && (
            <>
              <p className={payBackStyles.time}>
                {timeOf(payBackMonths(savedBy(costs), costs.length, price))}
              </p>
              <p className={payBackStyles.quiet}>{text.payBackShares}</p>
              <dl className={payBackStyles.horizons}>
                {HORIZONS.map((years) => {
                  const share = payBackShare(savings, costs.length, price, years);
                  return (
                    <div key={years}>
                      <dt>{formatText(text.withinYears, { n: years })}</dt>
                      <dd>
                        {share === undefined
                          ? text.shareNever
                          : formatText(text.sharePercent, { percent: String(share) })}
                      </dd>
                    </div>
                  );
                })}
              </dl>
            </>
          )}
        </div>
      </div>
    </Card>
  );
}

interface PriceFieldProps {
  label: string;
  value: string;
  isWrong: boolean;
  onType: (value: string) => void;
}

function PriceField({ label, value, isWrong, onType }: PriceFieldProps) {
  return (
    <TextField
      label={label}
      error={isWrong ? wantedNumberText(value, text.moneyWrong) : undefined}
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

/** An empty field is 0; undefined: not a price. */
function sumTyped(typed: string): Kopiykas | undefined {
  if (typed.trim() === '') return zeroMoney;
  const sum = parseMoney(typed);
  return sum !== undefined && sum >= 0n ? sum : undefined;
}

function timeOf(months: number | undefined): string {
  if (months === undefined) return text.never;
  const [years, rest] = [Math.floor(months / 12), months % 12];
  const time = [
    ...(years > 0 ? [formatText(text.years, { n: years })] : []),
    ...(rest > 0 || years === 0 ? [formatText(text.months, { n: rest })] : []),
  ].join(' ');
  return formatText(text.payBackIn, { time });
}

interface SavingProps {
  costs: readonly DayNightCost[];
  /** Savings by night share. */
  savings: readonly Kopiykas[];
  /** The month in words, when a single month of the bills is calculated. */
  month: string | undefined;
  /** The split is the one counted by the customer's meter. */
  isOwn: boolean;
}

/** The difference per month as the largest figure, and the cost by both meters side by side. */
function Saving({ costs, savings, month, isOwn }: SavingProps) {
  const title = useId();
  const count = costs.length;
  const saved = savedBy(costs);
  const single = sumMoney(costs.map((cost) => cost.single));
  const two = sumMoney(costs.map((cost) => cost.two));
  const perMonth = count > 0 ? kopiykas(saved / BigInt(count)) : saved;
  const minShare = breakEvenShare(savings);
  return (
    <section className={savingStyles.saving} aria-labelledby={title} data-tone="dusk">
      <h2 id={title} className={savingStyles.title}>
        {headline(perMonth, isOwn, month)}
      </h2>
      <Text isNumeric aria-live="polite">
        <MoneyFigure
          sum={formatMoney(perMonth < 0n ? negateMoney(perMonth) : perMonth)}
          unit={text.unit}
          size="xl"
        />
      </Text>
      <p className={savingStyles.quiet}>
        {count > 1 &&
          formatText(text.altogether, {
            months: formatText(text.months, { n: count }),
            sum: showSum(moneyToWire(saved)),
          })}
      </p>
      <dl className={savingStyles.meters}>
        <Meter name={text.single} sum={single} largest={single > two ? single : two} />
        <Meter name={text.two} sum={two} largest={single > two ? single : two} />
      </dl>
      <p>
        {count > 0 &&
          (minShare === undefined
            ? text.neverCheaper
            : minShare === 0
              ? text.breakEvenAny
              : formatText(text.breakEven, { percent: String(minShare) }))}
      </p>
    </section>
  );
}

function Meter({ name, sum, largest }: { name: string; sum: Kopiykas; largest: Kopiykas }) {
  const part = largest > 0n ? Number((sum * 1000n) / largest) / 10 : 0;
  return (
    <div className={savingStyles.meter} style={{ '--part': `${part}%` } as CSSProperties}>
      <dt>{name}</dt>
      <dd>{showSum(moneyToWire(sum))}</dd>
    </div>
  );
}

function headline(perMonth: Kopiykas, isOwn: boolean, month: string | undefined): string {
  if (perMonth === 0n) return text.nothing;
  const [always, inMonth] =
    perMonth < 0n
      ? [text.costs, text.costsInMonth]
      : isOwn
        ? [text.ownSaves, text.ownSavesInMonth]
        : [text.saves, text.savesInMonth];
  return month === undefined ? always : formatText(inMonth, { month });
}

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
    <Stack gap="15">
      <DataTable
        phoneLayout={monthCostsStyles.table}
        caption={text.table}
        columns={columns}
        rows={[...costs].reverse()}
        rowKey={({ period }) => period}
      />
      <p className={monthCostsStyles.note}>{text.tableNote}</p>
    </Stack>
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
    <Stack gap="4">
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
    </Stack>
  );
}
