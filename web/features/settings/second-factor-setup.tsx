import { useState } from 'react';
import type { Method, Profile } from './api.ts';
import { type Begun, MethodStep } from './method-step.tsx';
import { SmsStep } from './sms-step.tsx';
import { TotpStep } from './totp-step.tsx';

interface SecondFactorSetupProps {
  profile: Profile;
  onTurnedOn: (method: Method, recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** Turns a second factor on in two steps: from where the code comes, with the password; then the first code. */
export function SecondFactorSetup({ profile, onTurnedOn, onCancel }: SecondFactorSetupProps) {
  const [begun, setBegun] = useState<Begun>();
  if (!begun) return <MethodStep hasPhone={profile.phone !== ''} onBegun={setBegun} onCancel={onCancel} />;
  const { method, start, password } = begun;
  const ends = { onTurnedOn: (codes: readonly string[]) => onTurnedOn(method, codes), onCancel };
  if (method === 'totp') return <TotpStep start={start} {...ends} />;
  return <SmsStep start={start} password={password} {...ends} />;
}
