import { lazy, Suspense } from 'react';
import { CodeField } from '#web/ui/code-field.tsx';
import { type SecondFactorStart, sendFirstCode } from './api.ts';
import { CopyButton } from './copy-button.tsx';
import { problemsOf } from './field-problem.ts';
import { secretGroups } from './secret-groups.ts';
import { SettingsForm } from './settings-form.tsx';
import { text } from './text.ts';
import styles from './totp-step.module.css';
import { useForm } from './use-form.ts';

const TotpQr = lazy(() => import('./totp-qr.tsx'));

/** How many digits an application shows. Source: RFC 6238, as the server makes them. */
const DIGITS = 6;

interface TotpStepProps {
  start: SecondFactorStart;
  onTurnedOn: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** The secret for an application – to scan, to open on this device, to type – and the first code that it shows. */
export function TotpStep({ start, onTurnedOn, onCancel }: TotpStepProps) {
  const form = useForm(['totp']);
  const { otpauthUri = '', secret = '' } = start;

  const submit = async (totp: string) => {
    const problems = problemsOf({ totp });
    if (problems) return form.refuse({ problems });
    const data = await form.send(sendFirstCode('totp', totp));
    if (data) onTurnedOn(data.recoveryCodes);
  };

  return (
    <SettingsForm
      form={form}
      submit={text.enable}
      busy={text.checking}
      onSubmit={(typed) => submit(typed('totp'))}
      onCancel={onCancel}
    >
      <h3 className={styles.title} tabIndex={-1} data-start="">
        {text.totpTitle}
      </h3>
      <p>{text.totpScan}</p>
      <div className={styles.qr}>
        <Suspense fallback={null}>
          <TotpQr payload={otpauthUri} label={text.totpQr} />
        </Suspense>
      </div>
      <a className={styles.here} href={otpauthUri}>
        {text.totpOpen}
      </a>
      <div className={styles.secret}>
        <p className={styles.quiet}>{text.totpSecret}</p>
        <p className={styles.groups}>{secretGroups(secret)}</p>
        <CopyButton value={secret} label={text.copyKey} />
      </div>
      <CodeField
        id={form.idOf('totp')}
        name="totp"
        length={DIGITS}
        numeric
        label={text.totpCode}
        hint={text.totpCodeHint}
        error={form.errorOf('totp')}
      />
    </SettingsForm>
  );
}
