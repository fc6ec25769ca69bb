import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { maxRecipients, type recipientChoices } from '#contract/supplier-messages/send-messages.ts';
import type { RecipientRule } from '#contract/values/recipient-rule.ts';
import { isBlank, tidyText } from '#domain/input/tidy-text.ts';
import { moneyToWire, parseMoney } from '#domain/money.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { showSum } from '#web/lib/format.ts';
import { wantedNumberText } from '#web/lib/numbers/number-problem.ts';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { CheckField } from '#web/ui/form/check-field.tsx';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import { FileDrop } from '#web/ui/form/file-drop.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { parseRecipients } from './parse-recipients.ts';
import { text } from './text.ts';

/** Whom a message is for, as one chooses. */
export const audienceKinds = ['accounts', 'rule', 'everybody'] as const;
export type AudienceKind = (typeof audienceKinds)[number];

type Choices = OutputOf<typeof recipientChoices>;

/** Wrong words and unknown numbers that are named. */
const maxNamed = 10;

export const named = (list: readonly string[]) =>
  list.length > maxNamed ? `${list.slice(0, maxNamed).join(', ')}…` : list.join(', ');

function checkRecipients(typed: string) {
  const { accounts, invalid } = parseRecipients(typed);
  if (invalid.length > 0) {
    const list = named(invalid.map((found) => formatText(text.inLine, { ...found })));
    return { code: 'notNumbers', text: formatText(text.notNumbers, { list }) };
  }
  if (accounts.length > maxRecipients)
    return {
      code: 'recipientsMax',
      text: formatText(text.recipientsMax, { max: maxRecipients, n: accounts.length }),
    };
  return accounts.length === 0 ? { code: 'field.required' as const } : undefined;
}

/** The text of a file goes into the field, where it is seen and checked by line. */
async function readInto(id: string, file: File | undefined): Promise<void> {
  const area = document.getElementById(id);
  if (file && area instanceof HTMLTextAreaElement) area.value = await file.text();
}

const listFields: readonly FormField[] = [
  {
    name: 'accounts',
    check: checkRecipients,
    show: (control) => (
      <Stack gap="1">
        <AreaField
          {...control}
          label={text.recipients}
          hint={formatText(text.recipientsHint, { max: maxRecipients })}
          rows={5}
          spellCheck={false}
        />
        <FileDrop
          id={`${control.id}-file`}
          name={`${control.name}-file`}
          label={text.file}
          invitation={text.chooseFile}
          accept=".csv,.txt"
          onFile={(file) => {
            readInto(control.id, file).catch(() => undefined);
          }}
        />
      </Stack>
    ),
  },
];

const anyOf = (any: string, options: readonly (readonly [value: string, label: string])[]) => [
  <option key="" value="">
    {any}
  </option>,
  ...options.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  )),
];

const isWhole = (typed: string) => /^\d{1,4}$/.test(typed);

function ruleFields({ tariffs, regions, settlements }: Choices): readonly FormField[] {
  const select = (
    name: string,
    label: string,
    any: string,
    options: readonly (readonly [string, string])[],
  ): FormField => ({
    name,
    show: ({ required: _, ...control }) => (
      <SelectField {...control} label={label}>
        {anyOf(any, options)}
      </SelectField>
    ),
  });
  return [
    select('customerType', text.customerType, text.anyType, [
      ['person', text.types.person],
      ['entity', text.types.entity],
    ]),
    select(
      'tariff',
      text.tariff,
      text.anyTariff,
      tariffs.map(({ code, title }) => [code, title]),
    ),
    select(
      'region',
      text.region,
      text.anyRegion,
      regions.map((name) => [name, name]),
    ),
    select(
      'settlement',
      text.settlement,
      text.anySettlement,
      settlements.map((name) => [name, name]),
    ),
    {
      name: 'debtSum',
      check: (value) =>
        isBlank(value) || parseMoney(value) !== undefined
          ? undefined
          : { code: 'debtSum', text: wantedNumberText(value, text.debtSumWanted) },
      show: ({ required: _, ...control }) => (
        <TextField {...control} label={text.debtSum} hint={text.debtHint} inputMode="decimal" />
      ),
    },
    {
      name: 'debtDays',
      check: (value) =>
        isBlank(value) || isWhole(tidyText(value))
          ? undefined
          : { code: 'debtDays', text: text.debtDaysWanted },
      show: ({ required: _, ...control }) => (
        <TextField {...control} label={text.debtDays} inputMode="numeric" maxLength={4} />
      ),
    },
    {
      name: 'awaitsReading',
      check: (value, others) =>
        Object.keys(ruleOf((name) => (name === 'awaitsReading' ? value : others(name)))).length === 0
          ? { code: 'noCondition', text: text.noCondition }
          : undefined,
      show: ({ required: _, defaultValue, ...control }) => (
        <CheckField {...control} defaultChecked={defaultValue === 'on'} label={text.awaitsReading} />
      ),
    },
  ];
}

/** The rule that was typed; a condition that was left empty is no condition. */
export function ruleOf(typed: TypedValues): RecipientRule {
  const of = (name: string) => tidyText(typed(name));
  const sum = parseMoney(of('debtSum'));
  const days = of('debtDays');
  const hasDebt = sum !== undefined || isWhole(days);
  const type = of('customerType');
  return {
    ...((type === 'person' || type === 'entity') && { customerType: type }),
    ...(of('tariff') && { tariff: of('tariff') }),
    ...(of('region') && { region: of('region') }),
    ...(of('settlement') && { settlement: of('settlement') }),
    ...(hasDebt && { debt: { sum: sum === undefined ? '0.01' : moneyToWire(sum), days: Number(days || 0) } }),
    ...(of('awaitsReading') === 'on' && { awaitsReading: true }),
  };
}

/** The fields of a kind of audience. */
export function fieldsOfAudience(kind: AudienceKind, choices: Choices | undefined): readonly FormField[] {
  if (kind === 'accounts') return listFields;
  return kind === 'rule' && choices ? ruleFields(choices) : [];
}

/** A rule in words, as the history shows it. */
export function describeRule({
  customerType,
  tariff,
  region,
  settlement,
  debt,
  awaitsReading,
}: RecipientRule): string {
  return [
    customerType && text.types[customerType],
    tariff && formatText(text.ofTariff, { tariff }),
    region,
    settlement,
    debt && formatText(text.ofDebt, { sum: showSum(debt.sum), days: debt.days }),
    awaitsReading && text.ofAwaiting,
  ]
    .filter(Boolean)
    .join(', ');
}
