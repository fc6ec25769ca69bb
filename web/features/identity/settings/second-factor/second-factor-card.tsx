import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { saveFile } from '#web/lib/api.ts';
import { AnotherCode } from '#web/lib/form/another-code.tsx';
import { refusalOfChecks } from '#web/lib/form/form-problems.ts';
import { waitOfCode } from '#web/lib/form/sent-code.ts';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { useOpener } from '#web/lib/use-opener.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { Paper, ScreenOnly } from '#web/ui/layout/paper.tsx';
import { Row, Stack } from '#web/ui/layout/stack.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import {
  type Method,
  type Profile,
  profileChanged,
  profileQuery,
  type SecondFactorStart,
  sendFirstCode,
  startSecondFactor,
} from '../api.ts';
import { ProfileCard } from '../profile-card.tsx';
import { FactRow } from '../settings-card.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { showContact, submitCall } from '../submit-call.ts';
import { text } from '../text.ts';
import { MethodStep, type StartedSetup } from './method-step.tsx';
import styles from './recovery-codes.module.css';
import { SecondFactorOffForm } from './second-factor-off-form.tsx';
import { TotpStep } from './totp-step.tsx';

const CODE = 'factor-code';
const places = {
  paths: { code: CODE },
  codes: { 'identity.wrongCode': CODE, 'identity.codeExpired': CODE },
};

interface SmsStepProps {
  start: SecondFactorStart;
  password: string;
  onTurnedOn: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** The step that takes the first code, sent to the phone of the second factor. */
function SmsStep({ start, password, onTurnedOn, onCancel }: SmsStepProps) {
  const { maskedPhone = '', resendAfterSeconds = 0 } = start;
  const send = async (value: TypedValues) =>
    refusalOfChecks({ [CODE]: checkField('code', value(CODE)) }) ??
    submitCall(sendFirstCode('sms', value(CODE)), places, ({ recoveryCodes }) => onTurnedOn(recoveryCodes));
  return (
    <SettingsForm
      wanted={{ [CODE]: text.wanted.code }}
      submit={text.enable}
      busy={text.checking}
      onSubmit={send}
      onCancel={onCancel}
    >
      {(errorOf) => (
        <>
          <CodeField
            id={CODE}
            name={CODE}
            label={text.codeLabel}
            hint={formatText(text.codeHint, { contact: maskedPhone })}
            error={errorOf(CODE)}
          />
          <AnotherCode
            seconds={resendAfterSeconds}
            ask={() => waitOfCode(startSecondFactor('sms', password))}
            words={text}
          />
        </>
      )}
    </SettingsForm>
  );
}

const TITLE = 'recovery-codes-title';

interface RecoveryCodesProps {
  codes: readonly string[];
  onKept: () => void;
}

/** The recovery codes, shown once: to copy, to save as a file, or to print alone. */
function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const lines = codes.join('\n');
  const save = () => {
    const blob = new Blob([`${text.recoveryPaper}\n\n${lines}\n`], { type: 'text/plain;charset=utf-8' });
    saveFile({ blob, name: text.codesFile });
  };
  return (
    <div className={styles.unboxed}>
      <Paper labelledBy={TITLE}>
        <Stack gap="3">
          <h3 id={TITLE} ref={title} tabIndex={-1} className={styles.title}>
            {text.recoveryTitle}
          </h3>
          <p>{text.recoveryLead}</p>
          <ol className={styles.codes} aria-label={text.recoveryList}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <ScreenOnly>
            <Row gap="1">
              <CopyButton
                value={lines}
                label={text.copyCodes}
                copied={text.copied}
                failed={text.copyFailed}
              />
              <Button onClick={save}>{text.saveCodes}</Button>
              <Button onClick={() => window.print()}>{text.printCodes}</Button>
            </Row>
          </ScreenOnly>
          <ScreenOnly>
            <Button kind="ink" onClick={onKept}>
              {text.codesKept}
            </Button>
          </ScreenOnly>
        </Stack>
      </Paper>
    </div>
  );
}

interface SecondFactorSetupProps {
  profile: Profile;
  onTurnedOn: (method: Method, recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** Turns a second factor on in two steps: channel and password, then the first code. */
function SecondFactorSetup({ profile, onTurnedOn, onCancel }: SecondFactorSetupProps) {
  const [started, setStarted] = useState<StartedSetup>();
  if (!started)
    return <MethodStep hasPhone={profile.phone !== ''} onStarted={setStarted} onCancel={onCancel} />;
  const { method, start, password } = started;
  const callbacks = { onTurnedOn: (codes: readonly string[]) => onTurnedOn(method, codes), onCancel };
  if (method === 'totp') return <TotpStep start={start} {...callbacks} />;
  return <SmsStep start={start} password={password} {...callbacks} />;
}

/** The state of the second factor; turned on and off in place. */
export function SecondFactorCard() {
  return (
    <ProfileCard title={text.secondFactor} lead={text.secondFactorLead}>
      {(profile) => <SecondFactor profile={profile} />}
    </ProfileCard>
  );
}

function SecondFactor({ profile }: { profile: Profile }) {
  const client = useQueryClient();
  const { isOpen, buttonId, open, close } = useOpener();
  const [codes, setCodes] = useState<readonly string[]>();
  const isOn = profile.secondFactor !== 'none';

  const turnedOn = (method: Method, recoveryCodes: readonly string[]) => {
    setCodes(recoveryCodes);
    profileChanged(client, { secondFactor: method, phoneGuarded: profile.phoneGuarded || method === 'sms' });
    showTip('good', text.turnedOn);
  };
  const turnedOff = () => {
    profileChanged(client, { secondFactor: 'none' });
    void client.invalidateQueries(profileQuery);
    close();
    showTip('good', text.turnedOff);
  };
  const codesKept = () => {
    setCodes(undefined);
    close();
  };

  if (codes) return <RecoveryCodes codes={codes} onKept={codesKept} />;
  if (isOpen && !isOn) return <SecondFactorSetup profile={profile} onTurnedOn={turnedOn} onCancel={close} />;
  if (isOpen && profile.secondFactor !== 'none') {
    return <SecondFactorOffForm method={profile.secondFactor} onTurnedOff={turnedOff} onCancel={close} />;
  }
  return (
    <FactRow
      value={stateText(profile)}
      actions={
        <Button id={buttonId} onClick={open}>
          {isOn ? text.turnOff : text.turnOn}
        </Button>
      }
    />
  );
}

function stateText({ secondFactor, phone }: Profile): string {
  if (secondFactor === 'none') return text.secondFactorOff;
  if (secondFactor === 'totp') return text.secondFactorTotp;
  return formatText(text.secondFactorSms, { phone: showContact('phone', phone) });
}
