import type { CustomerAct } from '#contract/customers.ts';
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

const phoneField = (initial: string): FormField => ({
  name: 'phone',
  wanted: text.wanted.phone,
  read: fullPhone,
  check: (typed) => (typed === '' ? { code: 'field.required' } : checkField('phone', typed)),
  show: (control) => (
    <PhoneField
      {...control}
      label={text.phoneNumber}
      prefix={text.phonePrefix}
      autoComplete="off"
      defaultValue={groupPhoneDigits(nationalDigits(initial))}
    />
  ),
});

interface ActFormProps {
  act: CustomerAct;
  /** The phone as it is; '' when there is none. */
  phone: string;
  send: (reason: string, phone: string | undefined, proof: FactorProof) => Promise<ApiFailure | undefined>;
  onCancel: () => void;
}

/** What is about to happen to the sign-in of a customer, and why. */
export function ActForm({ act, phone, send, onCancel }: ActFormProps) {
  const isPhone = act === 'confirmPhone';
  return (
    <Stack gap="2">
      <Text>{text.acts[act].hint}</Text>
      <FactorStep
        fields={[...(isPhone ? [phoneField(phone)] : []), reasonField]}
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
