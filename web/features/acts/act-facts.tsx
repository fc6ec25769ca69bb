import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showKwh, showSum } from '#web/lib/format.ts';
import styles from './act-facts.module.css';
import { type Act, isSome } from './act-types.ts';
import { text } from './text.ts';

/** What the act says: sums, what was broken, which days and how much energy it charges. */
export function ActFacts({ act }: { act: Act }) {
  const facts = factsOf(act);
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Fact = readonly [name: string, value: string];

function factsOf(act: Act): readonly Fact[] {
  const { clause, periodFrom, periodTo, days, kwh, protocolNumber, protocolOn } = act;
  const facts: Fact[] = [];
  if (clause !== '') facts.push([text.clause, clause]);
  if (periodFrom !== null && periodTo !== null) {
    const period = { from: showDate(periodFrom), to: showDate(periodTo) };
    facts.push([
      text.period,
      days === null
        ? formatText(text.periodValue, period)
        : formatText(text.periodWithDays, { ...period, days: daysText(days) }),
    ]);
  }
  if (kwh > 0) facts.push([text.kwh, showKwh(kwh)]);
  if (protocolNumber !== null) {
    const words = protocolOn === null ? text.protocolNumber : text.protocolOn;
    facts.push([
      text.protocol,
      formatText(words, { number: protocolNumber, date: protocolOn === null ? '' : showDate(protocolOn) }),
    ]);
  }
  return [...facts, ...sumsOf(act)];
}

/** Sums beside the large one: what it was at first and what came for it. */
function sumsOf({ sum, vat, paid, inTransit, owed }: Act): readonly Fact[] {
  const sums: Fact[] = [];
  if (isSome(owed) && owed !== sum) sums.push([text.sum, showSum(sum)]);
  if (isSome(vat)) sums.push([text.vat, showSum(vat)]);
  if (isSome(paid) && isSome(owed)) sums.push([text.paid, showSum(paid)]);
  if (isSome(inTransit)) sums.push([text.inTransit, showSum(inTransit)]);
  return sums;
}

const rules = new Intl.PluralRules('uk');

/** "1 день", "182 дні", "180 днів". */
function daysText(count: number): string {
  return formatText(text.days[rules.select(count) as keyof typeof text.days], { count });
}
