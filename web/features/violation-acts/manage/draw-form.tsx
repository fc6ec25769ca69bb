import { type ReactNode, useState } from 'react';
import { type ListedAct, type ManagedAct, mostPresent } from '#contract/values/managed-act.ts';
import { drawUpAct } from '#contract/violation-acts/manage-acts.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { type ViolationKind, violationKinds } from '#domain/violation-acts/violation-kinds.ts';
import { callApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep, ruledBy } from '#web/lib/form/form-step.tsx';
import { SelectField } from '#web/ui/form/field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { dayField, lineField } from './act-fields.tsx';
import { text } from './text.ts';

const { fields: names, drawForm: words, wanted } = text;

/** Ids of fields: those of the filter behind the window have the names of the call. */
const ids = {
  account: 'draw-account',
  actNumber: 'draw-number',
  drawnOn: 'draw-day',
  kind: 'draw-kind',
  clause: 'draw-clause',
  place: 'draw-place',
  meterSerial: 'draw-meter',
  found: 'draw-found',
  present: 'draw-present',
} as const;

const linesOf = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const drawnFields = (account: string, today: string): readonly FormField[] => [
  {
    ...lineField({
      name: ids.account,
      label: text.account,
      maxLength: 14,
      initial: account,
      inputMode: 'numeric',
    }),
    wanted: wanted.account,
    ...ruledBy('account'),
  },
  lineField({ name: ids.actNumber, label: text.number, wanted: wanted.number, maxLength: 40 }),
  dayField({ name: ids.drawnOn, label: names.drawnOn, initial: today, max: today }),
  {
    name: ids.kind,
    show: ({ required: _, ...control }) => (
      <SelectField {...control} label={names.kind}>
        {violationKinds.map((kind) => (
          <option key={kind} value={kind}>
            {text.kinds[kind]}
          </option>
        ))}
      </SelectField>
    ),
  },
  lineField({ name: ids.clause, label: names.clause, hint: text.optional, maxLength: 300 }),
  lineField({ name: ids.place, label: names.place, wanted: wanted.place, maxLength: 300 }),
  lineField({ name: ids.meterSerial, label: names.meterSerial, hint: words.meterHint, maxLength: 40 }),
  {
    ...lineField({ name: ids.found, label: names.found, hint: words.foundHint, maxLength: 2000, rows: 3 }),
    wanted: wanted.found,
    check: (typed) => (typed.length < 3 ? { code: 'field.required' } : undefined),
  },
  {
    ...lineField({
      name: ids.present,
      label: names.present,
      hint: words.presentHint,
      maxLength: 1600,
      rows: 3,
    }),
    wanted: wanted.present,
    check: (typed) => {
      const lines = linesOf(typed).length;
      return lines === 0 || lines > mostPresent ? { code: 'field.required' } : undefined;
    },
  },
];

/** What names an act. */
export type ActName = Pick<ListedAct, 'account' | 'actNumber'>;

interface DrawFormProps {
  /** '' when it is not known yet. */
  account: string;
  requestId: string;
  /** The link to an act. */
  linkTo: (act: ActName) => ReactNode;
  onDrawn: (act: ManagedAct) => void;
  onCancel: () => void;
}

/** Draws up an act; sent again after a lost answer, it is counted once. */
export function DrawForm({ account, requestId, linkTo, onDrawn, onCancel }: DrawFormProps) {
  const [holder, setHolder] = useState<ActName>();
  return (
    <Stack gap="2">
      <Text tone="quiet">{words.lead}</Text>
      {holder && (
        <Notice kind="info">
          {words.holder} {linkTo(holder)}
        </Notice>
      )}
      <FormStep
        fields={drawnFields(account, kyivDateOf(deviceNow()))}
        problems={text.problems}
        submit={words.submit}
        busy={text.saving}
        kind="ink"
        takesFocus
        places={{
          paths: ids,
          codes: {
            'common.notFound': ids.account,
            'acts.numberTaken': ids.actNumber,
            'acts.futureDay': ids.drawnOn,
            'acts.unknownMeter': ids.meterSerial,
          },
        }}
        send={async (value) => {
          const result = await callApi(drawUpAct, {
            account: value(ids.account),
            actNumber: value(ids.actNumber),
            drawnOn: value(ids.drawnOn),
            kind: value(ids.kind) as ViolationKind,
            clause: value(ids.clause),
            place: value(ids.place),
            meterSerial: value(ids.meterSerial) || null,
            found: value(ids.found),
            present: linesOf(value(ids.present)),
            requestId,
          });
          if (!result.ok) {
            const { code, details } = result.failure;
            setHolder(code === 'acts.numberTaken' ? (details as ActName | undefined) : undefined);
            return result.failure;
          }
          onDrawn(result.data.act);
          return undefined;
        }}
        actions={withCancel(text.stop, onCancel)}
      />
    </Stack>
  );
}
