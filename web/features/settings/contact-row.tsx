import { useQueryClient } from '@tanstack/react-query';
import { formatText } from '#contract/messages/format-text.ts';
import { useOpener } from '#web/lib/use-opener.ts';
import { contactsChanged } from '#web/session/contacts-changed.ts';
import { Button } from '#web/ui/button.tsx';
import { showTip } from '#web/ui/tips.ts';
import { type ContactKind, type Method, type Profile, profileChanged } from './api.ts';
import { ContactForm } from './contact-form.tsx';
import { FactRow } from './fact-row.tsx';
import { showContact } from './show-contact.ts';
import { text } from './text.ts';

interface ContactRowProps {
  kind: ContactKind;
  profile: Profile;
  /** The row says what it is; one alone is named by the part around it. */
  isNamed: boolean;
}

/** One contact, whether it is confirmed, and the form that changes it in its place. */
export function ContactRow({ kind, profile, isNamed }: ContactRowProps) {
  const client = useQueryClient();
  const { isOpen, buttonId, open, close } = useOpener();
  const contact = profile[kind];
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
          initial={isUnconfirmed ? contact : ''}
          onChanged={changed}
          onCancel={close}
        />
      )}
    </div>
  );
}

/** From where the code comes that a guarded phone asks for. */
function guardOf(kind: ContactKind, { phoneGuarded, secondFactor }: Profile): Method | undefined {
  if (kind !== 'phone' || !phoneGuarded) return undefined;
  return secondFactor === 'totp' ? 'totp' : 'sms';
}

function buttonText(kind: ContactKind, contact: string, isUnconfirmed: boolean): string {
  if (kind === 'phone') return contact ? text.changePhone : text.addPhone;
  if (isUnconfirmed) return text.confirmEmail;
  return contact ? text.changeEmail : text.addEmail;
}
