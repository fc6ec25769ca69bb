import { useState } from 'react';
import { type Method, type Profile, type SecondFactorStart, startSecondFactor } from './api.ts';
import { problemsOf } from './field-problem.ts';
import { MethodStep } from './method-step.tsx';
import { SmsStep } from './sms-step.tsx';
import { TotpStep } from './totp-step.tsx';
import { useForm } from './use-form.ts';

interface SecondFactorSetupProps {
  profile: Profile;
  onTurnedOn: (method: Method, recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

interface Begun {
  readonly method: Method;
  readonly start: SecondFactorStart;
  /** A code is sent again by beginning again, which asks for the password anew. */
  readonly password: string;
}

/** Turns a second factor on in two steps: from where the code comes, with the password; then the first code. */
export function SecondFactorSetup({ profile, onTurnedOn, onCancel }: SecondFactorSetupProps) {
  const form = useForm(['password']);
  const [begun, setBegun] = useState<Begun>();

  const begin = async (method: Method, password: string) => {
    const problems = problemsOf({ password });
    if (problems) return form.refuse({ problems });
    const start = await form.send(startSecondFactor(method, password));
    if (start) setBegun({ method, start, password });
  };

  if (begun?.method === 'totp') {
    return (
      <TotpStep start={begun.start} onTurnedOn={(codes) => onTurnedOn('totp', codes)} onCancel={onCancel} />
    );
  }
  if (begun) {
    return (
      <SmsStep
        start={begun.start}
        password={begun.password}
        onTurnedOn={(codes) => onTurnedOn('sms', codes)}
        onCancel={onCancel}
      />
    );
  }
  return <MethodStep form={form} hasPhone={profile.phone !== ''} onChosen={begin} onCancel={onCancel} />;
}
