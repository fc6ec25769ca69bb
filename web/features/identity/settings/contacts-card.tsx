import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { AnotherCode } from '#web/lib/form/another-code.tsx';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { codeField, FormSteps, ruledBy } from '#web/lib/form/form-step.tsx';
import { type CodeWait, showContact, waitOfCode } from '#web/lib/form/sent-code.ts';
import { fullPhone } from '#web/lib/form/typed-values.ts';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { factorCodeField } from '#web/lib/second-factor/factor-step.tsx';
import { useOpener } from '#web/lib/use-opener.ts';
import { contactsChanged } from '#web/session/account-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { emailInput, TextField } from '#web/ui/form/field.tsx';
import { PhoneField } from '#web/ui/form/phone-field.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import {
  type ContactKind,
  type Method,
  type Profile,
  profileChanged,
  sendContactChange,
  sendContactCode,
} from './api.ts';
import styles from './contacts-card.module.css';
import { useContractData } from './contract-data.ts';
import { ProfileCard } from './profile-card.tsx';
import { currentPasswordField } from './second-factor/proof-fields.tsx';
import { FactRow } from './settings-card.tsx';
import { SettingsForm, submitCall } from './settings-form.tsx';
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

/**
 * Changes a contact in two steps: the new contact, then the code sent to it and the password. A wrong password does not
 * invalidate the code.
 */
function ContactForm({ kind, userType, guard, initial, onChanged, onCancel }: ContactFormProps) {
  const contact = `new-${kind}`;
  const code = `${kind}-code`;
  const password = `${kind}-password`;
  const factor = `${kind}-factor-code`;
  const [sentAgain, setSentAgain] = useState<CodeWait>();
  const requestCode = (value: TypedValues) => waitOfCode(sendContactCode(kind, value(contact), userType));
  return (
    <div className={styles.form}>
      <FormSteps<'contact' | 'code'>
        start="contact"
        layout={(step) => <SettingsForm {...step} onCancel={onCancel} />}
        requestCode={requestCode}
        steps={{
          contact: {
            fields: [kind === 'phone' ? phoneField(contact) : emailField(contact, initial)],
            problems: text.problems,
            submit: text.sendCode,
            busy: text.sending,
            places: { paths: { [kind]: contact } },
            codeFor: [contact],
            next: 'code',
          },
          code: {
            fields: ({ value, wait }) => [
              codeField({
                name: code,
                label: text.codeLabel,
                isNumeric: (sentAgain ?? wait).isNumeric,
                hint: formatText(text.codeHint, { contact: showContact(value(contact)) }),
                after: (
                  <AnotherCode
                    seconds={wait.seconds}
                    ask={() => requestCode(value)}
                    words={text}
                    onSent={setSentAgain}
                  />
                ),
              }),
              currentPasswordField(password),
              ...(guard ? [factorCodeField(factor, guard)] : []),
            ],
            problems: text.problems,
            submit: kind === 'phone' ? text.confirmPhoneChange : text.confirmEmailChange,
            busy: text.checking,
            places: {
              paths: { code, password, factorCode: factor },
              codes: {
                'identity.wrongCode': code,
                'identity.codeExpired': code,
                'identity.wrongPassword': password,
              },
            },
            send: (value) =>
              submitCall(
                sendContactChange(kind, value(contact), value(code), value(password), guard && value(factor)),
                ({ profile }) => onChanged(profile),
              ),
          },
        }}
      />
    </div>
  );
}

function phoneField(name: string): FormField {
  return {
    name,
    wanted: text.wanted.phone,
    ...ruledBy('phone'),
    read: fullPhone,
    show: (control) => (
      <PhoneField {...control} label={text.newPhone} hint={text.newPhoneHint} prefix={text.phonePrefix} />
    ),
  };
}

function emailField(name: string, initial: string): FormField {
  return {
    name,
    wanted: text.wanted.email,
    ...ruledBy('email'),
    show: (control) => (
      <TextField
        {...control}
        {...emailInput}
        label={text.newEmail}
        hint={initial === '' ? text.newEmailHint : text.knownEmailHint}
        defaultValue={initial}
        autoComplete="email"
      />
    ),
  };
}

interface ContactRowProps {
  kind: ContactKind;
  profile: Profile;
  /** Shows the name of the contact; false when the section around it names it. */
  isNamed: boolean;
}

/** One contact, whether it is confirmed, and the form to change it in place. */
function ContactRow({ kind, profile, isNamed }: ContactRowProps) {
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
    showTip('good', formatText(words, { contact: showContact(change[kind]) }));
  };

  return (
    <div>
      <FactRow
        label={isNamed && text[kind]}
        value={contact ? showContact(contact) : text.none}
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

interface ContactsCardProps {
  /** The contacts of this section. */
  kinds: readonly ContactKind[];
}

/** Phone and e-mail, each changed only with a code that proves it and the password. Source: product.md §5 (settings). */
export function ContactsCard({ kinds }: ContactsCardProps) {
  const title = kinds.length > 1 ? text.contacts : text.email;
  return (
    <ProfileCard title={title}>
      {(profile) => (
        <div className={styles.rows}>
          {kinds.map((kind) => (
            <ContactRow key={kind} kind={kind} profile={profile} isNamed={kinds.length > 1} />
          ))}
        </div>
      )}
    </ProfileCard>
  );
}
