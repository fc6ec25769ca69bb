import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { parseEmail } from '#domain/identifiers/email.ts';
import { AnotherCode } from '#web/lib/form/another-code.tsx';
import { refusalOfChecks } from '#web/lib/form/form-problems.ts';
import { waitOfCode } from '#web/lib/form/sent-code.ts';
import { fullPhone } from '#web/lib/form/typed-values.ts';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { useOpener } from '#web/lib/use-opener.ts';
import { contactsChanged } from '#web/session/account-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { TextField } from '#web/ui/form/field.tsx';
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
import contactFormStyles from './contact-form.module.css';
import styles from './contacts-card.module.css';
import { useContractData } from './contract-data.ts';
import { ProfileCard } from './profile-card.tsx';
import { CurrentPasswordField, FactorCodeField } from './second-factor/proof-fields.tsx';
import { FactRow } from './settings-card.tsx';
import { SettingsForm } from './settings-form.tsx';
import { checkFilled, showContact, submitCall } from './submit-call.ts';
import { text } from './text.ts';

/** A code was sent. */
interface SentCode {
  readonly contact: string;
  readonly resendAfterSeconds: number;
}

interface NewContactStepProps {
  kind: ContactKind;
  userType: Profile['type'];
  initial: string;
  onSent: (sent: SentCode) => void;
  onCancel: () => void;
}

/** The step that takes the new phone or e-mail and sends a code to it. */
function NewContactStep({ kind, userType, initial, onSent, onCancel }: NewContactStepProps) {
  const field = `new-${kind}`;
  const send = async (value: TypedValues) => {
    const typed = value(field);
    const contact = kind === 'phone' ? fullPhone(typed) : (parseEmail(typed) ?? typed.trim());
    const refused = refusalOfChecks({ [field]: checkField(kind, contact) });
    if (refused) return refused;
    const call = sendContactCode(kind, contact, userType);
    return submitCall(call, { paths: { [kind]: field } }, ({ resendAfterSeconds = 0 }) =>
      onSent({ contact, resendAfterSeconds }),
    );
  };
  return (
    <SettingsForm
      wanted={{ [field]: text.wanted[kind] }}
      submit={text.sendCode}
      busy={text.sending}
      onSubmit={send}
      onCancel={onCancel}
    >
      {(errorOf) =>
        kind === 'phone' ? (
          <PhoneField
            id={field}
            name={field}
            label={text.newPhone}
            hint={text.newPhoneHint}
            error={errorOf(field)}
            prefix={text.phonePrefix}
            required
          />
        ) : (
          <TextField
            id={field}
            name={field}
            type="email"
            inputMode="email"
            label={text.newEmail}
            hint={initial === '' ? text.newEmailHint : text.knownEmailHint}
            error={errorOf(field)}
            defaultValue={initial}
            autoComplete="email"
            autoCapitalize="off"
            spellCheck={false}
            required
          />
        )
      }
    </SettingsForm>
  );
}

interface ContactCodeStepProps {
  kind: ContactKind;
  userType: Profile['type'];
  /** The channel of the second-factor code, when one is required too. */
  guard?: Method | undefined;
  sent: SentCode;
  onChanged: (profile: Profile) => void;
  onCancel: () => void;
}

/**
 * The step that takes the code sent to the contact, and the password. A wrong password does not invalidate the code.
 */
function ContactCodeStep(props: ContactCodeStepProps) {
  const { kind, userType, guard, sent, onChanged, onCancel } = props;
  const { contact, resendAfterSeconds } = sent;
  const code = `${kind}-code`;
  const password = `${kind}-password`;
  const factor = `${kind}-factor-code`;
  const places = {
    paths: { code, password, factorCode: factor },
    codes: {
      'identity.wrongCode': code,
      'identity.codeExpired': code,
      'identity.wrongPassword': password,
    },
  };
  const send = async (value: TypedValues) => {
    const refused = refusalOfChecks({
      [code]: checkField('code', value(code)),
      [password]: checkField('old_pass', value(password)),
      ...(guard && { [factor]: checkFilled(value(factor)) }),
    });
    if (refused) return refused;
    const factorCode = guard && value(factor);
    const call = sendContactChange(kind, contact, value(code), value(password), factorCode);
    return submitCall(call, places, ({ profile }) => onChanged(profile));
  };
  return (
    <SettingsForm
      wanted={{
        [code]: text.wanted.code,
        [password]: text.wanted.password,
        ...(guard && { [factor]: text.wanted.factorCode }),
      }}
      submit={kind === 'phone' ? text.confirmPhoneChange : text.confirmEmailChange}
      busy={text.checking}
      onSubmit={send}
      onCancel={onCancel}
    >
      {(errorOf) => (
        <>
          <CodeField
            id={code}
            name={code}
            label={text.codeLabel}
            hint={formatText(text.codeHint, { contact: showContact(kind, contact) })}
            error={errorOf(code)}
          />
          <AnotherCode
            seconds={resendAfterSeconds}
            ask={() => waitOfCode(sendContactCode(kind, contact, userType))}
            words={text}
          />
          <CurrentPasswordField id={password} error={errorOf(password)} />
          {guard && <FactorCodeField id={factor} method={guard} error={errorOf(factor)} />}
        </>
      )}
    </SettingsForm>
  );
}

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
    <div className={contactFormStyles.form}>
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
