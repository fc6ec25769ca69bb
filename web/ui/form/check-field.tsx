import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { Icon } from '../icon.tsx';
import { alert } from '../icons.ts';
import styles from './check-field.module.css';
import fieldStyles from './field.module.css';

interface CheckFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> {
  label: ReactNode;
  error?: string | undefined;
}

/** A box to be ticked, with its words beside it and what is wrong below. */
export function CheckField({ label, error, id, ...input }: CheckFieldProps) {
  const made = useId();
  const control = id ?? made;
  return (
    <div className={fieldStyles.field}>
      <label className={styles.check} htmlFor={control}>
        <input
          {...input}
          id={control}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${control}-error` : undefined}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p className={fieldStyles.error} id={`${control}-error`}>
          <Icon drawing={alert} size={16} />
          {error}
        </p>
      )}
    </div>
  );
}
