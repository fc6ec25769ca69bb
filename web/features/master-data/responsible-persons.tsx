import { useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { changeResponsible } from '#contract/master-data.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { ResponsibleFacts, ResponsiblePerson } from '#contract/values/master-data.ts';
import { formatPhone, parsePhone } from '#domain/identifiers/contacts.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { callApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { fullPhone } from '#web/lib/form/typed-values.ts';
import { showDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { groupPhoneDigits, nationalDigits, PhoneField } from '#web/ui/form/phone-field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './master-data.module.css';
import { text as all } from './text.ts';

const text = all.responsibles;

interface ResponsiblePersonsProps {
  account: string;
  people: readonly ResponsiblePerson[];
  mayChange: boolean;
  /** The stored persons are others than those shown: read them anew. */
  onChanged: () => void;
}

/** Whom the form is about: nobody yet, or a person to change or to end. */
interface Edited {
  readonly person: ResponsiblePerson | undefined;
  readonly ends: boolean;
}

/** The responsible persons of an account; billing adds, changes and ends them. */
export function ResponsiblePersons({ account, people, mayChange, onChanged }: ResponsiblePersonsProps) {
  const [edited, setEdited] = useState<Edited>();
  const [message, setMessage] = useState<string>();
  const today = kyivDateOf(deviceNow());
  const open = (what: Edited) => {
    setMessage(undefined);
    setEdited(what);
  };
  return (
    <section aria-labelledby="responsible-persons" className={styles.part}>
      <Row gap="2" align="center">
        <h2 id="responsible-persons">{text.title}</h2>
        {mayChange && <Button onClick={() => open({ person: undefined, ends: false })}>{text.add}</Button>}
      </Row>
      {message && (
        <Notice kind="good" live="status">
          {message}
        </Notice>
      )}
      {people.length === 0 ? (
        <Text tone="quiet">{text.empty}</Text>
      ) : (
        <ul className={styles.people}>
          {people.map((person) => (
            <li key={person.name}>
              <Stack gap="05">
                <Text isStrong>{person.name}</Text>
                <Text>{factWords(person, today)}</Text>
                <Text size="s" tone="quiet">
                  {fileWords(person, today)}
                </Text>
              </Stack>
              {mayChange && (
                <Row gap="1">
                  <Button
                    aria-label={formatText(text.changeOf, { name: person.name })}
                    onClick={() => open({ person, ends: false })}
                  >
                    {text.change}
                  </Button>
                  {(person.until === null || person.until > today) && (
                    <Button
                      aria-label={formatText(text.endOf, { name: person.name })}
                      onClick={() => open({ person, ends: true })}
                    >
                      {text.end}
                    </Button>
                  )}
                </Row>
              )}
            </li>
          ))}
        </ul>
      )}
      <Text size="s" tone="quiet">
        {text.ofImport}
      </Text>
      <Dialog
        open={edited !== undefined}
        title={edited?.person ? (edited.ends ? text.endTitle : text.changeTitle) : text.add}
        closeLabel={text.close}
        onClose={() => setEdited(undefined)}
      >
        {edited && (
          <PersonForm
            account={account}
            {...edited}
            today={today}
            onConflict={onChanged}
            onCancel={() => setEdited(undefined)}
            onSaved={(isRecorded) => {
              setEdited(undefined);
              setMessage(isRecorded ? text.saved : all.already);
              onChanged();
            }}
          />
        )}
      </Dialog>
    </section>
  );
}

function phoneWords(written: string): string {
  const phone = parsePhone(written);
  return phone ? formatPhone(phone) : written;
}

function factWords({ phone, role, until }: ResponsibleFacts, today: string): string {
  const last =
    until === null
      ? text.noEnd
      : formatText(until < today ? text.ended : text.untilDay, { day: showDate(until) });
  return [role || text.noRole, phoneWords(phone) || text.noPhone, last].join(', ');
}

/** What the supplier's file says of the person, where it is something else. */
function fileWords({ ofFile, ...person }: ResponsiblePerson, today: string): string {
  if (ofFile === null) return text.byStaff;
  const isSame =
    ofFile.phone === person.phone && ofFile.role === person.role && ofFile.until === person.until;
  return isSame ? text.byFile : formatText(text.changedSince, { facts: factWords(ofFile, today) });
}

const names = {
  name: 'responsible-name',
  phone: 'responsible-phone',
  role: 'responsible-role',
  until: 'responsible-until',
  reason: 'responsible-reason',
} as const;

const trimmed = (typed: string) => typed.trim();

function fieldsFor({ person, ends }: Edited, today: string): FormField[] {
  const until: FormField = {
    name: names.until,
    ...(ends && {
      wanted: text.untilWanted,
      check: (typed) => (typed ? undefined : { code: 'field.required' }),
    }),
    show: ({ required: _, ...control }) => (
      <TextField
        {...control}
        type="date"
        label={text.until}
        hint={ends ? text.endHint : text.untilHint}
        defaultValue={person?.until ?? (ends ? today : '')}
      />
    ),
  };
  const reason: FormField = {
    name: names.reason,
    wanted: text.reasonWanted,
    read: trimmed,
    check: (typed) => (typed.length < 3 ? { code: 'field.required' } : undefined),
    show: (control) => (
      <TextField {...control} label={text.reason} hint={text.reasonHint} maxLength={300} autoComplete="off" />
    ),
  };
  if (ends) return [{ ...until }, reason];
  return [
    ...(person === undefined
      ? [
          {
            name: names.name,
            wanted: text.nameWanted,
            read: trimmed,
            check: (typed) => (typed === '' ? { code: 'field.required' } : undefined),
            show: (control) => (
              <TextField
                {...control}
                label={text.name}
                hint={text.nameHint}
                maxLength={150}
                autoComplete="off"
              />
            ),
          } satisfies FormField,
        ]
      : []),
    {
      name: names.phone,
      wanted: text.phoneWanted,
      read: fullPhone,
      check: (typed) => (typed === '' ? undefined : checkField('phone', typed)),
      show: ({ required: _, ...control }) => (
        <PhoneField
          {...control}
          label={all.phone}
          hint={all.optional}
          prefix={text.phonePrefix}
          autoComplete="off"
          defaultValue={groupPhoneDigits(nationalDigits(person?.phone ?? ''))}
        />
      ),
    },
    {
      name: names.role,
      read: trimmed,
      show: ({ required: _, ...control }) => (
        <AreaField
          {...control}
          label={text.role}
          hint={text.roleHint}
          rows={2}
          maxLength={100}
          defaultValue={person?.role ?? ''}
        />
      ),
    },
    until,
    reason,
  ];
}

interface PersonFormProps extends Edited {
  account: string;
  today: string;
  onConflict: () => void;
  onCancel: () => void;
  onSaved: (isRecorded: boolean) => void;
}

/** Adds, changes or ends a person. Who was second sees what the first one saved, and may save over it. */
function PersonForm({ account, person, ends, today, onConflict, onCancel, onSaved }: PersonFormProps) {
  const [seen, setSeen] = useState<ResponsiblePerson | undefined>(person);
  const isConflict = seen !== person;
  return (
    <Stack gap="3">
      {person && <Text isStrong>{person.name}</Text>}
      {isConflict && seen && (
        <Notice kind="warn" title={formatText(text.standsNow, { name: seen.name })}>
          {factWords(seen, today)}. {text.saveOver}
        </Notice>
      )}
      <FormStep
        fields={fieldsFor({ person, ends }, today)}
        problems={text.problems}
        submit={isConflict ? text.overwrite : ends ? text.end : text.save}
        busy={text.saving}
        kind="ink"
        takesFocus
        places={{ paths: names, codes: { 'changes.badContact': names.phone } }}
        send={async (typed) => {
          const kept = seen ?? { phone: '', role: '', until: null };
          const name = person?.name ?? typed(names.name);
          // A person of another name is not the one that was told.
          const known =
            seen?.name === name ? { phone: kept.phone, role: kept.role, until: kept.until } : null;
          const result = await callApi(changeResponsible, {
            account,
            name,
            phone: ends ? kept.phone : typed(names.phone),
            role: ends ? kept.role : typed(names.role),
            until: typed(names.until) || null,
            known,
            reason: typed(names.reason),
          });
          if (!result.ok) {
            const told = standingIn(result.failure.details);
            if (result.failure.code === 'management.changedMeanwhile' && told) {
              setSeen(told);
              onConflict();
            }
            return result.failure;
          }
          onSaved(result.data.isRecorded);
          return undefined;
        }}
        actions={withCancel(text.cancel, onCancel)}
      />
    </Stack>
  );
}

/** The person that the refusal of a change tells. */
function standingIn(details: unknown): ResponsiblePerson | undefined {
  return (details as { person?: ResponsiblePerson | null } | undefined)?.person ?? undefined;
}
