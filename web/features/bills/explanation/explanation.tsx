import type { CSSProperties } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import {
  formatMoney,
  type Kopiykas,
  moneyFromWire,
  moneyToWire,
  subtractMoney,
  zeroMoney,
} from '#domain/money.ts';
import { showKwh, showMonthName, showNumber, showPeriod, showSum } from '#web/lib/format.ts';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { ScreenOnly } from '#web/ui/layout/paper.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import styles from './explanation.module.css';
import { text } from './text.ts';
import type { ExplanationData, ExplanationPart } from './why-this-sum.tsx';

interface Consumed {
  readonly kwh: number;
  readonly days: number;
}

const DECIMALS = [1, 2];

/**
 * Two daily consumptions with as few decimals as distinguish them: "4,8" and "4". undefined when two decimals are not
 * enough, or a period has no days. `change`: positive for growth.
 */
export function showDailyKwh(
  from: Consumed,
  to: Consumed,
): { from: string; to: string; change: number } | undefined {
  if (from.days === 0 || to.days === 0) return undefined;
  const before = from.kwh / from.days;
  const after = to.kwh / to.days;
  for (const decimals of DECIMALS) {
    const shown = { from: show(before, decimals), to: show(after, decimals), change: after - before };
    if (shown.from !== shown.to) return shown;
  }
  return undefined;
}

function show(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals))).replace('.', ',');
}

type KwhPart = Extract<ExplanationPart, { kind: 'kwh' }>;
/** The parts that change the cost of the month; the balance carried over is described separately. */
type CostPart = Exclude<ExplanationPart, { kind: 'debt' }>;

interface Reason {
  key: string;
  label: string;
  sentence: string;
  sum: Kopiykas;
  /** The change in kWh; undefined when the part is not about energy. */
  kwh: number | undefined;
}

/** The reasons of the difference in words, without zero parts. Their sums add up to the difference of the costs. */
export function reasonsOf(explanation: ExplanationData): readonly Reason[] {
  return explanation.parts
    .filter((part): part is CostPart => part.kind !== 'debt')
    .map((part) => ({
      ...nameOf(part.kind === 'kwh' ? part.zone : part.kind),
      sentence: sentenceOf(part, explanation),
      sum: moneyFromWire(part.sum),
      kwh: part.kind === 'days' || part.kind === 'kwh' ? part.facts.kwh : undefined,
    }))
    .filter(({ sum, kwh }) => sum !== zeroMoney || (kwh ?? 0) !== 0);
}

function nameOf(key: keyof typeof text.labels) {
  return { key, label: text.labels[key] };
}

function sentenceOf(part: CostPart, explanation: ExplanationData): string {
  const base = showPeriod(explanation.base.period);
  switch (part.kind) {
    case 'days': {
      const { from, to, kwh } = part.facts;
      return formatText(to > from ? text.daysMore : text.daysLess, {
        n: Math.abs(to - from),
        kwh: showKwh(Math.abs(kwh)),
      });
    }
    case 'kwh':
      return zoneSentence(part, explanation);
    case 'tariff': {
      const { from, to } = part.facts;
      const isOther = from.join() !== to.join() && from.length > 0 && to.length > 0;
      return isOther
        ? formatText(text.price, { from: showPrices(from), to: showPrices(to) })
        : text.otherTariff;
    }
    case 'recalculation': {
      const { from, to } = part.facts;
      const template = isZero(from)
        ? text.recalculationNow
        : isZero(to)
          ? text.recalculationGone
          : text.recalculationBoth;
      return formatText(template, { base, from: showChange(from), to: showChange(to) });
    }
    case 'benefit': {
      const { from, to } = part.facts;
      const template = isZero(from) ? text.benefitNow : isZero(to) ? text.benefitGone : text.benefitBoth;
      return formatText(template, { base, from: showSize(from), to: showSize(to) });
    }
  }
}

/**
 * The change per day, because the number of days has its own sentence; says so when the meter counts by other zones
 * than before.
 */
function zoneSentence({ zone, facts }: KwhPart, { parts, base, bill }: ExplanationData): string {
  const zones = parts.filter((part) => part.kind === 'kwh');
  const hasOtherZones = zones.some((one) => one.facts.from === 0) && zones.some((one) => one.facts.to === 0);
  const isWhole = zone === 'single';
  if (hasOtherZones && facts.from === 0)
    return formatText(isWhole ? text.wholeNew : text.zoneNew, {
      zone: text.labels[zone],
      kwh: showKwh(facts.to),
    });
  if (hasOtherZones && facts.to === 0)
    return formatText(isWhole ? text.wholeGone : text.zoneGone, {
      zone: text.labels[zone],
      kwh: showKwh(facts.from),
    });
  const what = (facts.kwh < 0 ? text.kwhLess : text.kwhMore)[zone];
  const dailyKwh = showDailyKwh({ kwh: facts.from, days: base.days }, { kwh: facts.to, days: bill.days });
  const hasSameSign = dailyKwh !== undefined && dailyKwh.change > 0 === facts.kwh > 0;
  return hasSameSign
    ? formatText(text.pace, { what, from: dailyKwh.from, to: dailyKwh.to })
    : formatText(text.change, { what, kwh: showKwh(Math.abs(facts.kwh)) });
}

/** The difference of the two months: "Жовтень дорожчий за вересень на 58,32 грн"; the years only when they differ. */
export function headlineOf({ base, bill }: ExplanationData): string {
  const change = subtractMoney(moneyFromWire(bill.cost), moneyFromWire(base.cost));
  const isOneYear = base.period.slice(0, 4) === bill.period.slice(0, 4);
  const show = isOneYear ? showMonthName : showPeriod;
  const month = show(bill.period);
  const words = change === zeroMoney ? text.same : change > zeroMoney ? text.more : text.less;
  return formatText(words, {
    bill: month.charAt(0).toUpperCase() + month.slice(1),
    base: show(base.period),
    sum: showSize(moneyToWire(change)),
  });
}

/** The balance carried over after payments and the closing balance, as of the day of the bill. */
export function leftSentence({ bill, parts }: ExplanationData): string {
  const left = parts.find((part) => part.kind === 'debt')?.facts.to ?? '0.00';
  return formatText(pickSigned(left, text.leftDebt, text.leftCredit, text.leftNone), {
    sum: showSize(left),
    closing: showClosing(bill.closing),
  });
}

/** A closing balance in words: "було до сплати 432,50 грн", "була переплата 37,20 грн". */
export function showClosing(wire: string): string {
  return formatText(pickSigned(wire, text.toPay, text.credit, text.even), { sum: showSize(wire) });
}

/** "+14,40", "−5,00". */
function showDelta(sum: Kopiykas): string {
  return `${sum > zeroMoney ? '+' : ''}${formatMoney(sum)}`;
}

function pickSigned(wire: string, debt: string, credit: string, nothing: string): string {
  const sum = moneyFromWire(wire);
  return sum === zeroMoney ? nothing : sum > zeroMoney ? debt : credit;
}

function showChange(wire: string): string {
  return `${moneyFromWire(wire) > zeroMoney ? '+' : ''}${showSum(wire)}`;
}

/** Without a sign, where the words give the direction. */
function showSize(wire: string): string {
  return showSum(wire.replace('-', ''));
}

function isZero(wire: string): boolean {
  return moneyFromWire(wire) === zeroMoney;
}

function showPrices(prices: readonly string[]): string {
  return prices.map((price) => price.replace('.', ',')).join(text.priceJoin);
}

/** A bar of a reason: its ends as parts of the scale, on which zero is where bars begin. */
export interface ReasonBar {
  readonly from: number;
  readonly to: number;
}

/** Places the bars on one scale from the largest decrease to the largest increase, with zero always on it. */
export function reasonBars(sums: readonly Kopiykas[]): readonly ReasonBar[] {
  const values = sums.map(Number);
  const low = Math.min(0, ...values);
  const range = Math.max(0, ...values) - low;
  const place = (value: number) => (range === 0 ? 0 : (value - low) / range);
  return values.map((value) => ({ from: place(Math.min(0, value)), to: place(Math.max(0, value)) }));
}

/** Why a bill differs from another one: as a sentence, a list of reasons with bars of their differences, and a table. */
export function Explanation({ explanation }: { explanation: ExplanationData }) {
  const { base, bill } = explanation;
  const reasons = reasonsOf(explanation);
  const bars = reasonBars(reasons.map(({ sum }) => sum));
  const difference = subtractMoney(moneyFromWire(bill.cost), moneyFromWire(base.cost));
  return (
    <div className={styles.explanation}>
      <p className={styles.headline}>{headlineOf(explanation)}</p>
      {reasons.length === 0 ? (
        <p>{text.nothingChanged}</p>
      ) : (
        <>
          <ScreenOnly>
            <ul
              className={styles.reasons}
              aria-label={formatText(text.reasons, {
                base: showPeriod(base.period),
                bill: showPeriod(bill.period),
              })}
            >
              {reasons.map(({ key, sentence, sum }, index) => (
                <li key={key} className={styles.reason} data-way={sum < zeroMoney ? 'less' : 'more'}>
                  <span>{sentence}</span>
                  <strong>{showDelta(sum)}</strong>
                  <span
                    className={styles.bar}
                    style={{ '--from': bars[index]?.from, '--to': bars[index]?.to } as CSSProperties}
                    aria-hidden="true"
                  />
                </li>
              ))}
              <li className={styles.total}>
                <span>{text.total}</span>
                <strong>{showDelta(difference)}</strong>
              </li>
            </ul>
            <Disclosure summary={text.table}>
              <DifferenceTable explanation={explanation} reasons={reasons} />
            </Disclosure>
          </ScreenOnly>
          <div className={styles.onPaper}>
            <DifferenceTable explanation={explanation} reasons={reasons} withSentences />
          </div>
        </>
      )}
      <p>{leftSentence(explanation)}</p>
    </div>
  );
}

interface Row {
  readonly key: string;
  readonly why: string;
  readonly kwh: string;
  readonly sum: string;
}

const columns: readonly Column<Row>[] = [
  { key: 'why', title: text.colWhy, cell: ({ why }) => why },
  { key: 'kwh', title: text.colKwh, numeric: true, cell: ({ kwh }) => kwh },
  { key: 'sum', title: text.colSum, numeric: true, cell: ({ sum }) => sum },
];

/** The difference row by row; in print with the sentences, which are next to it on the screen. */
function DifferenceTable(props: {
  explanation: ExplanationData;
  reasons: readonly Reason[];
  withSentences?: boolean;
}) {
  const { base, bill } = props.explanation;
  const side = (key: string, { period, kwh, cost }: ExplanationData['bill']): Row => ({
    key,
    why: showPeriod(period),
    kwh: showNumber(kwh),
    sum: formatMoney(moneyFromWire(cost)),
  });
  const rows = [
    side('base', base),
    ...props.reasons.map(({ key, label, sentence, sum, kwh }) => ({
      key,
      why: props.withSentences ? sentence : label,
      kwh: kwh === undefined ? text.noKwh : showKwhDelta(kwh),
      sum: showDelta(sum),
    })),
    side('bill', bill),
  ];
  const caption = formatText(text.caption, { base: showPeriod(base.period), bill: showPeriod(bill.period) });
  return <DataTable caption={caption} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}

function showKwhDelta(kwh: number): string {
  const size = showNumber(Math.abs(kwh));
  return kwh === 0 ? size : `${kwh > 0 ? '+' : '\u2212'}${size}`;
}
