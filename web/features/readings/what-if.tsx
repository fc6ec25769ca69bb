import { formatText } from '#contract/messages/format-text.ts';
import { compareMoney, moneyFromWire, moneyToWire, subtractMoney, zeroMoney } from '#domain/money.ts';
import { showDate, showMoney, showNumber } from '#web/lib/format.ts';
import type { CostData, DateEffectData } from './reading-types.ts';
import { text } from './text.ts';
import { type Way, type WaysFacts, waysOf } from './ways-of.ts';
import styles from './what-if.module.css';

/** "53 645,28": what a third of the smallest phone holds in one line. */
const SHORT_SUM = 9;

interface WhatIfProps extends WaysFacts {
  isBehind: boolean;
}

/** The bill with this reading, without any, and – outside the window – were these the digits of the 1st. */
export function WhatIf({ isBehind, ...facts }: WhatIfProps) {
  const { cost, dateEffect } = facts;
  const ways = waysOf(facts);
  const rows = text.whatIfRows.filter(
    ({ part }) => isAlwaysShown(part) || ways.some(({ cost: way }) => way && partOf(way, part) !== '0.00'),
  );
  const hasLong = rows.some(({ part }) => ways.some((way) => shown(way, part).length > SHORT_SUM));
  return (
    <div className={styles.whatIf} data-behind={isBehind ? '' : undefined}>
      <table className={styles.table} data-long={hasLong ? '' : undefined}>
        <caption>{text.whatIfTitle}</caption>
        <thead>
          <tr>
            {ways.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map(({ part, label }) => (
          <tbody key={part} data-part={part}>
            <tr>
              <th scope="rowgroup" colSpan={ways.length}>
                {label}
              </th>
            </tr>
            <tr>
              {ways.map((way) => (
                // The heads are out of sight where the cases stand one below the other.
                <td key={way.key} data-way={way.title}>
                  {shown(way, part)}
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
      {cost && dateEffect && <DayNote cost={cost} effect={dateEffect} />}
    </div>
  );
}

type Part = (typeof text.whatIfRows)[number]['part'];

function isAlwaysShown(part: Part): boolean {
  return part === 'kwh' || part === 'charged' || part === 'toPay';
}

function partOf(cost: CostData, part: Part): string {
  return part === 'kwh' ? showNumber(cost.kwh) : cost.bill[part];
}

function shown({ cost }: Way, part: Part): string {
  if (!cost) return '—';
  const value = partOf(cost, part);
  if (part === 'kwh') return value;
  return showMoney(part === 'paid' ? negative(value) : value);
}

/** A payment takes off. */
function negative(wire: string): string {
  return compareMoney(moneyFromWire(wire), zeroMoney) > 0 ? `-${wire}` : wire;
}

/** What the rest of the month adds when the reading is of today. */
function DayNote({ cost, effect }: { cost: CostData; effect: DateEffectData }) {
  const { today, first, onFirst } = effect;
  const less = subtractMoney(moneyFromWire(today.bill.toPay), moneyFromWire(onFirst.bill.toPay));
  return (
    <p className={styles.note}>
      {formatText(text.restByAverage, { kwh: showNumber(today.kwh - cost.kwh) })}
      {compareMoney(less, zeroMoney) > 0 &&
        ` ${formatText(text.onFirstLess, { day: showDate(first), sum: showMoney(moneyToWire(less)) })}`}
    </p>
  );
}
