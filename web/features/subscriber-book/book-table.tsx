import type { ReactNode } from 'react';
import { showMoney, showNumber } from '#web/lib/format.ts';
import { classes } from '#web/ui/classes.ts';
import { balanceOf, isSum } from './book-facts.ts';
import { BookMonth, Corrections } from './book-month.tsx';
import styles from './book-table.module.css';
import type { BookData } from './book-types.ts';
import { text } from './text.ts';

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
