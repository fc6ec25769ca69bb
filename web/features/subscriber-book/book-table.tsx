import type { CSSProperties, ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { estimateWords, leastSure } from '#domain/charges/basis-words.template.ts';
import { compareMoney, formatMoney, moneyFromWire, negateMoney, zeroMoney } from '#domain/money.ts';
import { coefficientFromText, formatPrice, priceFromText, zonePrice } from '#domain/price.ts';
import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays } from '#domain/time/local-date.ts';
import { showDate, showMoney, showMonthName, showNumber } from '#web/lib/format.ts';
import { providerName } from '#web/lib/payment-code/provider-text.ts';
import { classes } from '#web/ui/classes.ts';
import styles from './book-table.module.css';
import type { BookData, BookRow } from './book-types.ts';
import { text } from './text.ts';

/** A register of a month for display. */
interface RegisterLine {
  readonly key: string;
  /** The zone or meter; '' when there is only one. */
  readonly label: string;
  readonly previous: string;
  readonly current: string;
  readonly kwh: string;
  readonly prices: readonly PriceLine[];
}

interface PriceLine {
  readonly text: string;
  /** The days it was in use, when not the whole month. */
  readonly days: string;
}

/** The registers of a month; the price of a zone is at its first register. */
export function registerLines(row: BookRow): RegisterLine[] {
  const hasTwoMeters = new Set(row.registers.map(({ meterSerial }) => meterSerial)).size > 1;
  const priced = new Set<string>();
  return row.registers.map((register) => {
    const { meterSerial, zone, coefficient, digitCapacity } = register;
    const digits = (value: number) => String(value).padStart(digitCapacity, '0');
    const label = [
      hasTwoMeters && formatText(text.serial, { serial: meterSerial }),
      text.zones[zone],
      coefficient !== 1 && formatText(text.multiplied, { coefficient: String(coefficient) }),
    ];
    const prices = priced.has(zone) ? [] : priceLines(row, zone);
    priced.add(zone);
    return {
      key: `${meterSerial} ${zone}`,
      label: label.filter(Boolean).join(' '),
      previous: digits(register.previousValue),
      current: digits(register.currentValue),
      kwh: showNumber(register.kwh),
      prices,
    };
  });
}

/** The price per kWh of a zone, coefficient included; each part with its kWh when there are several. */
function priceLines({ tariffs, period }: BookRow, zone: string): PriceLine[] {
  const parts = tariffs.filter((part) => part.zone === zone);
  const month = billingPeriod(period);
  const lastDay = addDays(firstDayAfter(month), -1);
  return parts.map(({ kwh, price, coefficient, from, to }) => {
    const shown = formatPrice(zonePrice(priceFromText(price), coefficientFromText(coefficient)));
    if (parts.length === 1) return { text: shown, days: '' };
    const isWhole = from === firstDay(month) && to === lastDay;
    return {
      text: formatText(text.part, { kwh: showNumber(kwh), price: shown }),
      days: isWhole ? '' : formatText(text.days, { from: showDay(from), to: showDay(to) }),
    };
  });
}

/** A balance without its sign, and its kind in words. */
export function balanceOf(wire: string): { readonly sum: string; readonly label: string } {
  const balance = moneyFromWire(wire);
  const order = compareMoney(balance, zeroMoney);
  if (order === 0) return { sum: formatMoney(balance), label: text.even };
  return order > 0
    ? { sum: formatMoney(balance), label: text.debt }
    : { sum: formatMoney(negateMoney(balance)), label: text.credit };
}

/** Whether a sum is not zero. */
export function isSum(wire: string): boolean {
  return moneyFromWire(wire) !== zeroMoney;
}

/** "31.10" */
export function showDay(date: string): string {
  return showDate(date).slice(0, 5);
}

interface BookMonthProps {
  row: BookRow;
  hasCorrections: boolean;
  linkToBill: (period: string, name: ReactNode) => ReactNode;
}

/** A month of the book: a line per register, its sums next to them. */
function BookMonth({ row, hasCorrections, linkToBill }: BookMonthProps) {
  const lines = registerLines(row);
  const [first, ...more] = lines;
  const span = Math.max(lines.length, 1);
  const closing = balanceOf(row.closing);
  const name = showMonthName(row.period);
  return (
    <tbody className={styles.month} data-month={row.period}>
      <tr>
        <th scope="rowgroup" rowSpan={span} className={styles.name}>
          <span className={styles.monthName}>{row.kwh === null ? name : linkToBill(row.period, name)}</span>
          {row.isEstimated && <span className={styles.mark}>{estimateWords(leastSure(row.registers))}</span>}
          {row.state === 'open' && <span className={styles.detail}>{text.open}</span>}
        </th>
        {first ? <RegisterCells line={first} order={1} isFirst /> : <td colSpan={3} className={styles.gap} />}
        <td rowSpan={span} className={classes(styles.number, styles.sum)} data-label={text.charged}>
          {row.charged === null ? text.nothing : showMoney(row.charged)}
        </td>
        {hasCorrections && (
          <td
            rowSpan={span}
            className={classes(styles.number, styles.sum, !hasAny(row) && styles.gap)}
            data-label={text.corrections}
          >
            <Corrections recalculated={row.recalculated} benefit={row.benefit} />
          </td>
        )}
        <td rowSpan={span} className={classes(styles.number, styles.sum)} data-label={text.paid}>
          <Payments row={row} />
        </td>
        <td
          rowSpan={span}
          className={classes(styles.number, styles.sum, styles.closing)}
          data-label={text.closing}
        >
          {closing.sum} <span className={styles.detail}>{closing.label}</span>
        </td>
      </tr>
      {more.map((line, index) => (
        <tr key={line.key}>
          <RegisterCells line={line} order={index + 2} />
        </tr>
      ))}
    </tbody>
  );
}

/**
 * As a card the registers come before the sums, so their cells carry an order; the first ones label their columns.
 */
function RegisterCells({ line, order, isFirst }: { line: RegisterLine; order: number; isFirst?: boolean }) {
  const style = { '--order': order } as CSSProperties;
  const label = (name: string) => (isFirst ? { 'data-label': name } : {});
  return (
    <>
      <td className={styles.reading} style={style}>
        {line.label && <span className={styles.zone}>{line.label}</span>}
        <span>
          <span className={styles.value}>{line.previous} →</span>{' '}
          <span className={styles.value}>{line.current}</span>
        </span>
      </td>
      <td className={classes(styles.number, styles.kwh)} style={style} {...label(text.kwh)}>
        {line.kwh}
      </td>
      <td className={classes(styles.number, styles.price)} style={style} {...label(text.price)}>
        {line.prices.map((price) => (
          <span key={`${price.text} ${price.days}`} className={styles.line}>
            {price.text}
            {price.days && <span className={styles.detail}> {price.days}</span>}
          </span>
        ))}
      </td>
    </>
  );
}

/** Recalculations and benefits; renders nothing where there are none. */
function Corrections({ recalculated, benefit }: Pick<BookRow, 'recalculated' | 'benefit'>) {
  const parts = [
    [recalculated, text.recalculated],
    [benefit, text.benefit],
  ] as const;
  return parts
    .filter(([sum]) => isSum(sum))
    .map(([sum, label]) => (
      <span key={label} className={styles.line}>
        {showMoney(sum)} <span className={styles.detail}>{label}</span>
      </span>
    ));
}

/** The sum of the month; below it the date and method, and each sum where there are several. */
function Payments({ row: { payments, paid } }: { row: BookRow }) {
  if (payments.length === 0) return text.nothing;
  const numbered = payments.map((payment, place) => ({ ...payment, place }));
  return (
    <>
      {showMoney(paid)}
      {numbered.map(({ place, date, provider, sum }) => (
        <span key={place} className={styles.detail}>
          {' '}
          {showDay(date)} {providerName(provider)}
          {payments.length > 1 && ` ${showMoney(sum)}`}
        </span>
      ))}
    </>
  );
}

function hasAny({ recalculated, benefit }: BookRow): boolean {
  return isSum(recalculated) || isSum(benefit);
}

interface BookTableProps {
  book: BookData;
  linkToBill: (period: string, name: ReactNode) => ReactNode;
}

/**
 * The months of a year below the opening balance: a grid where there is room, else the same table as one card per
 * month. A year with corrections has a column for them.
 */
export function BookTable({ book: { rows, totals, year }, linkToBill }: BookTableProps) {
  const hasLongZone = rows.some(({ registers }) => registers.some(({ zone }) => zone === 'halfPeak'));
  const hasCorrections = rows.some(({ recalculated, benefit }) => isSum(recalculated) || isSum(benefit));
  const opening = balanceOf(totals.opening);
  const closing = balanceOf(totals.closing);
  return (
    <table className={classes(styles.table, hasLongZone && styles.longZones)}>
      <caption className={styles.hidden}>{text.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{text.month}</th>
          <th scope="col">{text.reading}</th>
          <th scope="col" className={styles.number}>
            {text.kwh}
          </th>
          <th scope="col" className={styles.number}>
            {text.price}
          </th>
          <th scope="col" className={styles.number}>
            {text.charged}
          </th>
          {hasCorrections && (
            <th scope="col" className={styles.number}>
              {text.corrections}
            </th>
          )}
          <th scope="col" className={styles.number}>
            {text.paid}
          </th>
          <th scope="col" className={styles.number}>
            {text.closing}
          </th>
        </tr>
      </thead>
      <tbody className={classes(styles.month, styles.carried)}>
        <tr>
          <th scope="row" colSpan={hasCorrections ? 7 : 6} className={styles.name}>
            {text.carried}
          </th>
          <td className={classes(styles.number, styles.sum)}>
            {opening.sum} <span className={styles.detail}>{opening.label}</span>
          </td>
        </tr>
      </tbody>
      {rows.map((row) => (
        <BookMonth key={row.period} row={row} hasCorrections={hasCorrections} linkToBill={linkToBill} />
      ))}
      <tfoot className={classes(styles.month, styles.total)}>
        <tr>
          <th scope="row" colSpan={2} className={styles.name}>
            {text.total} {year}
          </th>
          <td className={classes(styles.number, styles.sum)} data-label={text.kwh}>
            {showNumber(totals.kwh)}
          </td>
          <td className={styles.gap} />
          <td className={classes(styles.number, styles.sum)} data-label={text.charged}>
            {showMoney(totals.charged)}
          </td>
          {hasCorrections && (
            <td className={classes(styles.number, styles.sum)} data-label={text.corrections}>
              <Corrections recalculated={totals.recalculated} benefit={totals.benefit} />
            </td>
          )}
          <td className={classes(styles.number, styles.sum)} data-label={text.paid}>
            {showMoney(totals.paid)}
          </td>
          <td className={classes(styles.number, styles.sum, styles.closing)} data-label={text.closing}>
            {closing.sum} <span className={styles.detail}>{closing.label}</span>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
