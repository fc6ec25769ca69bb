import { checkField } from '#contract/field-rules.ts';
import { refusalOfChecks } from '#web/lib/form/form-problems.ts';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { type Method, type SecondFactorStart, startSecondFactor } from '../api.ts';
import { SettingsForm } from '../settings-form.tsx';
import { submitCall } from '../submit-call.ts';
import { text } from '../text.ts';
import styles from './method-step.module.css';
import { CurrentPasswordField } from './proof-fields.tsx';

const METHOD = 'factor-method';
const PASSWORD = 'factor-password';
const places = { paths: { password: PASSWORD }, codes: { 'identity.wrongPassword': PASSWORD } };
const methods = ['totp', 'sms'] as const;

/** A second factor whose setup has started. */
export interface StartedSetup {
  readonly method: Method;
  readonly start: SecondFactorStart;
  /** Kept because a code is sent again by a new start, which requires the password. */
  readonly password: string;
}

interface MethodStepProps {
  /** Without a phone, SMS is not offered. */
  hasPhone: boolean;
  onStarted: (started: StartedSetup) => void;
  onCancel: () => void;
}

/** The choice of the code channel, with the password as proof of the owner. */
export function MethodStep({ hasPhone, onStarted, onCancel }: MethodStepProps) {
  const send = async (value: TypedValues) => {
    const method = value(METHOD) === 'sms' ? 'sms' : 'totp';
    const password = value(PASSWORD);
    const refused = refusalOfChecks({ [PASSWORD]: checkField('old_pass', password) });
    if (refused) return refused;
    return submitCall(startSecondFactor(method, password), places, (start) =>
      onStarted({ method, start, password }),
    );
  };
  return (
    <SettingsForm
      wanted={{ [PASSWORD]: text.wanted.password }}
      submit={text.next}
      busy={text.checking}
      onSubmit={send}
      onCancel={onCancel}
    >
      {(errorOf) => (
        <>
          <fieldset className={styles.methods}>
            <legend>{text.method}</legend>
            {methods.map((method) => (
              <label key={method} className={styles.method}>
                <input
                  type="radio"
                  name={METHOD}
                  value={method}
                  defaultChecked={method === 'totp'}
                  disabled={method === 'sms' && !hasPhone}
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
          <CurrentPasswordField id={PASSWORD} error={errorOf(PASSWORD)} />
        </>
      )}
    </SettingsForm>
  );
}
