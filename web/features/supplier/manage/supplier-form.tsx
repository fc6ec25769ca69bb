import { type ReactNode, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { SupplierChange, SupplierData, SupplierField } from '#contract/values/supplier.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ChangeList } from './change-list.tsx';
import styles from './manage.module.css';
import {
  type Group,
  groups,
  officeField,
  officeFields,
  readOffice,
  readValue,
  supplierField,
  type Values,
} from './supplier-fields.tsx';
import { text } from './text.ts';

export const reasonField: FormField = {
  name: 'reason',
  wanted: text.wanted.reason,
  read: (typed) => typed.trim(),
  check: (typed) => (typed.length < 3 ? { code: 'field.required' } : undefined),
  show: ({ required: _, ...control }) => (
    <AreaField {...control} label={text.reason} hint={text.reasonHint} maxLength={300} rows={2} />
  ),
};

interface SupplierFormProps {
  group: Group;
  /** As it is now: after a refusal it has what others have changed. */
  supplier: SupplierData;
  conflict: readonly SupplierChange[];
  save: (values: Values, reason: string) => Promise<ApiFailure | undefined>;
  onCancel: () => void;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Changes the fields of a group; what was not changed is not sent. */
export function SupplierForm({ group, supplier, conflict, save, onCancel }: SupplierFormProps) {
  // Fields keep what they had when the form was opened: what others change meanwhile is told above them.
  const [opened] = useState(supplier);
  const [keys, setKeys] = useState(() => opened.offices.map((_, index) => index));
  const [next, setNext] = useState(opened.offices.length);
  const isOffices = group === 'offices';

  const fields = isOffices
    ? keys.flatMap((key, index) => officeGroup(key, index))
    : groups[group].map((field) => supplierField(field as Exclude<SupplierField, 'offices'>, opened));

  function officeGroup(key: number, index: number): FormField[] {
    const [first, ...others] = officeFields(key, opened.offices[key]);
    const last = others.pop();
    if (!first || !last) return [];
    const heading = <h3 className={styles.office}>{formatText(text.office.heading, { n: index + 1 })}</h3>;
    const remove = (
      <div>
        <Button kind="plain" onClick={() => setKeys(keys.filter((one) => one !== key))}>
          {formatText(text.office.remove, { n: index + 1 })}
        </Button>
      </div>
    );
    return [beside(first, heading, null), ...others, beside(last, null, remove)];
  }

  async function send(typed: (name: string) => string) {
    const values: Values = {};
    if (isOffices) values.offices = keys.map((key) => readOffice(key, typed));
    else
      for (const field of groups[group] as readonly Exclude<SupplierField, 'offices'>[])
        Object.assign(values, { [field]: readValue(field, typed(field)) });
    const changed = Object.fromEntries(
      Object.entries(values).filter(([field, value]) => !isSame(value, opened[field as SupplierField])),
    );
    if (Object.keys(changed).length === 0) return { message: text.nothing, fields: {} };
    const failure = await save(changed, typed('reason'));
    // The server names what it refuses by its place in the values: values.offices.1.hours.
    return (
      failure && { ...failure, issues: failure.issues.map((one) => ({ ...one, path: placeOf(one.path) })) }
    );
  }

  function placeOf(path: string): string {
    const [, field = path, index, part] = path.split('.');
    if (field !== 'offices') return path === 'reason' ? path : field;
    const key = keys[Number(index)];
    return key === undefined ? 'reason' : officeField(key, (part ?? 'name') as 'name');
  }

  return (
    <Stack gap="3">
      {conflict.length > 0 && (
        <Notice kind="warn" live="alert" title={text.conflictTitle}>
          <Stack gap="1">
            <p>{text.conflictLead}</p>
            <ChangeList changes={conflict} />
          </Stack>
        </Notice>
      )}
      {isOffices && keys.length === 0 && <Text tone="quiet">{text.office.none}</Text>}
      <FormStep
        fields={[
          ...fields,
          isOffices
            ? beside(
                reasonField,
                <div>
                  <Button
                    onClick={() => {
                      setKeys([...keys, next]);
                      setNext(next + 1);
                    }}
                  >
                    {text.office.add}
                  </Button>
                </div>,
                null,
              )
            : reasonField,
        ]}
        problems={text.problems}
        submit={group === 'requisites' ? text.send : text.save}
        busy={text.saving}
        kind="ink"
        takesFocus
        send={send}
        actions={withCancel(text.cancel, onCancel)}
      />
    </Stack>
  );
}

/** A field with something above and below it. */
const beside = (field: FormField, above: ReactNode, below: ReactNode): FormField => ({
  ...field,
  show: (control) => (
    <>
      {above}
      {field.show(control)}
      {below}
    </>
  ),
});
