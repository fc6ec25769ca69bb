import { checkField } from '#contract/field-rules.ts';
import { refusalOfChecks, summaryOf } from '#web/lib/form-problems.ts';
import { fullPhone } from '#web/lib/typed-values.ts';
import { useForm } from '#web/lib/use-form.ts';
import { settleComingIn, type WayInEnds } from '#web/session/settle-coming-in.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { loadSender } from './load-sender.ts';
import styles from './sign-in-form.module.css';
import { text } from './text.ts';

const { phone, password } = text.wanted;

/**
 * Phone and password. The fields are the browser's own (uncontrolled): what is typed or filled in before the app has
 * started stays, and so does a press of the button. Refusals keep what was typed and take the focus to the summary.
 */
export function SignInForm(ends: WayInEnds) {
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const number = fullPhone(value('phone'));
    const refused = refusalOfChecks({
      phone: checkField('phone', number),
      password: checkField('old_pass', value('password')),
    });
    if (refused) return refused;
    const { sendPerson } = await loadSender();
    return settleComingIn(await sendPerson(number, value('password')), ends);
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
  loadSender().catch(() => undefined);
}
