import { checkField } from '#contract/field-rules.ts';
import { latinCode } from '#domain/identifiers/eic-code.ts';
import { refusalOfChecks, summaryOf } from '#web/lib/form/form-problems.ts';
import { plainAccount } from '#web/lib/form/typed-values.ts';
import { useForm } from '#web/lib/form/use-form.ts';
import { finishSignIn, type SignInCallbacks } from '#web/session/sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { sendEntity } from './api.ts';
import styles from './sign-in-form.module.css';
import { text } from './text.ts';

const { account, password, unique_code } = text.wanted;

/** The sign-in form of an entity: account, password and unique code. Source: product.md 4. */
export function EntityForm(callbacks: SignInCallbacks) {
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const number = plainAccount(value('account'));
    const code = latinCode(value('unique_code'));
    const refused = refusalOfChecks({
      account: checkField('account', number),
      password: checkField('old_pass', value('password')),
      unique_code: checkField('unique_code', code),
    });
    if (refused) return refused;
    return finishSignIn(await sendEntity(number, value('password'), code), callbacks);
  });
  return (
    <form className={styles.form} {...formProps}>
      <ErrorSummary
        title={text.problems}
        items={summaryOf(refusal, { account, password, unique_code })}
        attempt={attempt}
      />
      <TextField
        id="account"
        name="account"
        label={text.account}
        hint={text.accountHint}
        error={errorOf('account')}
        inputMode="numeric"
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
      <TextField
        id="unique_code"
        name="unique_code"
        label={text.uniqueCode}
        hint={text.uniqueCodeHint}
        error={errorOf('unique_code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <Button kind="lamp" type="submit" wide busy={busy}>
        {busy ? text.submitting : text.submit}
      </Button>
    </form>
  );
}
