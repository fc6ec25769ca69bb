import type { CustomerAct, CustomerData } from '#contract/customers.ts';
import { checkField } from '#contract/field-rules.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { fullPhone } from '#web/lib/form/typed-values.ts';
import { type FactorProof, FactorStep } from '#web/lib/second-factor/factor-step.tsx';
import { groupPhoneDigits, nationalDigits, PhoneField } from '#web/ui/form/phone-field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { reasonField } from './reason-field.tsx';
import { text } from './text.ts';

/** A phone that is confirmed already is no news: another one is asked for. */
const phoneField = ({ phone, isPhoneConfirmed }: ActFormProps['customer']): FormField => ({
  name: 'phone',
  wanted: text.wanted.phone,
  read: fullPhone,
  check(typed) {
    if (typed === '') return { code: 'field.required' };
    return isPhoneConfirmed && typed === phone
      ? { code: 'phoneConfirmed', text: text.phoneConfirmed }
      : checkField('phone', typed);
  },
  show: (control) => (
    <PhoneField
      {...control}
      label={text.phoneNumber}
      prefix={text.phonePrefix}
      autoComplete="off"
      defaultValue={isPhoneConfirmed ? '' : groupPhoneDigits(nationalDigits(phone))}
    />
  ),
});

interface ActFormProps {
  act: CustomerAct;
  customer: Pick<CustomerData, 'phone' | 'isPhoneConfirmed'>;
  send: (reason: string, phone: string | undefined, proof: FactorProof) => Promise<ApiFailure | undefined>;
  onCancel: () => void;
}

/** What is about to happen to the sign-in of a customer, and why. */
export function ActForm({ act, customer, send, onCancel }: ActFormProps) {
  const isPhone = act === 'confirmPhone';
  return (
    <Stack gap="2">
      <Text>{text.acts[act].hint}</Text>
      <FactorStep
        fields={[...(isPhone ? [phoneField(customer)] : []), reasonField]}
        problems={text.problems}
        submit={text.acts[act].submit}
        busy={text.busy}
        kind={act === 'block' ? 'danger' : 'ink'}
        takesFocus
        places={{ codes: { 'identity.phoneTaken': 'phone' } }}
        send={(value, proof) => send(value('reason'), isPhone ? value('phone') : undefined, proof)}
        actions={withCancel(text.cancel, onCancel)}
      />
    </Stack>
  );
}
