import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { useOpener } from '#web/lib/use-opener.ts';
import { Button } from '#web/ui/button.tsx';
import { showTip } from '#web/ui/tips.ts';
import { type Method, type Profile, profileChanged, profileQuery } from './api.ts';
import { FactRow } from './fact-row.tsx';
import { ProfileCard } from './profile-card.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorOffForm } from './second-factor-off-form.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';
import { showContact } from './show-contact.ts';
import { text } from './text.ts';

/** Whether a code is asked beside the password at sign-in; turned on and off in its place. */
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
