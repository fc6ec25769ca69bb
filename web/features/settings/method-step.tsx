import { checkField } from '#contract/field-rules.ts';
import { refusalOfChecks } from '#web/lib/form-problems.ts';
import type { TypedValues } from '#web/lib/use-form.ts';
import { type Method, type SecondFactorStart, startSecondFactor } from './api.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import styles from './method-step.module.css';
import { SettingsForm } from './settings-form.tsx';
import { settle } from './settle.ts';
import { text } from './text.ts';

const METHOD = 'factor-method';
const PASSWORD = 'factor-password';
const places = { paths: { password: PASSWORD }, codes: { 'identity.wrongPassword': PASSWORD } };
const methods = ['totp', 'sms'] as const;

/** A second factor is being set up. */
export interface Begun {
  readonly method: Method;
  readonly start: SecondFactorStart;
  /** A code is sent again by beginning again, which asks for the password anew. */
  readonly password: string;
}

interface MethodStepProps {
  /** Without a phone there is nowhere to send a code. */
  hasPhone: boolean;
  onBegun: (begun: Begun) => void;
  onCancel: () => void;
}

/** From where the codes of sign-in are to come; the password says that the owner asks. */
export function MethodStep({ hasPhone, onBegun, onCancel }: MethodStepProps) {
  const send = async (value: TypedValues) => {
    const method = value(METHOD) === 'sms' ? 'sms' : 'totp';
    const password = value(PASSWORD);
    const refused = refusalOfChecks({ [PASSWORD]: checkField('old_pass', password) });
    if (refused) return refused;
    return settle(startSecondFactor(method, password), places, (start) =>
      onBegun({ method, start, password }),
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
