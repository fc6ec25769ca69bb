import { formatText } from '#contract/messages/format-text.ts';
import { dayKinds, mostOfTerm, type TermContent } from '#contract/service-terms/term-changes.ts';
import { withoutSpaces } from '#domain/input/tidy-text.ts';
import { moneyToWire, parseMoney, zeroMoney } from '#domain/money.ts';
import { compensationClasses } from '#domain/service-terms/service-standard.ts';
import { basisNames } from '#domain/service-terms/standard-words.template.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { weekdayNames } from '#domain/time/weekday-names.template.ts';
import { typedDates } from '#web/lib/dated-changes/typed-dates.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { showDate } from '#web/lib/format.ts';
import { wantedNumberText } from '#web/lib/numbers/number-problem.ts';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { CheckField } from '#web/ui/form/check-field.tsx';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import type { ContentOf } from './api.ts';
import { basisWords, type Weekday } from './term-words.ts';
import { text } from './text.ts';

/** What is wrong, in the words of the field. */
const problem = (words: string) => ({ code: 'shown', text: words });

interface TextFieldMore {
  label: string;
  hint?: string;
  inputMode?: 'numeric' | 'decimal' | 'text';
  initial: string;
}

const textField = (field: Omit<FormField, 'show'>, { initial, ...more }: TextFieldMore): FormField => ({
  ...field,
  show: ({ required: _, defaultValue = initial, ...control }) => (
    <TextField {...control} {...more} defaultValue={defaultValue} maxLength={100} autoComplete="off" />
  ),
});

function countField(
  name: string,
  label: string,
  initial: number | null,
  { most, hint, isOptional = false, check }: CountMore,
): FormField {
  const wanted = formatText(text.wanted.count, { name: label, most });
  return textField(
    {
      name,
      read: withoutSpaces,
      check(typed, others) {
        if (typed === '' && isOptional) return undefined;
        const isCount = /^\d{1,5}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most;
        if (!isCount) return problem(wanted);
        const words = check?.(Number(typed), others);
        return words === undefined ? undefined : problem(words);
      },
    },
    { label, initial: initial === null ? '' : String(initial), inputMode: 'numeric', ...(hint && { hint }) },
  );
}
interface CountMore {
  most: number;
  hint?: string;
  isOptional?: boolean;
  /** What is wrong with it, beside the others. */
  check?: (count: number, others: TypedValues) => string | undefined;
}

const timeShape = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

const hoursFields = ({ opensAt, closesAt }: { opensAt: string; closesAt: string }): FormField[] => [
  timeField('opensAt', text.opensAt, opensAt),
  timeField('closesAt', text.closesAt, closesAt),
];

function timeField(name: 'opensAt' | 'closesAt', label: string, initial: string): FormField {
  const wanted = formatText(text.wanted.time, { name: label });
  return textField(
    {
      name,
      read: (typed) => withoutSpaces(typed).replace(/^(\d):/, '0$1:'),
      check(typed, others) {
        if (!timeShape.test(typed)) return problem(wanted);
        return name === 'closesAt' && typed <= others('opensAt') ? problem(text.wanted.closesAt) : undefined;
      },
    },
    { label, initial, hint: text.timeHint },
  );
}

const flagField = (name: string, label: string, initial: boolean, yes: string, no: string): FormField => ({
  name,
  show: ({ required: _, defaultValue = String(initial), ...control }) => (
    <SelectField {...control} label={label} defaultValue={defaultValue}>
      <option value="true">{yes}</option>
      <option value="false">{no}</option>
    </SelectField>
  ),
});

const basisField = (initial: string): FormField =>
  textField(
    {
      name: 'basis',
      wanted: text.wanted.basis,
      read: (typed) => typed.trim(),
      check: (typed) => (typed.length < 3 ? { code: 'field.required' } : undefined),
    },
    { label: text.basis, hint: text.basisHint, initial: basisWords(initial) },
  );

const week = [1, 2, 3, 4, 5, 6, 7] as const satisfies readonly Weekday[];
const offName = (day: Weekday) => `off-${day}`;

function calendarFields(content: ContentOf<'calendar'>): FormField[] {
  return [
    ...week.map((day): FormField => {
      const isOff = content.weeklyDaysOff.includes(day);
      return {
        name: offName(day),
        check: (_, others) =>
          day === 7 && week.every((one) => others(offName(one)) !== '')
            ? problem(text.wanted.week)
            : undefined,
        show: ({ id, name, error, defaultValue }) => (
          <CheckField
            id={id}
            name={name}
            error={error}
            label={formatText(text.isDayOff, { day: weekdayNames[day] })}
            defaultChecked={defaultValue === undefined ? isOff : defaultValue !== ''}
          />
        ),
      };
    }),
    ...hoursFields(content),
    flagField(
      'holidaysAreWorkdays',
      text.holidays,
      content.holidaysAreWorkdays,
      text.holidaysWorked,
      text.holidaysOff,
    ),
    flagField(
      'afterHoursIsNextDay',
      text.afterHours,
      content.afterHoursIsNextDay,
      text.nextDay,
      text.sameDay,
    ),
    ...dayKinds.toReversed().map((kind): FormField => {
      const label = text.dates[kind];
      const wanted = formatText(text.wanted.dates, { name: label });
      const initial = content.days.filter((one) => one.kind === kind).map(({ day }) => showDate(day));
      return {
        name: kind,
        check(typed, others) {
          const days = typedDates(typed);
          const all = dayKinds.flatMap((one) => typedDates(others(one)));
          const isRight = days.every(
            (day) => parseLocalDate(day) !== undefined && all.indexOf(day) === all.lastIndexOf(day),
          );
          return isRight ? undefined : problem(wanted);
        },
        show: ({ required: _, defaultValue = initial.join('\n'), ...control }) => (
          <AreaField
            {...control}
            label={label}
            hint={text.datesHint}
            defaultValue={defaultValue}
            rows={kind === 'holiday' ? 6 : 3}
            inputMode="text"
          />
        ),
      };
    }),
  ];
}

function standardFields(content: ContentOf<'standard'>): FormField[] {
  const { compensation } = content;
  const longer = (label: string) => (count: number, others: TypedValues) =>
    count > Number(others('days')) ? undefined : formatText(text.wanted.longer, { name: label });
  return [
    countField('days', text.days, content.days, { most: mostOfTerm.days }),
    {
      name: 'unit',
      show: ({ required: _, defaultValue = content.unit, ...control }) => (
        <SelectField {...control} label={text.unit} defaultValue={defaultValue}>
          <option value="working">{text.units.working}</option>
          <option value="calendar">{text.units.calendar}</option>
        </SelectField>
      ),
    },
    countField('extensionDays', text.extensionDays, content.extensionDays, {
      most: mostOfTerm.days,
      hint: text.emptyIsNone,
      isOptional: true,
      check: longer(text.extensionDays),
    }),
    ...compensationClasses.map((one): FormField => {
      const label = text.sums[one];
      const wanted = formatText(text.wanted.sum, { name: label });
      return textField(
        {
          name: one,
          read: withoutSpaces,
          check(typed, others) {
            if (compensationClasses.every((other) => others(other) === '')) return undefined;
            const sum = parseMoney(typed);
            return sum === undefined || sum <= zeroMoney
              ? problem(wantedNumberText(typed, wanted))
              : undefined;
          },
        },
        {
          label,
          hint: text.emptyIsNone,
          inputMode: 'decimal',
          initial: compensation === null ? '' : compensation[one].replace('.', ','),
        },
      );
    }),
    countField('afterDays', text.afterDays, compensation?.afterDays ?? null, {
      most: mostOfTerm.days,
      hint: text.afterDaysHint,
      isOptional: true,
      check: longer(text.afterDays),
    }),
    basisField(content.basis),
  ];
}

function chatFields(content: ContentOf<'chat'>): FormField[] {
  return [
    ...hoursFields(content),
    countField('answerMinutes', text.answerMinutes, content.answerMinutes, { most: mostOfTerm.waitMinutes }),
    countField('ticketAfterMinutes', text.ticketAfterMinutes, content.ticketAfterMinutes, {
      most: mostOfTerm.waitMinutes,
      check: (count, others) =>
        count < Number(others('answerMinutes')) ? text.wanted.ticketAfter : undefined,
    }),
    countField('endsAfterMinutes', text.endsAfterMinutes, content.endsAfterMinutes, {
      most: mostOfTerm.silentMinutes,
    }),
  ];
}

/** The fields of a version, with what is in force in them. */
export function fieldsOf(content: TermContent): FormField[] {
  switch (content.kind) {
    case 'calendar':
      return calendarFields(content);
    case 'standard':
      return standardFields(content);
    case 'chat':
      return chatFields(content);
    case 'compensation':
      return [
        countField('dueDays', text.dueDays, content.dueDays, { most: mostOfTerm.days }),
        basisField(content.basis),
      ];
  }
}

/** The code of an act that has words, else what was typed. */
const basisOf = (typed: string) =>
  Object.entries(basisNames).find(([, words]) => words === typed)?.[0] ?? typed;
const countOrNone = (typed: string) => (typed === '' ? null : Number(typed));

/** What was typed as a version of the same thing as `now`. The fields have been checked. */
export function readContent(now: TermContent, value: TypedValues): TermContent {
  const hours = { opensAt: value('opensAt'), closesAt: value('closesAt') };
  switch (now.kind) {
    case 'calendar':
      return {
        kind: 'calendar',
        weeklyDaysOff: week.filter((day) => value(offName(day)) !== ''),
        days: dayKinds
          .flatMap((kind) => typedDates(value(kind)).map((day) => ({ day, kind })))
          .toSorted((a, b) => (a.day < b.day ? -1 : 1)),
        holidaysAreWorkdays: value('holidaysAreWorkdays') === 'true',
        ...hours,
        afterHoursIsNextDay: value('afterHoursIsNextDay') === 'true',
      };
    case 'standard': {
      const sum = (name: string) => moneyToWire(parseMoney(value(name)) ?? zeroMoney);
      return {
        kind: 'standard',
        code: now.code,
        days: Number(value('days')),
        unit: value('unit') === 'working' ? 'working' : 'calendar',
        basis: basisOf(value('basis')),
        extensionDays: countOrNone(value('extensionDays')),
        compensation:
          value('household') === ''
            ? null
            : {
                household: sum('household'),
                smallBusiness: sum('smallBusiness'),
                other: sum('other'),
                afterDays: countOrNone(value('afterDays')),
              },
      };
    }
    case 'chat':
      return {
        kind: 'chat',
        ...hours,
        answerMinutes: Number(value('answerMinutes')),
        ticketAfterMinutes: Number(value('ticketAfterMinutes')),
        endsAfterMinutes: Number(value('endsAfterMinutes')),
      };
    case 'compensation':
      return { kind: 'compensation', dueDays: Number(value('dueDays')), basis: basisOf(value('basis')) };
  }
}
