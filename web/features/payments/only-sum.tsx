import { TextField } from '#web/ui/text-field.tsx';
import type { Row } from './amount.ts';
import styles from './only-sum.module.css';
import type { PayPurpose } from './pay-purpose.ts';
import { hintOf } from './row-words.ts';
import { text } from './text.ts';

interface OnlySumProps {
  row: Row;
  purpose: PayPurpose;
  fieldId: string;
  error: string | undefined;
  onType: (typed: string) => void;
}

/** The sum of the only thing that can be paid. */
export function OnlySum({ row, purpose, fieldId, error, onType }: OnlySumProps) {
  return (
    <div className={styles.sum}>
      <TextField
        id={fieldId}
        label={text.sum}
        hint={hintOf(row, purpose)}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={row.typed}
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  );
}
