import { checkField } from '#contract/field-rules.ts';
import { refusalOfChecks } from '#web/lib/form/form-problems.ts';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { type Method, stopSecondFactor } from '../api.ts';
import { SettingsForm } from '../settings-form.tsx';
import { checkFilled, submitCall } from '../submit-call.ts';
import { text } from '../text.ts';
import { CurrentPasswordField, FactorCodeField } from './proof-fields.tsx';

const PASSWORD = 'factor-off-password';
const CODE = 'factor-off-code';
const places = {
  paths: { password: PASSWORD, code: CODE },
  codes: {
    'identity.wrongPassword': PASSWORD,
    'identity.wrongCode': CODE,
    'identity.codeExpired': CODE,
  },
};

interface SecondFactorOffFormProps {
  method: Method;
  onTurnedOff: () => void;
  onCancel: () => void;
}

/** Turns the second factor off with the password and a code of it. */
export function SecondFactorOffForm({ method, onTurnedOff, onCancel }: SecondFactorOffFormProps) {
  const send = async (value: TypedValues) =>
    refusalOfChecks({
      [PASSWORD]: checkField('old_pass', value(PASSWORD)),
      [CODE]: checkFilled(value(CODE)),
    }) ?? submitCall(stopSecondFactor(value(PASSWORD), value(CODE)), places, onTurnedOff);
  return (
    <SettingsForm
      wanted={{ [PASSWORD]: text.wanted.password, [CODE]: text.wanted.factorCode }}
      submit={text.turnOff}
      busy={text.checking}
      kind="danger"
      onSubmit={send}
      onCancel={onCancel}
    >
      {(errorOf) => (
        <>
          <CurrentPasswordField id={PASSWORD} error={errorOf(PASSWORD)} />
          <FactorCodeField id={CODE} method={method} error={errorOf(CODE)} />
        </>
      )}
    </SettingsForm>
  );
}
