import { TextField } from '#web/ui/text-field.tsx';
import type { Row } from './amount.ts';
import type { PayPurpose } from './pay-purpose.ts';
import { hintOf } from './row-labels.ts';
import styles from './single-amount-field.module.css';
import { text } from './text.ts';

interface SingleAmountFieldProps {
  row: Row;
  purpose: PayPurpose;
  fieldId: string;
  error: string | undefined;
  onType: (typed: string) => void;
}

/** The sum field when there is a single payable. */
export function SingleAmountField({ row, purpose, fieldId, error, onType }: SingleAmountFieldProps) {
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
