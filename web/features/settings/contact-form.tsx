import { useState } from 'react';
import type { ContactKind, Method, Profile } from './api.ts';
import { ContactCodeStep } from './contact-code-step.tsx';
import styles from './contact-form.module.css';
import { NewContactStep, type SentCode } from './new-contact-step.tsx';

interface ContactFormProps {
  kind: ContactKind;
  userType: Profile['type'];
  /** Where a code of the second factor is asked for, too: from where it comes. */
  guard: Method | undefined;
  /** Typed already, when it is only to be confirmed. */
  initial: string;
  onChanged: (profile: Profile) => void;
  onCancel: () => void;
}

/** Changes a contact in two steps: where the code is to go, then the code and the password. */
export function ContactForm({ kind, userType, guard, initial, onChanged, onCancel }: ContactFormProps) {
  const [sent, setSent] = useState<SentCode>();
  return (
    <div className={styles.form}>
      {sent ? (
        <ContactCodeStep
          kind={kind}
          userType={userType}
          guard={guard}
          sent={sent}
          onChanged={onChanged}
          onCancel={onCancel}
        />
      ) : (
        <NewContactStep
          kind={kind}
          userType={userType}
          initial={initial}
          onSent={setSent}
          onCancel={onCancel}
        />
      )}
    </div>
  );
}
