import { useState } from 'react';
import type { InputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { type ManagedAct, mostInstalments } from '#contract/values/managed-act.ts';
import type { planInstalments } from '#contract/violation-acts/manage-acts.ts';
import { kopiykas, moneyFromWire, moneyToWire, subtractMoney, sumMoney } from '#domain/money.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { laterOf, localDate, parseLocalDate } from '#domain/time/local-date.ts';
import { shareInstalments } from '#domain/violation-acts/instalments.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { isSomeMoney, showMoney, showSum } from '#web/lib/format.ts';
import { numberProblem } from '#web/lib/numbers/number-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { readSum, reasonField } from './act-fields.tsx';
import { Conflict } from './act-steps.tsx';
import styles from './manage.module.css';
import { text } from './text.ts';

const { partsForm: words, wanted } = text;

type Parts = InputOf<typeof planInstalments>['parts'];
/** A part as it is typed. */
type Typed = { readonly dueOn: string; readonly sum: string };

const usualParts = 3;

const typedOf = (parts: Parts): readonly Typed[] =>
  parts.map(({ dueOn, sum }) => ({ dueOn, sum: showMoney(sum).replaceAll('\u00a0', ' ') }));

const share = (unpaid: string, firstOn: string, count: number): readonly Typed[] =>
  typedOf(
    shareInstalments(moneyFromWire(unpaid), localDate(firstOn), count).map(({ dueOn, sum }) => ({
      dueOn,
      sum: moneyToWire(sum),
    })),
  );

/** The unpaid parts of the schedule that there is, or three equal ones. */
function firstParts({ unpaid, instalments = [], dueOn }: ManagedAct, today: string): readonly Typed[] {
  const left = instalments.filter((part) => isSomeMoney(part.left));
  if (left.length > 0) return typedOf(left.map((part) => ({ dueOn: part.dueOn, sum: part.left })));
  return share(unpaid, laterOf(localDate(today), localDate(dueOn ?? today)), usualParts);
}

/** What the parts are more than the sum; negative: what they lack. What is no sum counts as nothing. */
function differenceOf(parts: readonly Typed[], unpaid: string) {
  const sums = parts.map(({ sum }) => readSum(sum)).filter((sum) => /^\d+\.\d\d$/.test(sum));
  const total = sumMoney(sums.map(moneyFromWire));
  return { total, difference: subtractMoney(total, moneyFromWire(unpaid)) };
}

interface InstalmentsFormProps {
  act: ManagedAct;
  seen: number;
  send: (parts: Parts, reason: string) => Promise<ApiFailure | undefined>;
  onCancel: () => void;
}

/** Shares what is unpaid among days: equal parts by a press, each of which can be changed. */
export function InstalmentsForm({ act, seen, send, onCancel }: InstalmentsFormProps) {
  const today = kyivDateOf(deviceNow());
  const { unpaid } = act;
  const [parts, setParts] = useState(() => firstParts(act, today));
  const [count, setCount] = useState(String(parts.length));
  const [firstOn, setFirstOn] = useState(parts[0]?.dueOn ?? today);
  const canShare =
    /^[1-9]\d?$/.test(count) && Number(count) <= mostInstalments && parseLocalDate(firstOn) !== undefined;
  const change = (index: number, part: Partial<Typed>) =>
    setParts(parts.map((one, place) => (place === index ? { ...one, ...part } : one)));
  const fields = parts.flatMap((part, index): readonly FormField[] => {
    const n = index + 1;
    const [day, sum] = [formatText(words.partDay, { n }), formatText(words.partSum, { n })];
    return [
      {
        name: `day${n}`,
        wanted: formatText(wanted.day, { name: day }),
        check: (typed) => (parseLocalDate(typed) === undefined ? { code: 'field.required' } : undefined),
        show: ({ required: _, defaultValue: __, ...control }) => (
          <TextField
            {...control}
            type="date"
            label={day}
            min={today}
            value={part.dueOn}
            onChange={({ target }) => change(index, { dueOn: target.value })}
          />
        ),
      },
      {
        name: `sum${n}`,
        wanted: formatText(wanted.sum, { name: sum }),
        read: readSum,
        check: (typed) => (/^\d+\.\d\d$/.test(typed) ? undefined : numberProblem(typed)),
        show: ({ required: _, defaultValue: __, ...control }) => (
          <TextField
            {...control}
            label={sum}
            inputMode="decimal"
            autoComplete="off"
            maxLength={18}
            value={part.sum}
            onChange={({ target }) => change(index, { sum: target.value })}
          />
        ),
      },
    ];
  });
  return (
    <Stack gap="2">
      <Conflict act={act} seen={seen} />
      <Text tone="quiet">{formatText(words.lead, { sum: showSum(unpaid) })}</Text>
      <div className={styles.share}>
        <TextField
          label={words.count}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          value={count}
          onChange={({ target }) => setCount(target.value)}
        />
        <TextField
          type="date"
          label={words.first}
          min={today}
          value={firstOn}
          onChange={({ target }) => setFirstOn(target.value)}
        />
        <Button disabled={!canShare} onClick={() => setParts(share(unpaid, firstOn, Number(count)))}>
          {words.share}
        </Button>
      </div>
      <FormStep
        fields={[
          ...fields,
          { name: 'total', show: () => <Total parts={parts} unpaid={unpaid} /> },
          reasonField,
        ]}
        form={{ className: styles.parts }}
        problems={text.problems}
        submit={words.submit}
        busy={text.saving}
        kind="ink"
        places={{
          paths: Object.fromEntries(
            parts.flatMap((_, index) => [
              [`parts.${index}.dueOn`, `day${index + 1}`],
              [`parts.${index}.sum`, `sum${index + 1}`],
            ]),
          ),
        }}
        send={(value) =>
          send(
            parts.map((_, index) => ({ dueOn: value(`day${index + 1}`), sum: value(`sum${index + 1}`) })),
            value('reason'),
          )
        }
        actions={withCancel(text.stop, onCancel)}
      />
    </Stack>
  );
}

/** The sum of the parts beside what they have to be. */
function Total({ parts, unpaid }: { parts: readonly Typed[]; unpaid: string }) {
  const { total, difference } = differenceOf(parts, unpaid);
  const size = moneyToWire(difference < 0n ? kopiykas(-difference) : difference);
  const words_ =
    difference === 0n
      ? words.exact
      : formatText(difference > 0n ? words.over : words.lacks, { sum: showSum(size) });
  return (
    <p role="status" className={styles.total} data-differs={difference === 0n ? undefined : ''}>
      {formatText(words.total, { total: showSum(moneyToWire(total)), sum: showSum(unpaid) })} — {words_}
    </p>
  );
}
