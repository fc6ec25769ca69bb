import { showDate, showSum } from '#web/lib/format.ts';
import { providerName } from '#web/lib/provider-text.ts';
import styles from './bill-parties.module.css';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

/** What was paid in the month, day by day. */
export function BillPayments({ payments }: { payments: BillData['payments'] }) {
  if (payments.length === 0) return <p className={styles.quiet}>{text.paymentsNone}</p>;
  const numbered = payments.map((payment, place) => ({ ...payment, place }));
  return (
    <ul className={styles.payments}>
      {numbered.map(({ place, date, sum, provider }) => (
        <li key={place}>
          <span>{showDate(date)}</span>
          <span className={styles.quiet}>{providerName(provider)}</span>
          <strong>{showSum(sum)}</strong>
        </li>
      ))}
    </ul>
  );
}
