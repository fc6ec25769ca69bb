import { type ReactNode, useId, useState } from 'react';
import { changeMasterData } from '#contract/master-data.ts';
import { tableOf } from '#domain/table-of.ts';
import type { Zone, ZoneScheme } from '#domain/tariffs/tariff.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { type Refusal, refusalOfFailure } from '#web/lib/form/form-problems.ts';
import { useForm } from '#web/lib/form/use-form.ts';
import { showDate, showPeriod } from '#web/lib/format.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { emailInput, SelectField, TextField } from '#web/ui/form/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { ChangeKind, MasterData } from './api.ts';
import {
  type ChangeField,
  dialNames,
  draftChange,
  type FieldsKind,
  fieldOfColumn,
  fieldsOf,
  isOptional,
  recalculatedMonth,
} from './change-draft.ts';
import formStyles from './change-form.module.css';
import { titleOfTariff } from './describe-change.ts';
import { HolderForm } from './holder-form.tsx';
import styles from './master-data.module.css';
import { text } from './text.ts';

interface ChangeFormProps {
  account: string;
  masterData: MasterData;
  /** The kind that is chosen at first. */
  start?: ChangeKind | undefined;
  /** Receives the success message; '' when the form shows its own. */
  onRecorded: (words: string) => void;
}

const kinds: readonly ChangeKind[] = ['holder', ...(Object.keys(fieldsOf) as FieldsKind[])];
const schemes = ['single', 'two', 'three'] as const;

/** Records a dated change of the account; the kind of change decides the fields. */
export function ChangeForm({ account, masterData, start = 'meterReplaced', onRecorded }: ChangeFormProps) {
  const [kind, setKind] = useState<ChangeKind>(start);
  // A new key resets the form after it was sent.
  const [sent, setSent] = useState(0);
  return (
    <section aria-labelledby="master-data-record" className={styles.part}>
      <h2 id="master-data-record">{text.record}</h2>
      <div className={styles.kind}>
        <Select
          label={text.kind}
          value={kind}
          options={kinds.map((one) => [one, text.kinds[one]])}
          onChange={(chosen) => setKind(chosen as ChangeKind)}
        />
      </div>
      {kind === 'holder' ? (
        <HolderForm account={account} masterData={masterData} onRecorded={() => onRecorded('')} />
      ) : (
        <KindForm
          key={`${kind} ${sent}`}
          kind={kind}
          account={account}
          masterData={masterData}
          onRecorded={(words) => {
            setSent(sent + 1);
            onRecorded(words);
          }}
        />
      )}
    </section>
  );
}

function KindForm({ kind, account, masterData, onRecorded }: ChangeFormProps & { kind: FieldsKind }) {
  const id = useId();
  const isOnline = useOnline();
  const { meters } = masterData;
  const [serialNumber, setSerialNumber] = useState(meters[0]?.serialNumber ?? '');
  const old = meters.find((meter) => meter.serialNumber === serialNumber)?.zoneScheme ?? 'single';
  const [chosen, setChosen] = useState<ZoneScheme>();
  const made = chosen ?? (kind === 'zones' && old === 'single' ? 'two' : old);
  const [day, setDay] = useState('');
  const month = recalculatedMonth(kind, day, masterData);
  const idOf = (name: string) => `${id}-${name}`;
  const form = useForm(async (values): Promise<Refusal | undefined> => {
    const draft = draftChange(kind, values, { old, made });
    const problems = 'problems' in draft ? { ...draft.problems } : {};
    if (values('effectiveOn') === '') problems.effectiveOn = text.required;
    if (!('change' in draft) || Object.keys(problems).length > 0) return refusalOf(problems, idOf);
    const document = values('document').trim();
    const result = await callApi(changeMasterData, {
      account,
      effectiveOn: values('effectiveOn'),
      ...(document && { document }),
      change: draft.change,
    });
    if (!result.ok) return refusalAt(kind, result.failure, { old, made }, idOf);
    const { isRecorded, recalculatedFrom } = result.data;
    onRecorded(
      !isRecorded
        ? text.already
        : recalculatedFrom === null
          ? text.recorded
          : text.recalculated(showPeriod(recalculatedFrom)),
    );
    return undefined;
  });
  if (fieldsOf[kind].includes('meter') && meters.length === 0)
    return <Notice kind="info">{text.noMeter}</Notice>;

  const common = (name: string) => ({ id: idOf(name), name, error: form.errorOf(idOf(name)) });
  const textField = (name: string, label: string, more: Readonly<Record<string, unknown>> = {}) => (
    <TextField key={name} {...common(name)} label={label} autoComplete="off" {...more} />
  );
  const dials = (side: 'final' | 'initial', scheme: ZoneScheme, labelOf: (zone: string) => string) =>
    dialNames(side, scheme).map(({ zone, name }) =>
      textField(name, labelOf(text.zones[zone]), { inputMode: 'numeric', maxLength: 9 }),
    );
  const hint = (field: ChangeField) =>
    isOptional(kind, field) && {
      hint: kind === 'meterReplaced' && field !== 'verifiedOn' ? text.asOld : text.optional,
    };
  const controls: Readonly<Record<ChangeField, () => ReactNode>> = {
    meter: () => (
      <Select
        key="meter"
        {...common('meter')}
        label={text.meter}
        value={serialNumber}
        onChange={setSerialNumber}
        options={meters.map(({ serialNumber: serial, removedOn }) => [
          serial,
          removedOn === null ? serial : `${serial}, ${text.removed(showDate(removedOn))}`,
        ])}
      />
    ),
    point: () => (
      <Select
        key="point"
        {...common('point')}
        label={text.point}
        options={masterData.points.map(({ eicCode }) => [eicCode, eicCode])}
      />
    ),
    final: () => dials('final', old, text.finalOf),
    initial: () => dials('initial', made, text.initialOf),
    zoneScheme: () => (
      <Select
        key="zoneScheme"
        {...common('zoneScheme')}
        label={text.zoneScheme}
        value={made}
        onChange={(scheme) => setChosen(scheme as ZoneScheme)}
        options={schemes.map((scheme) => [scheme, text.schemes[scheme]])}
      />
    ),
    newSerialNumber: () => textField('newSerialNumber', text.newSerialNumber, { maxLength: 30 }),
    meterType: () => textField('meterType', text.meterType, { maxLength: 80, ...hint('meterType') }),
    digitCapacity: () =>
      textField('digitCapacity', text.digitCapacity, {
        inputMode: 'numeric',
        maxLength: 1,
        ...hint('digitCapacity'),
      }),
    coefficient: () =>
      textField('coefficient', text.coefficient, {
        inputMode: 'numeric',
        maxLength: 6,
        ...hint('coefficient'),
      }),
    verifiedOn: () => textField('verifiedOn', text.verifiedOn, { type: 'date', ...hint('verifiedOn') }),
    tariffCode: () => (
      <Select
        key="tariffCode"
        {...common('tariffCode')}
        label={text.newTariff}
        options={masterData.tariffs.map(({ tariffCode }) => [
          tariffCode,
          titleOfTariff(tariffCode, masterData.tariffs),
        ])}
      />
    ),
    powerKw: () => textField('powerKw', text.powerKw, { inputMode: 'decimal', maxLength: 10 }),
    pointState: () => (
      <Select
        key="pointState"
        {...common('pointState')}
        label={text.pointState}
        options={Object.entries(text.states)}
      />
    ),
    surname: () => textField('surname', text.surname, { maxLength: 50 }),
    name: () => textField('name', text.name, { maxLength: 50 }),
    middleName: () => textField('middleName', text.middleName, { maxLength: 50 }),
    companyName: () => textField('companyName', text.companyName, { maxLength: 200 }),
    phone: () => textField('phone', text.phone, { type: 'tel', maxLength: 20, hint: text.phoneHint }),
    email: () => textField('email', text.email, { ...emailInput, maxLength: 254 }),
  };
  return (
    <form {...form.formProps} className={formStyles.form}>
      <div className={formStyles.wide}>
        <ErrorSummary title={text.problems} items={itemsOf(form.refusal, idOf(''))} attempt={form.attempt} />
      </div>
      {textField('effectiveOn', kind === 'contractEnded' ? text.lastDay : text.effectiveOn, {
        type: 'date',
        onChange: ({ target }: { target: HTMLInputElement }) => setDay(target.value),
      })}
      {fieldsOf[kind].map((field) => controls[field]())}
      {kind === 'contact' && <p className={styles.quiet}>{text.contactHint}</p>}
      {textField('document', text.document, { maxLength: 200, hint: text.documentHint })}
      <div className={formStyles.wide}>
        {month !== undefined && (
          <Notice kind="warn" live="status">
            {text.willRecalculate(showPeriod(month))}
          </Notice>
        )}
        {!isOnline && <Notice kind="info">{text.offline}</Notice>}
        <div>
          <Button type="submit" kind="ink" busy={form.busy} disabled={!isOnline}>
            {text.record}
          </Button>
        </div>
      </div>
    </form>
  );
}

interface SelectProps {
  id?: string;
  name?: string;
  label: string;
  error?: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
  value?: string;
  onChange?: (value: string) => void;
}

function Select({ id, name, label, error, options, value, onChange }: SelectProps) {
  return (
    <SelectField
      {...(id !== undefined && { id })}
      label={label}
      error={error}
      name={name}
      {...(value !== undefined && { value })}
      {...(onChange && { onChange: ({ target }) => onChange(target.value) })}
    >
      {options.map(([key, words]) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}

/** The lines of the error summary, each with the name of its field. */
function itemsOf({ message, fields }: Refusal, idStart: string): { field?: string; text: string }[] {
  const ofFields = Object.entries(fields).map(([field, problem]) => {
    const label = field.startsWith(idStart) ? labelOf(field.slice(idStart.length)) : undefined;
    return label === undefined
      ? { text: problem.text }
      : { field, text: `${label}: ${problem.text.charAt(0).toLowerCase()}${problem.text.slice(1)}` };
  });
  return message === undefined ? ofFields : [{ text: message }, ...ofFields];
}

function labelOf(name: string): string | undefined {
  const [side = '', zone = ''] = name.split('.');
  if (side === 'final') return text.finalOf(text.zones[zone as Zone]);
  if (side === 'initial') return text.initialOf(text.zones[zone as Zone]);
  return fieldLabels[name];
}

const fieldLabels = tableOf<string>({
  effectiveOn: text.effectiveOn,
  document: text.document,
  meter: text.meter,
  point: text.point,
  newSerialNumber: text.newSerialNumber,
  meterType: text.meterType,
  zoneScheme: text.zoneScheme,
  digitCapacity: text.digitCapacity,
  coefficient: text.coefficient,
  verifiedOn: text.verifiedOn,
  tariffCode: text.newTariff,
  powerKw: text.powerKw,
  pointState: text.pointState,
  surname: text.surname,
  name: text.name,
  middleName: text.middleName,
  companyName: text.companyName,
  phone: text.phone,
  email: text.email,
});

type NameToId = (name: string) => string;

function refusalOf(problems: Readonly<Record<string, string>>, idOf: NameToId): Refusal {
  return {
    fields: Object.fromEntries(
      Object.entries(problems).map(([name, words]) => [idOf(name), { code: '', text: words }]),
    ),
  };
}

/** A refusal of the server, shown at the field that its column or path names. */
function refusalAt(
  kind: FieldsKind,
  failure: ApiFailure,
  { old, made }: { old: ZoneScheme; made: ZoneScheme },
  idOf: NameToId,
): Refusal {
  const { details, code, message, issues } = failure;
  const column = typeof details === 'object' && details !== null ? Reflect.get(details, 'column') : undefined;
  const field = fieldOfColumnIn(kind, String(column), old, made);
  if (field !== undefined) return { fields: { [idOf(field)]: { code, text: message } } };
  const paths = issues.map(({ path }) => [path, idOf(path.replace(/^change\./, ''))]);
  return refusalOfFailure(failure, { paths: Object.fromEntries(paths) });
}

function fieldOfColumnIn(
  kind: FieldsKind,
  column: string,
  old: ZoneScheme,
  made: ZoneScheme,
): string | undefined {
  if (column === 'final_values') return dialNames('final', old)[0]?.name;
  if (column === 'initial_values') return dialNames('initial', made)[0]?.name;
  if (column === 'serial_number') return kind === 'meterInstalled' ? 'newSerialNumber' : 'meter';
  return fieldOfColumn[column];
}
