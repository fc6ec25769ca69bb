import { formatText } from '#contract/messages/format-text.ts';
import { showMoney, showNumber } from '#web/lib/format.ts';
import styles from './cost-panel.module.css';
import type { CostData } from './reading-types.ts';
import { text } from './text.ts';

/** Each line of a charge: what it is, kWh × price × coefficient, and its sum. */
export function CostLines({ lines }: { lines: CostData['lines'] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={`${line.kind} ${line.zone} ${line.from} ${line.price}`}>
          <span>
            {line.kind === 'energy' ? text.zonesInBill[line.zone] : text[line.kind]}
            <span className={styles.formula}>{formulaOf(line)}</span>
          </span>
          <span className={styles.lineSum}>{`${showMoney(line.sum)} ${text.currency}`}</span>
        </li>
      ))}
    </ul>
  );
}

function formulaOf({ kwh, price, coefficient }: CostData['lines'][number]): string {
  const full = Number(coefficient) === 1;
  return formatText(full ? text.line : text.lineZone, {
    kwh: showNumber(kwh),
    price: price.replace('.', ','),
    coefficient: coefficient.replace('.', ','),
  });
}
