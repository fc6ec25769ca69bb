import type { CSSProperties } from 'react';
import { compareMoney, formatMoney, negateMoney, zeroMoney } from '#domain/money.ts';
import { type BillStep, billSteps } from './bill-steps.ts';
import styles from './bill-sums.module.css';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

/** The bill as a sentence from left to right: what was owed, what came to it, what was paid, what is left. */
export function BillSums({ bill }: { bill: BillData }) {
  return (
    <ol className={styles.steps}>
      {billSteps(bill).map((step) => (
        <li key={step.name} className={styles.step} data-step={step.name}>
          <span className={styles.name}>{nameOf(step)}</span>
          <span
            className={styles.bar}
            style={{ '--from': step.from, '--to': step.to, '--zero': step.zero } as CSSProperties}
            aria-hidden="true"
          />
          <span className={styles.sum}>{shownSum(step)}</span>
        </li>
      ))}
    </ol>
  );
}

function nameOf({ name, sum }: BillStep): string {
  if (name !== 'closing') return text[name];
  return compareMoney(sum, zeroMoney) < 0 ? text.closingCredit : text.closingDebt;
}

/** Steps carry their sign; the end says in words what it is. */
function shownSum({ name, sum }: BillStep): string {
  const isNegative = compareMoney(sum, zeroMoney) < 0;
  if (name === 'closing') return formatMoney(isNegative ? negateMoney(sum) : sum);
  const sign = name === 'opening' || isNegative || sum === zeroMoney ? '' : '+';
  return `${sign}${formatMoney(sum)}`;
}
