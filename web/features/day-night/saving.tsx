import { type CSSProperties, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { breakEvenShare, type DayNightCost, savedBy } from '#domain/charges/day-night.ts';
import { formatMoney, type Kopiykas, kopiykas, moneyToWire, negateMoney, sumMoney } from '#domain/money.ts';
import { showSum } from '#web/lib/format.ts';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import styles from './saving.module.css';
import { text } from './text.ts';

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
export function Saving({ costs, savings, month, isOwn }: SavingProps) {
  const title = useId();
  const count = costs.length;
  const saved = savedBy(costs);
  const single = sumMoney(costs.map((cost) => cost.single));
  const two = sumMoney(costs.map((cost) => cost.two));
  const perMonth = count > 0 ? kopiykas(saved / BigInt(count)) : saved;
  const minShare = breakEvenShare(savings);
  return (
    <section className={styles.saving} aria-labelledby={title} data-tone="dusk">
      <h2 id={title} className={styles.title}>
        {headline(perMonth, isOwn, month)}
      </h2>
      <p className={styles.figure} aria-live="polite">
        <MoneyFigure
          sum={formatMoney(perMonth < 0n ? negateMoney(perMonth) : perMonth)}
          unit={text.unit}
          size="xl"
        />
      </p>
      <p className={styles.quiet}>
        {count > 1 &&
          formatText(text.altogether, {
            months: formatText(text.months, { n: count }),
            sum: showSum(moneyToWire(saved)),
          })}
      </p>
      <dl className={styles.meters}>
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
    <div className={styles.meter} style={{ '--part': `${part}%` } as CSSProperties}>
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
