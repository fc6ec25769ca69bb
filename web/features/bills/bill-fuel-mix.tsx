import { formatText } from '#contract/messages/format-text.ts';
import { showNumber } from '#web/lib/format.ts';
import styles from './bill-fuel-mix.module.css';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

/** Of what the energy of the supplier was made, the largest source first, and what went into the air for it. */
export function BillFuelMix({ fuelMix }: { fuelMix: NonNullable<BillData['supplier']['fuelMix']> }) {
  const parts = fuelMix.parts.toSorted((one, other) => Number(other.percent) - Number(one.percent));
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ name, percent }) => (
          <span key={name} style={{ flexGrow: Number(percent) }} />
        ))}
      </div>
      <ul className={styles.parts}>
        {parts.map(({ name, percent }) => (
          <li key={name}>
            {name}&nbsp;—&nbsp;{percent.replace('.', ',')}&nbsp;%
          </li>
        ))}
      </ul>
      {fuelMix.co2GramsPerKwh !== null && (
        <p className={styles.quiet}>{formatText(text.co2, { grams: showNumber(fuelMix.co2GramsPerKwh) })}</p>
      )}
    </>
  );
}
