import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { checkField, type FieldName } from '#contract/field-rules.ts';
import { changeMasterData } from '#contract/master-data.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { MasterDataChange } from '#contract/values/master-data.ts';
import { tidyText } from '#domain/input/tidy-text.ts';
import { tableOf } from '#domain/table-of.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep, FormSteps, ruledBy } from '#web/lib/form/form-step.tsx';
import type { Step } from '#web/lib/form/steps/step-table.ts';
import { fullPhone } from '#web/lib/form/typed-values.ts';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { showDate, showNumber, showPeriod, showSum } from '#web/lib/format.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { emailInput, SelectField, TextField } from '#web/ui/form/field.tsx';
import { PhoneField } from '#web/ui/form/phone-field.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { MasterData, RecordedHolder } from './api.ts';
import styles from './change-form.module.css';
import { text } from './text.ts';

const { holderChange: words } = text;

type StepName = 'readings' | 'contract' | 'customer' | 'names' | 'summary';
const places: readonly StepName[] = ['readings', 'contract', 'customer', 'summary'];

type Meter = MasterData['meters'][number];
const closingName = ({ serialNumber }: Meter, key: string) => `closing.${serialNumber}.${key}`;
const installedOf = ({ meters }: MasterData) => meters.filter(({ removedOn }) => removedOn === null);

const required = (value: string) => (value === '' ? { code: '', text: text.required } : undefined);

type Input = Omit<Parameters<typeof TextField>[0], 'name' | 'id' | 'label'>;

function textField(
  name: string,
  label: string,
  more: Input | undefined,
  check: FormField['check'],
): FormField {
  return {
    name,
    read: tidyText,
    ...(check && { check }),
    show: (control) => (
      <TextField {...control} required={check !== undefined} label={label} autoComplete="off" {...more} />
    ),
  };
}

const ruled = (rule: FieldName) => (value: string) => checkField(rule, value);

interface KnownValue {
  value: number;
  on: string;
}

function closingField(meter: Meter, key: string, label: string, { value, on }: KnownValue): FormField {
  return textField(
    closingName(meter, key),
    label,
    {
      inputMode: 'numeric',
      maxLength: meter.digitCapacity,
      hint: formatText(words.lastValue, { value: showNumber(value), day: showDate(on) }),
    },
    (typed) =>
      required(typed) ?? (/^\d{1,9}$/.test(typed) ? undefined : { code: '', text: text.wholeNumber }),
  );
}

/** The day, and what each register and channel of each installed meter shows on it, with what is known of it beside. */
function readingFields(masterData: MasterData): FormField[] {
  return [
    textField('effectiveOn', words.day, { type: 'date', hint: words.dayHint }, required),
    ...installedOf(masterData).flatMap((meter) => [
      ...meter.lastValues.map(({ zone, ...known }) => {
        const label = formatText(words.closing, { serial: meter.serialNumber, zone: text.zones[zone] });
        return closingField(meter, zone, label, known);
      }),
      ...meter.channels.map(({ channel, ...known }) => {
        const values = { serial: meter.serialNumber, channel: text.channels[channel] };
        return closingField(meter, channel, formatText(words.closingChannel, values), known);
      }),
    ]),
    textField('document', text.document, { maxLength: 200, hint: text.documentHint }, undefined),
  ];
}

const contractFields: readonly FormField[] = [
  {
    ...textField(
      'newAccount',
      words.newAccount,
      { inputMode: 'numeric', hint: words.newAccountHint },
      ruled('account'),
    ),
    ...ruledBy('account'),
  },
  textField('contractNumber', words.contractNumber, { maxLength: 40 }, required),
  textField('contractDate', words.contractDate, { type: 'date' }, required),
  textField('consumerEic', words.consumerEic, { hint: words.consumerEicHint }, required),
];

const customerFields: readonly FormField[] = [
  {
    name: 'isNew',
    show: (control) => (
      <SelectField id={control.id} name={control.name} label={words.who} defaultValue={control.defaultValue}>
        <option value="">{words.isKnown}</option>
        <option value="yes">{words.isNew}</option>
      </SelectField>
    ),
  },
  textField('customerCode', words.customerCode, { maxLength: 40, hint: words.customerCodeHint }, required),
];

const phone: FormField = {
  name: 'phone',
  read: fullPhone,
  check: (typed) => (typed === '' ? undefined : checkField('phone', typed)),
  show: (control) => (
    <PhoneField
      {...control}
      required={false}
      label={text.phone}
      hint={text.optional}
      prefix={words.phonePrefix}
    />
  ),
};
const emailField = textField('email', text.email, { ...emailInput, hint: text.optional }, (typed) =>
  typed === '' ? undefined : checkField('email', typed),
);

function nameFields({ holder }: MasterData): FormField[] {
  const own =
    holder.customerType === 'entity'
      ? [
          textField('companyName', text.companyName, { maxLength: 200 }, required),
          textField('taxCode', words.edrpou, { maxLength: 8, inputMode: 'numeric' }, required),
        ]
      : [
          textField('surname', text.surname, { maxLength: 50 }, required),
          textField('name', text.name, { maxLength: 50 }, required),
          textField('middleName', text.middleName, { maxLength: 50, hint: text.optional }, undefined),
          textField(
            'taxCode',
            words.taxCode,
            { maxLength: 10, inputMode: 'numeric', hint: text.optional },
            undefined,
          ),
        ];
  return [...own, phone, emailField];
}

const namesOfCustomer = [
  'companyName',
  'surname',
  'name',
  'middleName',
  'taxCode',
  'phone',
  'email',
] as const;

function changeOf(value: TypedValues, masterData: MasterData): MasterDataChange {
  const customer = namesOfCustomer.map((name) => [name, value(name)]).filter(([, given]) => given !== '');
  return {
    kind: 'holder',
    newAccount: value('newAccount'),
    contractNumber: value('contractNumber'),
    contractDate: value('contractDate'),
    consumerEic: value('consumerEic'),
    customerCode: value('customerCode'),
    ...(value('isNew') !== '' && { customer: Object.fromEntries(customer) }),
    closingValues: Object.fromEntries(
      installedOf(masterData).map((meter) => [
        meter.serialNumber,
        Object.fromEntries(
          [...meter.lastValues.map(({ zone }) => zone), ...meter.channels.map(({ channel }) => channel)].map(
            (key) => [key, Number(value(closingName(meter, key)))],
          ),
        ),
      ]),
    ),
  };
}

const fieldOfColumn: Readonly<Record<string, string>> = tableOf({
  effective_on: 'effectiveOn',
  new_account: 'newAccount',
  contract_date: 'contractDate',
  customer_code: 'customerCode',
  tax_code: 'taxCode',
});

/** A refusal of the server at the field that its column or path names; a step before is led back to. */
function placed(failure: ApiFailure, masterData: MasterData): ApiFailure {
  const { code, details, issues, message } = failure;
  const [meter] = installedOf(masterData);
  const firstClosing = meter?.lastValues[0] ? closingName(meter, meter.lastValues[0].zone) : '';
  const fieldOf = (path: string) => (path.startsWith('closing') ? firstClosing : path);
  if (issues.length > 0) {
    const shown = issues.map(({ path, ...issue }) => ({
      ...issue,
      path: fieldOf(path.replace(/^change\.(customer\.)?/, '')),
    }));
    return { ...failure, issues: shown };
  }
  const column =
    typeof details === 'object' && details !== null ? String(Reflect.get(details, 'column')) : '';
  const ofNames = masterData.holder.customerType === 'entity' ? 'companyName' : 'surname';
  const field = column === 'surname' ? ofNames : (fieldOfColumn[column] ?? fieldOf(column));
  const isShown = field !== column || column.startsWith('closing');
  return isShown ? { ...failure, issues: [{ path: field, code, message }] } : failure;
}

interface HolderFormProps {
  account: string;
  masterData: MasterData;
  onRecorded: () => void;
}

/** Leads through a change of holder: closing reading, new contract, new customer, and what it makes of both before it is recorded. */
export function HolderForm({ account, masterData, onRecorded }: HolderFormProps) {
  const isOnline = useOnline();
  const [checked, setChecked] = useState<RecordedHolder>();
  const [done, setDone] = useState('');
  const { contractEndedOn, holder } = masterData;
  if (done !== '') return <Recorded account={account} newAccount={done} />;
  if (contractEndedOn !== null)
    return <Notice kind="info">{formatText(words.ended, { day: showDate(contractEndedOn) })}</Notice>;

  const send = async (value: TypedValues, dryRun: boolean) => {
    const document = value('document');
    const result = await callApi(changeMasterData, {
      account,
      effectiveOn: value('effectiveOn'),
      ...(document && { document }),
      change: changeOf(value, masterData),
      dryRun,
    });
    if (!result.ok) return placed(result.failure, masterData);
    if (dryRun) {
      setChecked(result.data);
      return { to: 'summary' } as const;
    }
    setDone(value('newAccount'));
    onRecorded();
    return undefined;
  };
  const place = (
    step: StepName,
    lead?: ReactNode,
  ): Pick<Step<StepName>, 'notice' | 'problems' | 'busy' | 'kind' | 'takesFocus'> => ({
    problems: text.problems,
    busy: words.checking,
    kind: 'ink',
    takesFocus: step !== 'readings',
    notice: () => (
      <div className={styles.wide}>
        <Text isStrong>
          {formatText(words.place, {
            n: places.indexOf(step === 'names' ? 'customer' : step) + 1,
            of: places.length,
            step: words.steps[step],
          })}
        </Text>
        {lead}
        {!isOnline && <Notice kind="info">{text.offline}</Notice>}
      </div>
    ),
  });
  return (
    <FormSteps<StepName>
      start="readings"
      keepsTyped
      layout={(step) => <FormStep {...step} form={{ ...step.form, className: styles.form }} />}
      steps={{
        readings: {
          ...place('readings', <Text tone="quiet">{formatText(words.lead, { name: holder.name })}</Text>),
          fields: readingFields(masterData),
          submit: words.next,
          next: 'contract',
        },
        contract: {
          ...place('contract'),
          fields: contractFields,
          submit: words.next,
          next: 'customer',
          back: { to: 'readings', label: words.back },
        },
        customer: {
          ...place('customer'),
          fields: customerFields,
          submit: words.next,
          send: async (value) => (value('isNew') === '' ? send(value, true) : ({ to: 'names' } as const)),
          back: { to: 'contract', label: words.back },
        },
        names: {
          ...place('names'),
          fields: nameFields(masterData),
          submit: words.next,
          send: (value) => send(value, true),
          back: { to: 'customer', label: words.back },
        },
        summary: {
          ...place('summary', checked && <Summary account={account} name={holder.name} change={checked} />),
          fields: [],
          submit: words.record,
          busy: words.recording,
          send: (value) => send(value, false),
          back: { to: 'customer', label: words.back },
        },
      }}
    />
  );
}

interface SummaryProps {
  account: string;
  /** Of the former customer. */
  name: string;
  change: RecordedHolder;
}

/** What the change leaves each customer with; takes the focus, as its step has no field. */
function Summary({ account, name, change: { closing, recalculatedFrom } }: SummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  if (closing === null) return null;
  const { balance, days, newAccount, newHolder } = closing;
  const sum = showSum(balance.replace('-', ''));
  const owed = /[1-9]/.test(balance) ? (balance.startsWith('-') ? words.overpaid : words.debt) : words.noDebt;
  return (
    <div ref={box} tabIndex={-1}>
      <Stack as="ul" gap="1">
        <li>{formatText(words.former, { name, account })}</li>
        <li>{formatText(owed, { sum })}</li>
        {days && (
          <li>
            {formatText(days.isBilledNow ? words.days : words.daysByMonth, {
              day: showDate(days.to),
              kwh: showNumber(days.energyKwh),
              sum: showSum(days.charged),
              month: showPeriod(days.period),
            })}
          </li>
        )}
        {!days && recalculatedFrom === null && <li>{words.daysLater}</li>}
        {recalculatedFrom !== null && <li>{text.willRecalculate(showPeriod(recalculatedFrom))}</li>}
        <li>{formatText(words.begins, { name: newHolder, account: newAccount })}</li>
      </Stack>
    </div>
  );
}

/** The cards of both accounts; takes the focus, as the form is gone. */
function Recorded({ account, newAccount }: { account: string; newAccount: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const card = (number: string, label: string) => (
    <Link
      to="/cabinet/admin/management/accounts/$account"
      params={{ account: number }}
      className={buttonClass('quiet')}
    >
      {formatText(label, { account: number })}
    </Link>
  );
  return (
    <div ref={box} tabIndex={-1}>
      <Stack gap="2">
        <Notice kind="good" live="status">
          {formatText(words.done, { account: newAccount })}
        </Notice>
        <Row gap="1">
          {card(account, words.toFormer)}
          {card(newAccount, words.toNew)}
        </Row>
      </Stack>
    </div>
  );
}
