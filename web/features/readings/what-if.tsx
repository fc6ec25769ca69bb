import { formatText } from '#contract/messages/format-text.ts';
import { compareMoney, moneyFromWire, moneyToWire, subtractMoney, zeroMoney } from '#domain/money.ts';
import { showDate, showMoney, showNumber } from '#web/lib/format.ts';
import { type BillScenario, billScenarios, type ScenarioFacts } from './bill-scenarios.ts';
import type { CostData, DateEffectData } from './reading-types.ts';
import { text } from './text.ts';
import styles from './what-if.module.css';

/** "53 645,28": the longest sum in a third of the smallest phone's width. */
const SHORT_SUM = 9;

interface WhatIfProps extends ScenarioFacts {
  isBehind: boolean;
}

/** The bill with this reading, without it, and – outside the window – with these digits on the 1st. */
export function WhatIf({ isBehind, ...facts }: WhatIfProps) {
  const { cost, dateEffect } = facts;
  const scenarios = billScenarios(facts);
  const rows = text.whatIfRows.filter(
    ({ part }) =>
      isAlwaysShown(part) ||
      scenarios.some((scenario) => scenario.cost && partOf(scenario.cost, part) !== '0.00'),
  );
  const hasLong = rows.some(({ part }) =>
    scenarios.some((scenario) => shown(scenario, part).length > SHORT_SUM),
  );
  return (
    <div className={styles.whatIf} data-behind={isBehind ? '' : undefined}>
      <table className={styles.table} data-long={hasLong ? '' : undefined}>
        <caption>{text.whatIfTitle}</caption>
        <thead>
          <tr>
            {scenarios.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map(({ part, label }) => (
          <tbody key={part} data-part={part}>
            <tr>
              <th scope="rowgroup" colSpan={scenarios.length}>
                {label}
              </th>
            </tr>
            <tr>
              {scenarios.map((scenario) => (
                // The table header is hidden where the cases are stacked.
                <td key={scenario.key} data-way={scenario.title}>
                  {shown(scenario, part)}
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

function shown({ cost }: BillScenario, part: Part): string {
  if (!cost) return '—';
  const value = partOf(cost, part);
  if (part === 'kwh') return value;
  return showMoney(part === 'paid' ? negative(value) : value);
}

/** A payment is subtracted. */
function negative(wire: string): string {
  return compareMoney(moneyFromWire(wire), zeroMoney) > 0 ? `-${wire}` : wire;
}

/** What the rest of the month adds when the reading counts as of today. */
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
