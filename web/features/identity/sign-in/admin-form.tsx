import { checkField } from '#contract/field-rules.ts';
import { refusalOfChecks, summaryOf } from '#web/lib/form/form-problems.ts';
import { useForm } from '#web/lib/form/use-form.ts';
import { finishSignIn, type SignInCallbacks } from '#web/session/sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { sendAdmin } from './api.ts';
import styles from './sign-in-form.module.css';
import { text } from './text.ts';

const { login, password } = text.wanted;

/** The sign-in form of the supplier's staff: login and password. */
export function AdminForm(callbacks: SignInCallbacks) {
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const name = value('login').trim().toLowerCase();
    const refused = refusalOfChecks({
      login: checkField('login', name),
      password: checkField('old_pass', value('password')),
    });
    if (refused) return refused;
    return finishSignIn(await sendAdmin(name, value('password')), callbacks);
  });
  return (
    <form className={styles.form} {...formProps}>
      <ErrorSummary title={text.problems} items={summaryOf(refusal, { login, password })} attempt={attempt} />
      <TextField
        id="login"
        name="login"
        label={text.login}
        hint={text.loginHint}
        error={errorOf('login')}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
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
