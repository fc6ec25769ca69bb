import { useState } from 'react';
import type { Method } from './api.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import styles from './method-step.module.css';
import { SettingsForm } from './settings-form.tsx';
import { text } from './text.ts';
import type { FormState } from './use-form.ts';

const methods = ['totp', 'sms'] as const;

interface MethodStepProps {
  form: FormState;
  /** Without a phone there is nowhere to send a code. */
  hasPhone: boolean;
  onChosen: (method: Method, password: string) => Promise<void>;
  onCancel: () => void;
}

/** From where the codes of sign-in are to come. */
export function MethodStep({ form, hasPhone, onChosen, onCancel }: MethodStepProps) {
  const [chosen, setChosen] = useState<Method>('totp');
  return (
    <SettingsForm
      form={form}
      submit={text.next}
      busy={text.checking}
      onSubmit={(typed) => onChosen(chosen, typed('password'))}
      onCancel={onCancel}
    >
      <fieldset className={styles.methods}>
        <legend>{text.method}</legend>
        {methods.map((method) => (
          <label key={method} className={styles.method}>
            <input
              type="radio"
              name="method"
              value={method}
              checked={chosen === method}
              disabled={method === 'sms' && !hasPhone}
              onChange={() => setChosen(method)}
            />
            <span>
              {text.methods[method].name}
              <span className={styles.note}>
                {method === 'sms' && !hasPhone ? text.noPhoneForSms : text.methods[method].note}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <CurrentPasswordField form={form} />
    </SettingsForm>
  );
}
