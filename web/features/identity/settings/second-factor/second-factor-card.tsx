import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { saveFile } from '#web/lib/api.ts';
import { showContact } from '#web/lib/form/sent-code.ts';
import { useOpener } from '#web/lib/use-opener.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Paper, ScreenOnly } from '#web/ui/layout/paper.tsx';
import { Row, Stack } from '#web/ui/layout/stack.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { type Method, type Profile, profileChanged, profileQuery } from '../api.ts';
import { ProfileCard } from '../profile-card.tsx';
import { FactRow } from '../settings-card.tsx';
import { text } from '../text.ts';
import styles from './recovery-codes.module.css';
import { SecondFactorOffForm, SecondFactorSetup } from './second-factor-steps.tsx';

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
  if (isOpen && !isOn)
    return <SecondFactorSetup hasPhone={profile.phone !== ''} onTurnedOn={turnedOn} onCancel={close} />;
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
  return formatText(text.secondFactorSms, { phone: showContact(phone) });
}
