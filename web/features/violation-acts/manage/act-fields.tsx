import { formatText } from '#contract/messages/format-text.ts';
import { withoutSpaces } from '#domain/input/tidy-text.ts';
import { moneyToWire, parseMoney } from '#domain/money.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import type { FieldControl, FormField } from '#web/lib/form/fields-form.tsx';
import { numberProblem } from '#web/lib/numbers/number-problem.ts';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { text } from './text.ts';

const trimmed = (typed: string) => typed.trim();

/** A field as it is shown, its value not required by the browser: the form says itself what is missing. */
const free = ({ required: _, ...control }: FieldControl) => control;

export const reasonField: FormField = {
  name: 'reason',
  wanted: text.wanted.reason,
  read: trimmed,
  check: (typed) => (typed.length < 3 ? { code: 'field.required' } : undefined),
  show: (control) => (
    <AreaField {...free(control)} label={text.reason} hint={text.reasonHint} maxLength={300} rows={2} />
  ),
};

interface DayOptions {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly initial?: string | undefined;
  readonly isOptional?: boolean;
  readonly max?: string;
  readonly min?: string;
}

/** A day; what is no day is said at once, the order of days by the server. */
export const dayField = ({ name, label, hint, initial, isOptional, ...bounds }: DayOptions): FormField => ({
  name,
  wanted: formatText(text.wanted.day, { name: label }),
  check: (typed) =>
    parseLocalDate(typed) !== undefined || (isOptional && typed === '')
      ? undefined
      : { code: 'field.required' },
  show: ({ defaultValue = initial, ...control }) => (
    <TextField {...free({ ...control, defaultValue })} {...bounds} type="date" label={label} hint={hint} />
  ),
});

interface LineOptions {
  readonly name: string;
  readonly label: string;
  readonly wanted?: string;
  readonly hint?: string;
  readonly maxLength: number;
  readonly initial?: string;
  readonly inputMode?: 'numeric' | 'decimal';
  /** Lines of the field; absent: one line. */
  readonly rows?: number;
}

/** A text; without `wanted` it may be empty. */
export const lineField = ({ name, wanted, rows, initial = '', ...field }: LineOptions): FormField => ({
  name,
  ...(wanted !== undefined && {
    wanted,
    check: (typed) => (typed === '' ? { code: 'field.required' } : undefined),
  }),
  read: trimmed,
  show: ({ defaultValue = initial, ...control }) =>
    rows === undefined ? (
      <TextField {...free({ ...control, defaultValue })} {...field} autoComplete="off" />
    ) : (
      <AreaField {...free({ ...control, defaultValue })} {...field} rows={rows} />
    ),
});

interface CountOptions extends Pick<LineOptions, 'name' | 'label' | 'initial'> {
  readonly wanted: string;
  readonly most: number;
  readonly least: number;
}

/** A whole number within bounds. */
export const countField = ({ least, most, ...field }: CountOptions): FormField => ({
  ...lineField({ ...field, maxLength: 11, inputMode: 'numeric' }),
  read: withoutSpaces,
  check: (typed) =>
    /^\d{1,9}$/.test(typed) && Number(typed) >= least && Number(typed) <= most
      ? undefined
      : { code: 'field.invalid' },
});

/** A sum as a person writes it, read as the wire has it; what is no sum above zero stays as it was typed. */
export function readSum(typed: string): string {
  const sum = parseMoney(typed);
  return sum !== undefined && sum > 0n ? moneyToWire(sum) : typed.trim();
}

/** A sum above zero. */
export const sumField = (field: Pick<LineOptions, 'name' | 'label' | 'initial'>): FormField => ({
  ...lineField({ ...field, maxLength: 18, inputMode: 'decimal' }),
  wanted: formatText(text.wanted.sum, { name: field.label }),
  read: readSum,
  check: (sum) => (/^\d+\.\d\d$/.test(sum) ? undefined : numberProblem(sum)),
});
