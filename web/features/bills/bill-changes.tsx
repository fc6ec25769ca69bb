import { showDate, showSum } from '#web/lib/format.ts';
import styles from './bill-parties.module.css';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

/** Benefits and corrections one by one with their reasons; renders nothing when there are none. */
export function BillChanges({ bill }: { bill: Pick<BillData, 'benefits' | 'corrections'> }) {
  const changes = [
    ...bill.benefits.map(({ kind, title, sum }) => ({
      what: title || text.benefitKinds[kind],
      when: '',
      sum,
    })),
    ...bill.corrections.map(({ date, reason, sum }) => ({
      what: reason || text.corrected,
      when: showDate(date),
      sum,
    })),
  ].map((change, place) => ({ ...change, place }));
  if (changes.length === 0) return null;
  return (
    <ul className={styles.payments}>
      {changes.map(({ place, what, when, sum }) => (
        <li key={place}>
          <span>{what}</span>
          <span className={styles.quiet}>{when}</span>
          <strong>{showSum(sum)}</strong>
        </li>
      ))}
    </ul>
  );
}
