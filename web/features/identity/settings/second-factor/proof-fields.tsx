import { checkField } from '#contract/field-rules.ts';
import { AnotherCode } from '#web/lib/form/another-code.tsx';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { waitOfCode } from '#web/lib/form/sent-code.ts';
import { TextField } from '#web/ui/form/field.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { type Method, sendFactorCode } from '../api.ts';
import { text } from '../text.ts';

/** The current password: it proves that the owner asks, not somebody at an unlocked screen. */
export function currentPasswordField(name: string): FormField {
  return {
    name,
    wanted: text.wanted.password,
    check: (password) => checkField('old_pass', password),
    show: (control) => (
      <PasswordField
        {...control}
        label={text.currentPassword}
        showLabel={text.show}
        hideLabel={text.hide}
        autoComplete="current-password"
      />
    ),
  };
}

/**
 * A code of the active second factor, or a recovery code; an SMS is sent on request. Only the server checks its format.
 * @param method The channel of the code.
 */
export function factorCodeField(name: string, method: Method): FormField {
  return {
    name,
    wanted: text.wanted.factorCode,
    check: (code) => (code.trim() === '' ? { code: 'field.required' } : undefined),
    show: (control) => (
      <>
        <TextField
          {...control}
          label={text.factorCode}
          hint={text.factorCodeHint[method]}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
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
    ),
  };
}
