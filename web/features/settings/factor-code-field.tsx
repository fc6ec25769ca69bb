import { AnotherCode } from '#web/lib/another-code.tsx';
import { waitOfCode } from '#web/lib/wait-of-code.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { type Method, sendFactorCode } from './api.ts';
import { text } from './text.ts';

interface FactorCodeFieldProps {
  id: string;
  /** From where the code comes. */
  method: Method;
  error: string | undefined;
}

/** A code of the second factor, which is on, or a recovery code; by SMS it is sent when it is asked for. */
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
