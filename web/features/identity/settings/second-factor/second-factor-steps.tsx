import { lazy, Suspense } from 'react';
import type { FieldProblem } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { AnotherCode } from '#web/lib/form/another-code.tsx';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import type { ShownProblem } from '#web/lib/form/form-problems.ts';
import { codeField, FormSteps } from '#web/lib/form/form-step.tsx';
import { waitOfCode } from '#web/lib/form/sent-code.ts';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import { factorCodeField } from '#web/lib/second-factor/factor-step.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { type Method, sendFirstCode, startSecondFactor, stopSecondFactor } from '../api.ts';
import { SettingsForm, submitCall } from '../settings-form.tsx';
import { text } from '../text.ts';
import { currentPasswordField } from './proof-fields.tsx';
import styles from './second-factor-steps.module.css';

const METHOD = 'factor-method';
const PASSWORD = 'factor-password';
const SMS_CODE = 'factor-code';
const TOTP_CODE = 'totp-code';

/** The number of digits of an authenticator app. Source: RFC 6238, as used by the server. */
const TOTP_DIGITS = 6;

const SHAPE = /^\d{6}$/;

/** What is wrong with the format of a code of an authenticator app; undefined: nothing. */
export function checkTotp(code: string): FieldProblem | ShownProblem | undefined {
  if (SHAPE.test(code)) return undefined;
  return code === '' ? { code: 'field.required' } : { code: 'field.invalid', text: text.totpCodeWrong };
}

/** A key to be typed by hand, in groups of four: "JBSW Y3DP EHPK 3PXP". */
export function secretGroups(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}

const TotpQr = lazy(() => import('./totp-qr.tsx'));

/** The secret for an authenticator app: to scan, to open on this device, to type. */
function TotpSecret({ otpauthUri, secret }: { otpauthUri: string; secret: string }) {
  return (
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
    </>
  );
}

const methods = ['totp', 'sms'] as const;

/** The channel of the codes. Without a phone, SMS is not offered. */
const methodField = (hasPhone: boolean): FormField => ({
  name: METHOD,
  show: () => (
    <fieldset className={styles.methods}>
      <legend>{text.method}</legend>
      {methods.map((method) => (
        <label key={method} className={styles.method}>
          <input
            type="radio"
            name={METHOD}
            value={method}
            defaultChecked={method === 'totp'}
            disabled={method === 'sms' && !hasPhone}
          />
          <span>
            {text.methods[method].name}
            <span className={styles.note}>
              {method === 'sms' && !hasPhone ? text.noPhoneForSms : text.methods[method].note}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  ),
});

/** Where the failures of a first code are shown. */
const placesOf = (code: string) => ({
  paths: { code },
  codes: { 'identity.wrongCode': code, 'identity.codeExpired': code },
});

const firstCode = { problems: text.problems, submit: text.enable, busy: text.checking };

interface SecondFactorSetupProps {
  hasPhone: boolean;
  onTurnedOn: (method: Method, recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** Turns a second factor on: channel, with the password as proof of the owner, then the first code. */
export function SecondFactorSetup({ hasPhone, onTurnedOn, onCancel }: SecondFactorSetupProps) {
  const sendFirst = (method: Method, code: string) =>
    submitCall(sendFirstCode(method, code), ({ recoveryCodes }) => onTurnedOn(method, recoveryCodes));
  return (
    <FormSteps<'method' | Method>
      start="method"
      layout={(step) => <SettingsForm {...step} onCancel={onCancel} />}
      steps={{
        method: {
          fields: [methodField(hasPhone), currentPasswordField(PASSWORD)],
          problems: text.problems,
          submit: text.next,
          busy: text.checking,
          places: { paths: { password: PASSWORD }, codes: { 'identity.wrongPassword': PASSWORD } },
          send: async (value) => {
            const method = value(METHOD) === 'sms' ? 'sms' : 'totp';
            const result = await withMinimumDelay(startSecondFactor(method, value(PASSWORD)));
            if (!result.ok) return result.failure;
            const { maskedPhone = '', otpauthUri = '', secret = '', resendAfterSeconds = 0 } = result.data;
            const wait = { seconds: resendAfterSeconds, alreadySent: false };
            return { to: method, values: { maskedPhone, otpauthUri, secret }, wait };
          },
        },
        totp: {
          ...firstCode,
          fields: ({ value }) => [
            {
              name: TOTP_CODE,
              wanted: text.wanted.totp,
              check: checkTotp,
              show: ({ id, name, error }) => (
                <>
                  <TotpSecret otpauthUri={value('otpauthUri')} secret={value('secret')} />
                  <CodeField
                    {...{ id, name, error }}
                    length={TOTP_DIGITS}
                    numeric
                    label={text.totpCode}
                    hint={text.totpCodeHint}
                  />
                </>
              ),
            },
          ],
          places: placesOf(TOTP_CODE),
          send: (value) => sendFirst('totp', value(TOTP_CODE)),
        },
        sms: {
          ...firstCode,
          fields: ({ value, wait }) => [
            codeField({
              name: SMS_CODE,
              label: text.codeLabel,
              hint: formatText(text.codeHint, { contact: value('maskedPhone') }),
              // A code is sent again by another start, which requires the password.
              after: (
                <AnotherCode
                  seconds={wait.seconds}
                  ask={() => waitOfCode(startSecondFactor('sms', value(PASSWORD)))}
                  words={text}
                />
              ),
            }),
          ],
          places: placesOf(SMS_CODE),
          send: (value) => sendFirst('sms', value(SMS_CODE)),
        },
      }}
    />
  );
}

const OFF_PASSWORD = 'factor-off-password';
const OFF_CODE = 'factor-off-code';
const offPlaces = {
  paths: { password: OFF_PASSWORD, code: OFF_CODE },
  codes: {
    'identity.wrongPassword': OFF_PASSWORD,
    'identity.wrongCode': OFF_CODE,
    'identity.codeExpired': OFF_CODE,
  },
};

interface SecondFactorOffFormProps {
  method: Method;
  onTurnedOff: () => void;
  onCancel: () => void;
}

/** Turns the second factor off with the password and a code of it. */
export function SecondFactorOffForm({ method, onTurnedOff, onCancel }: SecondFactorOffFormProps) {
  return (
    <SettingsForm
      fields={[currentPasswordField(OFF_PASSWORD), factorCodeField(OFF_CODE, method)]}
      submit={text.turnOff}
      busy={text.checking}
      kind="danger"
      places={offPlaces}
      send={(value) => submitCall(stopSecondFactor(value(OFF_PASSWORD), value(OFF_CODE)), onTurnedOff)}
      onCancel={onCancel}
    />
  );
}
