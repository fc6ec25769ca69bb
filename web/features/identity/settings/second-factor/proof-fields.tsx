import { AnotherCode } from '#web/lib/form/another-code.tsx';
import { waitOfCode } from '#web/lib/form/sent-code.ts';
import { TextField } from '#web/ui/form/field.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { type Method, sendFactorCode } from '../api.ts';
import { text } from '../text.ts';

interface CurrentPasswordFieldProps {
  id: string;
  error: string | undefined;
}

/** The current password: it proves that the owner asks, not somebody at an unlocked screen. */
export function CurrentPasswordField({ id, error }: CurrentPasswordFieldProps) {
  return (
    <PasswordField
      id={id}
      name={id}
      label={text.currentPassword}
      error={error}
      showLabel={text.show}
      hideLabel={text.hide}
      autoComplete="current-password"
      required
    />
  );
}

interface FactorCodeFieldProps {
  id: string;
  /** The channel of the code. */
  method: Method;
  error: string | undefined;
}

/** A code of the active second factor, or a recovery code; an SMS is sent on request. */
export function FactorCodeField({ id, method, error }: FactorCodeFieldProps) {
  return (
    <>
      <TextField
        id={id}
        name={id}
        label={text.factorCode}
        hint={text.factorCodeHint[method]}
        error={error}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      {method === 'sms' && (
        <AnotherCode
          seconds={0}
          firstLabel={text.sendFactorCode}
          ask={() => waitOfCode(sendFactorCode())}
          words={text}
        />
      )}
    </>
  );
}
