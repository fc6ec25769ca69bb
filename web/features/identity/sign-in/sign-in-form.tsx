import { summaryOf } from '#web/lib/form/form-problems.ts';
import { keepTypedPhone, lastTypedPhone } from '#web/lib/form/typed-values.ts';
import { useForm } from '#web/lib/form/use-form.ts';
import type { SignInCallbacks } from '#web/session/sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { PhoneField } from '#web/ui/form/phone-field.tsx';
import styles from './sign-in-form.module.css';
import { text } from './text.ts';

const { phone, password } = text.wanted;

// Not part of the first load: fetched while the fields are filled in.
const loadSubmit = () => import('./submit-person.ts');

/**
 * The sign-in form of a person: phone and password. The fields are uncontrolled: values typed or autofilled, and a
 * press of the button, before hydration are kept. A refusal keeps the values and moves the focus to the summary.
 */
export function SignInForm(callbacks: SignInCallbacks) {
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const { submitPerson } = await loadSubmit();
    return submitPerson(value, callbacks);
  });
  return (
    <form className={styles.form} {...formProps} onFocus={prefetch}>
      <ErrorSummary title={text.problems} items={summaryOf(refusal, { phone, password })} attempt={attempt} />
      <PhoneField
        id="phone"
        name="phone"
        label={text.phone}
        hint={text.phoneHint}
        error={errorOf('phone')}
        prefix={text.phonePrefix}
        autoComplete="username"
        ref={keepTypedPhone}
        defaultValue={lastTypedPhone() || undefined}
        required
      />
      <PasswordField
        id="password"
        name="password"
        label={text.password}
        error={errorOf('password')}
        showLabel={text.show}
        hideLabel={text.hide}
        autoComplete="current-password"
        required
      />
      <Button kind="lamp" type="submit" wide busy={busy}>
        {busy ? text.submitting : text.submit}
      </Button>
    </form>
  );
}

function prefetch(): void {
  loadSubmit().catch(() => undefined);
}
