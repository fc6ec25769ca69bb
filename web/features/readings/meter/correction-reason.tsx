import { useState } from 'react';
import { TextField } from '#web/ui/form/field.tsx';
import { text } from '../text.ts';
import styles from './correction-reason.module.css';

const MAX_CHARACTERS = 300;

interface CorrectionReasonProps {
  /** The meter has zones that can be mixed up. */
  hasZones: boolean;
  reason: string;
  error: string | undefined;
  onChange: (reason: string) => void;
}

/** Why a reading is corrected: a preset reason, or the customer's own words. */
export function CorrectionReason({ hasZones, reason, error, onChange }: CorrectionReasonProps) {
  const [isOther, setOther] = useState(false);
  const choose = (value: string, other: boolean) => {
    setOther(other);
    onChange(value);
  };
  const { digit, zones, meter } = text.reasons;
  return (
    <fieldset className={styles.reasons} aria-describedby={error ? 'reason-error' : undefined}>
      <legend>{text.correctionReason}</legend>
      {[digit, ...(hasZones ? [zones] : []), meter, text.reasonOther].map((option) => (
        <label key={option} className={styles.reason}>
          <input
            type="radio"
            name="correction-reason"
            checked={option === text.reasonOther ? isOther : !isOther && reason === option}
            onChange={() => choose(option === text.reasonOther ? '' : option, option === text.reasonOther)}
          />
          {option}
        </label>
      ))}
      {isOther && (
        <TextField
          label={text.reasonText}
          maxLength={MAX_CHARACTERS}
          value={reason}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {error && (
        <p className={styles.error} id="reason-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
