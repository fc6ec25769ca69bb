import { lazy, Suspense } from 'react';
import { commonMessages } from '#contract/messages/common-messages.ts';
import type { Refusal } from '#web/lib/form/form-problems.ts';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { type SecondFactorStart, sendFirstCode } from '../api.ts';
import { SettingsForm } from '../settings-form.tsx';
import { submitCall } from '../submit-call.ts';
import { text } from '../text.ts';
import styles from './totp-step.module.css';

/** The number of digits of an authenticator app. Source: RFC 6238, as used by the server. */
const TOTP_DIGITS = 6;

const SHAPE = /^\d{6}$/;

/** The refusal of a code with a wrong format; undefined: the format is right. */
export function checkTotp(id: string, code: string): Refusal | undefined {
  if (SHAPE.test(code)) return undefined;
  const problem =
    code === ''
      ? { code: 'field.required', text: commonMessages['field.required'] }
      : { code: 'field.invalid', text: text.totpCodeWrong };
  return { fields: { [id]: problem } };
}

/** A key to be typed by hand, in groups of four: "JBSW Y3DP EHPK 3PXP". */
export function secretGroups(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}

const TotpQr = lazy(() => import('./totp-qr.tsx'));

const CODE = 'totp-code';
const places = {
  paths: { code: CODE },
  codes: { 'identity.wrongCode': CODE, 'identity.codeExpired': CODE },
};

interface TotpStepProps {
  start: SecondFactorStart;
  onTurnedOn: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/**
 * The step that shows the secret for an authenticator app – to scan, to open on this device, to type – and takes its
 * first code.
 */
export function TotpStep({ start, onTurnedOn, onCancel }: TotpStepProps) {
  const { otpauthUri = '', secret = '' } = start;
  const send = async (value: TypedValues) =>
    checkTotp(CODE, value(CODE)) ??
    submitCall(sendFirstCode('totp', value(CODE)), places, ({ recoveryCodes }) => onTurnedOn(recoveryCodes));
  return (
    <SettingsForm
      wanted={{ [CODE]: text.wanted.totp }}
      submit={text.enable}
      busy={text.checking}
      onSubmit={send}
      onCancel={onCancel}
    >
      {(errorOf) => (
        <>
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
            <Text size="s" tone="quiet">
              {text.totpSecret}
            </Text>
            <p className={styles.groups}>{secretGroups(secret)}</p>
            <CopyButton value={secret} label={text.copyKey} copied={text.copied} failed={text.copyFailed} />
          </div>
          <CodeField
            id={CODE}
            name={CODE}
            length={TOTP_DIGITS}
            numeric
            label={text.totpCode}
            hint={text.totpCodeHint}
            error={errorOf(CODE)}
          />
        </>
      )}
    </SettingsForm>
  );
}
