import { stopSecondFactor } from './api.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { problemsOf } from './field-problem.ts';
import { SettingsForm } from './settings-form.tsx';
import { text } from './text.ts';
import { useForm } from './use-form.ts';

interface SecondFactorOffFormProps {
  onTurnedOff: () => void;
  onCancel: () => void;
}

/** Turns the second factor off by the password. */
export function SecondFactorOffForm({ onTurnedOff, onCancel }: SecondFactorOffFormProps) {
  const form = useForm(['password']);
  const submit = async (password: string) => {
    const problems = problemsOf({ password });
    if (problems) return form.refuse({ problems });
    if (await form.send(stopSecondFactor(password))) onTurnedOff();
  };
  return (
    <SettingsForm
      form={form}
      submit={text.turnOff}
      busy={text.checking}
      kind="danger"
      onSubmit={(typed) => submit(typed('password'))}
      onCancel={onCancel}
    >
      <CurrentPasswordField form={form} />
    </SettingsForm>
  );
}
