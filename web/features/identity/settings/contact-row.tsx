import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { useOpener } from '#web/lib/use-opener.ts';
import { contactsChanged } from '#web/session/contacts-changed.ts';
import { Button } from '#web/ui/button.tsx';
import { showTip } from '#web/ui/tips.ts';
import { type ContactKind, type Method, type Profile, profileChanged } from './api.ts';
import { ContactCodeStep } from './contact-code-step.tsx';
import styles from './contact-form.module.css';
import { useContractData } from './contract-data.ts';
import { FactRow } from './fact-row.tsx';
import { NewContactStep, type SentCode } from './new-contact-step.tsx';
import { showContact } from './show-contact.ts';
import { text } from './text.ts';

interface ContactFormProps {
  kind: ContactKind;
  userType: Profile['type'];
  /** The channel of the second-factor code, when one is required too. */
  guard: Method | undefined;
  /** The prefilled contact, when it is only to be confirmed. */
  initial: string;
  onChanged: (profile: Profile) => void;
  onCancel: () => void;
}

/** Changes a contact in two steps: the new contact, then the code and the password. */
function ContactForm({ kind, userType, guard, initial, onChanged, onCancel }: ContactFormProps) {
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

interface ContactRowProps {
  kind: ContactKind;
  profile: Profile;
  /** Shows the name of the contact; false when the section around it names it. */
  isNamed: boolean;
}

/** One contact, whether it is confirmed, and the form to change it in place. */
export function ContactRow({ kind, profile, isNamed }: ContactRowProps) {
  const client = useQueryClient();
  const { isOpen, buttonId, open, close } = useOpener();
  const contact = profile[kind];
  const contract = useContractData();
  const offered = kind === 'email' && contact === '' ? contract.email : '';
  const isUnconfirmed = kind === 'email' && contact !== '' && !profile.emailConfirmed;

  const changed = (change: Profile) => {
    profileChanged(client, change);
    contactsChanged(change);
    close();
    const words = kind === 'phone' ? text.phoneChanged : text.emailChanged;
    showTip('good', formatText(words, { contact: showContact(kind, change[kind]) }));
  };

  return (
    <div>
      <FactRow
        label={isNamed && text[kind]}
        value={contact ? showContact(kind, contact) : text.none}
        note={isUnconfirmed && text.emailUnconfirmed}
        isWarning
        actions={
          !isOpen && (
            <Button id={buttonId} onClick={open}>
              {buttonText(kind, contact, isUnconfirmed)}
            </Button>
          )
        }
      />
      {isOpen && (
        <ContactForm
          kind={kind}
          userType={profile.type}
          guard={guardOf(kind, profile)}
          initial={isUnconfirmed ? contact : offered}
          onChanged={changed}
          onCancel={close}
        />
      )}
    </div>
  );
}

/** The channel of the code that a guarded phone requires. */
function guardOf(kind: ContactKind, { phoneGuarded, secondFactor }: Profile): Method | undefined {
  if (kind !== 'phone' || !phoneGuarded) return undefined;
  return secondFactor === 'totp' ? 'totp' : 'sms';
}

function buttonText(kind: ContactKind, contact: string, isUnconfirmed: boolean): string {
  if (kind === 'phone') return contact ? text.changePhone : text.addPhone;
  if (isUnconfirmed) return text.confirmEmail;
  return contact ? text.changeEmail : text.addEmail;
}
