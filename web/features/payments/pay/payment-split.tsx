import { useQueries } from '@tanstack/react-query';
import { useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { allocatePayment, type PeriodSum } from '#domain/ledger/allocate-payment.ts';
import { type Kopiykas, moneyToWire, parseMoney, subtractMoney, zeroMoney } from '#domain/money.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { showPeriod, showSum } from '#web/lib/format.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import type { Row } from '../amount.ts';
import { optionsQuery, type PaymentOptions } from '../api.ts';
import { text } from '../text.ts';
import styles from './payment-split.module.css';

/** The months that a sum settles, and what stays open after it. */
export interface Split {
  readonly settled: readonly PeriodSum[];
  readonly advance: Kopiykas;
  readonly left: readonly PeriodSum[];
}

/** What a payment of a sum would settle, by the rule by which it is booked. */
export function splitOf(
  sum: string,
  openMonths: PaymentOptions['openMonths'],
  namedPeriod: string | undefined,
): Split | undefined {
  const amount = parseMoney(sum);
  if (amount === undefined || amount <= zeroMoney) return undefined;
  const debts = openMonths.map((month) => ({
    period: month.period as BillingPeriod,
    amount: parseMoney(month.sum) ?? zeroMoney,
  }));
  const { settled, advance } = allocatePayment(amount, debts, namedPeriod as BillingPeriod | undefined);
  const paidOf = new Map(settled.map((one) => [one.period, one.amount]));
  const left = debts
    .map(({ period, amount: owed }) => ({
      period,
      amount: subtractMoney(owed, paidOf.get(period) ?? zeroMoney),
    }))
    .filter((month) => month.amount > zeroMoney);
  return { settled, advance, left };
}

interface PaymentSplitProps {
  /** The chosen rows of energy whose sums are right. */
  rows: readonly Row[];
  sumOf: (row: Row) => string;
  /** The month that the payment of an account names; undefined: none. */
  periodOf: (row: Row) => string | undefined;
}

/** Which months the payment settles, before it is paid: where it is more than the whole debt of one month. */
export function PaymentSplit({ rows, sumOf, periodOf }: PaymentSplitProps) {
  const id = useId();
  const options = useQueries({ queries: rows.map(({ account }) => optionsQuery({ account })) });
  const splits = rows.flatMap((row, index) => {
    const openMonths = options[index]?.data?.openMonths ?? [];
    const split = openMonths.length === 0 ? undefined : splitOf(sumOf(row), openMonths, periodOf(row));
    if (split === undefined) return [];
    const isPlain = openMonths.length === 1 && split.advance === zeroMoney && split.left.length === 0;
    return isPlain ? [] : [{ row, split }];
  });
  if (splits.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles.split}>
      <h3 id={id}>{text.split}</h3>
      {splits.map(({ row, split: { settled, advance, left } }) => (
        <div key={row.account}>
          {rows.length > 1 && <p>{formatText(text.account, { account: row.account })}</p>}
          <dl>
            {settled.map(({ period, amount }) => (
              <SplitLine key={period} name={showPeriod(period)} sum={amount} />
            ))}
            {advance > zeroMoney && <SplitLine name={text.splitAdvance} sum={advance} />}
          </dl>
          {left.length > 0 && (
            <Text tone="quiet">
              {formatText(text.splitLeft, {
                months: left
                  .map(({ period, amount }) => `${showPeriod(period)} — ${showSum(moneyToWire(amount))}`)
                  .join(', '),
              })}
            </Text>
          )}
        </div>
      ))}
    </section>
  );
}

function SplitLine({ name, sum }: { name: string; sum: Kopiykas }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{showSum(moneyToWire(sum))}</dd>
    </div>
  );
}
