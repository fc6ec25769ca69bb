import { type FormEvent, useEffect, useRef, useState } from 'react';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { repeatEarlySubmit } from '#web/lib/early-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary, type ErrorSummaryItem } from '#web/ui/error-summary.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { type CredentialProblems, checkCredentials } from './check-credentials.ts';
import styles from './sign-in-form.module.css';
import { text } from './text.ts';

const PHONE = 'phone';
const PASSWORD = 'password';

// Not part of the first load: it comes while the fields are filled in.
const loadSender = () => import('./send-credentials.ts');

interface Refusal {
  problems: CredentialProblems;
  /** What the server said of the whole form. */
  message?: string;
}

/**
 * Phone and password. The fields are the browser's own (uncontrolled): what is typed or filled in before the app has
 * started stays, and so does a press of the button. Refusals keep what was typed and take the focus to the summary.
 */
export function SignInForm({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState<Refusal>({ problems: {} });

  useEffect(() => repeatEarlySubmit(form.current), []);

  const refuse = (next: Refusal) => {
    setRefusal(next);
    setAttempt((count) => count + 1);
  };

  const submit = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const checked = checkCredentials(String(data.get(PHONE)), String(data.get(PASSWORD)));
    if (!checked.ok) return refuse({ problems: checked.problems });
    setBusy(true);
    const message = await loadSender().then(
      ({ sendCredentials }) => sendCredentials(checked.phone, checked.password),
      () => commonMessages['common.network'],
    );
    if (message === undefined) return onSignedIn();
    setBusy(false);
    refuse({ problems: {}, message });
  };

  const prefetch = () => {
    loadSender().catch(() => undefined);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) submit(event.currentTarget).catch(() => setBusy(false));
  };

  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={onSubmit}
      onFocus={prefetch}
      method="dialog"
      noValidate
    >
      <ErrorSummary title={text.problems} items={summaryOf(refusal)} attempt={attempt} />
      <PhoneField
        id={PHONE}
        name={PHONE}
        label={text.phone}
        hint={text.phoneHint}
        error={refusal.problems.phone}
        prefix={text.phonePrefix}
        autoComplete="username"
        required
      />
      <PasswordField
        id={PASSWORD}
        name={PASSWORD}
        label={text.password}
        error={refusal.problems.password}
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

function summaryOf({ problems, message }: Refusal): ErrorSummaryItem[] {
  return [
    ...(message ? [{ text: message }] : []),
    ...(problems.phone ? [{ field: PHONE, text: text.phoneSummary }] : []),
    ...(problems.password ? [{ field: PASSWORD, text: text.passwordSummary }] : []),
  ];
}
