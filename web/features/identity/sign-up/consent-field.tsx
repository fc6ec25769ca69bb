import { accountMessages } from '#contract/messages/account-messages.ts';
import { CheckField } from '#web/ui/check-field.tsx';

interface ConsentFieldProps {
  error: string | undefined;
  isGiven: boolean;
}

/** The consent to the processing of personal data; never preselected. */
export function ConsentField({ error, isGiven }: ConsentFieldProps) {
  return (
    <CheckField
      id="consent"
      name="consent"
      label={accountMessages['identity.consent']}
      error={error}
      defaultChecked={isGiven}
      required
    />
  );
}
