import { useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { type AdminRole, adminRoles } from '#contract/identity/admin-roles.ts';
import { type AdminAct, type AdministratorData, adminActs } from '#contract/identity/administrators.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { ruledBy } from '#web/lib/form/form-step.tsx';
import { fullPhone } from '#web/lib/form/typed-values.ts';
import { rolesText } from '#web/lib/list/roles-text.ts';
import { type FactorProof, FactorStep } from '#web/lib/second-factor/factor-step.tsx';
import { CheckField } from '#web/ui/form/check-field.tsx';
import { emailInput, SelectField, TextField } from '#web/ui/form/field.tsx';
import { groupPhoneDigits, nationalDigits, PhoneField } from '#web/ui/form/phone-field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { alert } from '#web/ui/icons.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import styles from './administrators.module.css';
import { text } from './text.ts';

/** What is said of an administrator. */
interface AdminFacts {
  fullName: string;
  roles: AdminRole[];
  phone?: string;
  email?: string;
  dualAuth: boolean;
}

const trimmed = (typed: string) => typed.trim();

const loginField: FormField = {
  name: 'login',
  wanted: text.wanted.login,
  ...ruledBy('login'),
  show: (control) => (
    <TextField
      {...control}
      label={text.login}
      hint={text.loginHint}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
    />
  ),
};

const nameField = (initial: string): FormField => ({
  name: 'fullName',
  wanted: text.wanted.fullName,
  ...ruledBy('name'),
  show: (control) => (
    <TextField {...control} label={text.fullName} autoComplete="off" defaultValue={initial} />
  ),
});

const phoneField = (initial: string): FormField => ({
  name: 'phone',
  wanted: text.wanted.phone,
  read: fullPhone,
  check(typed, others) {
    if (typed === '') return others('dualAuth') ? { code: 'field.required' } : undefined;
    return checkField('phone', typed);
  },
  show: ({ required: _, ...control }) => (
    <PhoneField
      {...control}
      label={text.phone}
      hint={text.phoneHint}
      prefix={text.phonePrefix}
      autoComplete="off"
      defaultValue={groupPhoneDigits(nationalDigits(initial))}
    />
  ),
});

/** A new administrator needs an e-mail or a phone, for the link. */
const emailField = (initial: string, isNew: boolean): FormField => ({
  name: 'email',
  wanted: text.wanted.email,
  read: trimmed,
  check(typed, others) {
    if (typed !== '') return checkField('email', typed);
    return isNew && !others('phone') ? { code: 'field.required' } : undefined;
  },
  show: ({ required: _, ...control }) => (
    <TextField
      {...control}
      {...emailInput}
      label={text.email}
      hint={text.emailHint}
      autoComplete="off"
      defaultValue={initial}
    />
  ),
});

const dualAuthField = (initial: boolean): FormField => ({
  name: 'dualAuth',
  show: ({ id, name }) => <CheckField id={id} name={name} label={text.dualAuth} defaultChecked={initial} />,
});

const reasonField: FormField = {
  name: 'reason',
  wanted: text.wanted.reason,
  read: trimmed,
  check: (typed) => (typed.length < 3 ? { code: 'field.required' } : undefined),
  show: (control) => (
    <TextField {...control} label={text.reason} hint={text.reasonHint} maxLength={300} autoComplete="off" />
  ),
};

/** The roles that are chosen travel as JSON. */
const rolesField = (initial: readonly AdminRole[]): FormField => ({
  name: 'roles',
  wanted: text.wanted.roles,
  check: (value) => (value === '[]' ? { code: 'field.required' } : undefined),
  show: ({ id, error }) => <RolesChoice id={id} error={error} initial={initial} />,
});

function RolesChoice({
  id,
  error,
  initial,
}: {
  id: string;
  error: string | undefined;
  initial: readonly AdminRole[];
}) {
  const [chosen, setChosen] = useState(initial);
  return (
    <fieldset className={styles.roles} id={id} tabIndex={-1} aria-describedby={error && `${id}-error`}>
      <legend>{text.roles}</legend>
      <input type="hidden" name="roles" value={JSON.stringify(chosen)} />
      {adminRoles.map((role) => (
        <CheckField
          key={role}
          label={
            <span className={styles.role}>
              <span>{rolesText[role].name}</span>
              <Text as="span" size="s" tone="quiet">
                {rolesText[role].does}
              </Text>
            </span>
          }
          checked={chosen.includes(role)}
          onChange={() =>
            setChosen(chosen.includes(role) ? chosen.filter((other) => other !== role) : [...chosen, role])
          }
        />
      ))}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon drawing={alert} size={16} />
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface AdministratorFormProps {
  /** Who is changed; undefined: somebody new. */
  administrator?: AdministratorData;
  send: (
    facts: AdminFacts,
    more: { login: string; reason: string; proof: FactorProof },
  ) => Promise<ApiFailure | undefined>;
  onCancel: () => void;
}

/** Adds an administrator, or changes one, with a reason. */
export function AdministratorForm({ administrator, send, onCancel }: AdministratorFormProps) {
  return (
    <FactorStep
      fields={[
        ...(administrator ? [] : [loginField]),
        nameField(administrator?.fullName ?? ''),
        rolesField(administrator?.roles ?? []),
        phoneField(administrator?.phone ?? ''),
        emailField(administrator?.email ?? '', administrator === undefined),
        dualAuthField(administrator?.dualAuth ?? false),
        ...(administrator ? [reasonField] : []),
      ]}
      problems={text.problems}
      submit={administrator ? text.save : text.addSubmit}
      busy={administrator ? text.saving : text.adding}
      places={{ codes: { 'identity.loginTaken': 'login' } }}
      kind="ink"
      takesFocus
      send={async (value, proof) => {
        const [phone, email] = [value('phone'), value('email')];
        const facts = {
          fullName: value('fullName'),
          roles: JSON.parse(value('roles')) as AdminRole[],
          dualAuth: value('dualAuth') !== '',
          ...(phone !== '' && { phone }),
          ...(email !== '' && { email }),
        };
        const login = administrator?.login ?? value('login');
        return send(facts, { login, reason: administrator ? value('reason') : '', proof });
      }}
      actions={withCancel(text.cancel, onCancel)}
    />
  );
}

/** What may be done to the access of an administrator as they are. */
function actsFor({ state, secondFactor, sessionCount }: AdministratorData): readonly AdminAct[] {
  if (state === 'blocked') return ['unblock'];
  const isPossible: Readonly<Record<AdminAct, boolean>> = {
    endSessions: sessionCount > 0,
    resetFactor: secondFactor !== 'none',
    link: true,
    block: true,
    unblock: false,
  };
  return adminActs.filter((act) => isPossible[act]);
}

interface AccessFormProps {
  administrator: AdministratorData;
  send: (act: AdminAct, reason: string, proof: FactorProof) => Promise<ApiFailure | undefined>;
  onCancel: () => void;
}

/** Sessions, second factor, link to set a password and block of an administrator, with a reason. */
export function AccessForm({ administrator, send, onCancel }: AccessFormProps) {
  const acts = actsFor(administrator);
  const [act, setAct] = useState<AdminAct>(acts[0] ?? 'link');
  const actField: FormField = {
    name: 'act',
    show: ({ id, name }) => (
      <SelectField
        id={id}
        name={name}
        label={text.act}
        hint={text.acts[act].hint}
        value={act}
        onChange={({ target }) => setAct(target.value as AdminAct)}
      >
        {acts.map((one) => (
          <option key={one} value={one}>
            {text.acts[one].name}
          </option>
        ))}
      </SelectField>
    ),
  };
  return (
    <FactorStep
      fields={[actField, reasonField]}
      problems={text.problems}
      submit={text.acts[act].submit}
      busy={text.busy}
      kind={act === 'block' ? 'danger' : 'ink'}
      takesFocus
      send={(value, proof) => send(act, value('reason'), proof)}
      actions={withCancel(text.cancel, onCancel)}
    />
  );
}
