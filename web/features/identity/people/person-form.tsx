import { useState } from 'react';
import { type CompanyRole, companyRoles } from '#contract/identity/company-roles.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep, ruledBy } from '#web/lib/form/form-step.tsx';
import { emailInput, SelectField, TextField } from '#web/ui/form/field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import type { Access, Person } from './api.ts';
import { objectsField, objectsOf } from './objects-field.tsx';
import { text } from './text.ts';

const nameField: FormField = {
  name: 'name',
  wanted: text.wanted.name,
  ...ruledBy('name'),
  show: (control) => <TextField {...control} label={text.name} autoComplete="off" />,
};

const emailField: FormField = {
  name: 'email',
  wanted: text.wanted.email,
  ...ruledBy('email'),
  show: (control) => (
    <TextField {...control} {...emailInput} label={text.email} hint={text.emailHint} autoComplete="off" />
  ),
};

const roleField = (initial: CompanyRole): FormField => ({
  name: 'role',
  show: ({ id, name }) => <RoleChoice id={id} name={name} initial={initial} />,
});

/** The role, with what it may. */
function RoleChoice({ id, name, initial }: { id: string; name: string; initial: CompanyRole }) {
  const [role, setRole] = useState(initial);
  return (
    <SelectField
      id={id}
      name={name}
      label={text.role}
      hint={text.roleHints[role]}
      value={role}
      onChange={({ target }) => setRole(target.value as CompanyRole)}
    >
      {companyRoles.map((one) => (
        <option key={one} value={one}>
          {text.roles[one]}
        </option>
      ))}
    </SelectField>
  );
}

interface PersonFormProps {
  /** Whose access is changed; undefined: somebody is invited. */
  person?: Person;
  send: (access: Access, person: { name: string; email: string }) => Promise<ApiFailure | undefined>;
  onCancel: () => void;
}

/** Invites a person, or changes role and objects of one. */
export function PersonForm({ person, send, onCancel }: PersonFormProps) {
  return (
    <FormStep
      fields={[
        ...(person ? [] : [nameField, emailField]),
        roleField(person?.role ?? 'accountant'),
        objectsField('objects', person?.objects ?? { kind: 'all' }),
      ]}
      problems={text.problems}
      submit={person ? text.save : text.inviteSubmit}
      busy={person ? text.saving : text.sending}
      places={{
        codes: { 'identity.alreadyInvited': 'email' },
        paths: { 'objects.points': 'objects', 'objects.accounts': 'objects' },
      }}
      kind="ink"
      takesFocus
      send={async (value) => {
        const role = value('role') as CompanyRole;
        const chosen = objectsOf(value('objects')) ?? { kind: 'all' as const };
        const objects = role === 'owner' ? { kind: 'all' as const } : chosen;
        return send({ role, objects }, { name: value('name'), email: value('email') });
      }}
      actions={withCancel(text.cancel, onCancel)}
    />
  );
}
