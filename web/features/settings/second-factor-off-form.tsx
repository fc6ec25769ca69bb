import { checkField } from '#contract/field-rules.ts';
import { refusalOfChecks } from '#web/lib/form-problems.ts';
import type { TypedValues } from '#web/lib/use-form.ts';
import { stopSecondFactor } from './api.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { SettingsForm } from './settings-form.tsx';
import { settle } from './settle.ts';
import { text } from './text.ts';

const PASSWORD = 'factor-off-password';
const places = { paths: { password: PASSWORD }, codes: { 'identity.wrongPassword': PASSWORD } };

interface SecondFactorOffFormProps {
  onTurnedOff: () => void;
  onCancel: () => void;
}

/** Turns the second factor off by the password. */
export function SecondFactorOffForm({ onTurnedOff, onCancel }: SecondFactorOffFormProps) {
  const send = async (value: TypedValues) =>
    refusalOfChecks({ [PASSWORD]: checkField('old_pass', value(PASSWORD)) }) ??
    settle(stopSecondFactor(value(PASSWORD)), places, onTurnedOff);
  return (
    <SettingsForm
      wanted={{ [PASSWORD]: text.wanted.password }}
      submit={text.turnOff}
      busy={text.checking}
      kind="danger"
      onSubmit={send}
      onCancel={onCancel}
    >
      {(errorOf) => <CurrentPasswordField id={PASSWORD} error={errorOf(PASSWORD)} />}
    </SettingsForm>
  );
}
