import type { CSSProperties, ReactNode } from 'react';
import { showMoney, showMonthName } from '#web/lib/format.ts';
import { providerName } from '#web/lib/provider-text.ts';
import { classes } from '#web/ui/classes.ts';
import { balanceOf, isSum, type RegisterLine, registerLines, showDay } from './book-facts.ts';
import styles from './book-table.module.css';
import type { BookRow } from './book-types.ts';
import { text } from './text.ts';

interface BookMonthProps {
  row: BookRow;
  hasCorrections: boolean;
  linkToBill: (period: string, name: ReactNode) => ReactNode;
}

/** A month of the book: a line per register, its sums next to them. */
export function BookMonth({ row, hasCorrections, linkToBill }: BookMonthProps) {
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
          {row.isEstimated && <span className={styles.mark}>{text.estimated}</span>}
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
export function Corrections({ recalculated, benefit }: Pick<BookRow, 'recalculated' | 'benefit'>) {
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
