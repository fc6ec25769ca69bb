import { formatText } from '#contract/messages/format-text.ts';
import type { SupplierData, SupplierField } from '#contract/values/supplier.ts';
import { isWholeMix } from '#domain/energy.ts';
import { parseEdrpou } from '#domain/identifiers/edrpou.ts';
import { parseEmail } from '#domain/identifiers/email.ts';
import { parseIban } from '#domain/identifiers/iban.ts';
import { isShownPhone } from '#domain/identifiers/shown-phone.ts';
import { tidyText, withoutSpaces } from '#domain/input/tidy-text.ts';
import type { FieldControl, FormField } from '#web/lib/form/fields-form.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { text } from './text.ts';

/** Groups of fields that are changed together. */
export const groups = {
  requisites: ['name', 'edrpou', 'iban', 'bankName'],
  contacts: [
    'shortName',
    'address',
    'mainUrl',
    'email',
    'readingsEmail',
    'phones',
    'mobilePhones',
    'emergencyPhones',
    'complaintContacts',
  ],
  offices: ['offices'],
  energy: ['fuelMix', 'fuelMixYear', 'co2GramsPerKwh'],
} as const satisfies Record<string, readonly SupplierField[]>;
export type Group = keyof typeof groups;

export type Values = { -readonly [Field in SupplierField]?: SupplierData[Field] | undefined };

const linesOf = (typed: string) =>
  typed
    .split('\n')
    .map(tidyText)
    .filter((line) => line !== '');

const digitGroups = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** Lines "атомна = 55,4"; undefined: they are not such lines, or no whole. */
function readMix(typed: string): SupplierData['fuelMix'] | undefined {
  const parts = linesOf(typed).map((line) => {
    const [, name = '', percent = ''] = /^(.{1,60}?)\s*=\s*(\d{1,3}(?:[.,]\d)?)\s*%?$/.exec(line) ?? [];
    return { name: name.trim(), percent: percent.replace(',', '.') };
  });
  if (parts.some(({ name }) => name === '')) return undefined;
  return parts.length === 0 || isWholeMix(parts) ? parts : undefined;
}

/** How a value is typed, read and shown. `read` answers undefined for what can't be sent. */
interface Kind<Value> {
  readonly typed: (value: Value) => string;
  readonly read: (typed: string) => Value | undefined;
  /** One line for people; ''. nothing is there. */
  readonly show?: (value: Value) => readonly string[];
  readonly wanted: string;
  readonly hint?: string;
  /** Lines of the input; default: one. */
  readonly rows?: number;
}

const line = (read: (typed: string) => string | undefined, wanted: string, rows?: number): Kind<string> => ({
  typed: (value) => value,
  read: (typed) => read(tidyText(typed)),
  wanted,
  ...(rows !== undefined && { rows }),
});
const filled = (rows?: number) => line((typed) => typed || undefined, text.wanted.filled, rows);
const email = line((typed) => parseEmail(typed), text.wanted.email);
const list = (least: number, isItem: (item: string) => boolean, wanted: string, hint: string) => ({
  typed: (value: string[]) => value.join('\n'),
  read: (typed: string) => {
    const items = linesOf(typed);
    const isRight = items.length >= least && new Set(items).size === items.length && items.every(isItem);
    return isRight ? items : undefined;
  },
  show: (value: string[]) => value,
  wanted,
  hint: least > 0 ? hint : `${hint} ${text.hints.optional}`,
  rows: 4,
});
const phones = (least: number) => list(least, isShownPhone, text.wanted.phones, text.hints.phones);
const count = (pattern: RegExp, wanted: string): Kind<number | null> => ({
  typed: (value) => (value === null ? '' : String(value)),
  read: (typed) => {
    const number = withoutSpaces(typed);
    if (number === '') return null;
    return pattern.test(number) ? Number(number) : undefined;
  },
  wanted,
  hint: text.hints.optional,
});

const kinds: { readonly [Field in Exclude<SupplierField, 'offices'>]: Kind<SupplierData[Field]> } = {
  name: filled(2),
  edrpou: { ...line(parseEdrpou, text.wanted.edrpou), hint: text.hints.edrpou },
  iban: {
    ...line(parseIban, text.wanted.iban, 2),
    typed: digitGroups,
    show: (value) => [digitGroups(value)],
    hint: text.hints.iban,
  },
  bankName: filled(2),
  shortName: filled(2),
  address: filled(2),
  mainUrl: {
    ...line((typed) => (/^https:\/\/[\x21-\x7e]+$/.test(typed) ? typed : undefined), text.wanted.url, 2),
    hint: text.hints.mainUrl,
  },
  email,
  readingsEmail: email,
  phones: phones(1),
  mobilePhones: phones(0),
  emergencyPhones: phones(0),
  complaintContacts: list(0, () => true, text.wanted.filled, text.hints.complaintContacts),
  fuelMix: {
    typed: (parts) => parts.map(({ name, percent }) => `${name} = ${percent.replace('.', ',')}`).join('\n'),
    read: readMix,
    show: (parts) =>
      parts.map(({ name, percent }) => formatText(text.part, { name, percent: percent.replace('.', ',') })),
    wanted: text.wanted.fuelMix,
    hint: `${text.hints.fuelMix} ${text.hints.optional}`,
    rows: 6,
  },
  fuelMixYear: count(/^2[01]\d\d$/, text.wanted.year),
  co2GramsPerKwh: count(/^\d{1,4}$/, text.wanted.grams),
};

type TypedField = keyof typeof kinds;
const kindOf = (field: TypedField) => kinds[field] as Kind<SupplierData[TypedField]>;

/** The lines that people read; []: nothing is there. */
export function showValue(field: SupplierField, values: Values): readonly string[] {
  if (field === 'offices')
    return (values.offices ?? []).map(({ name, address, hours, phones: numbers }) =>
      [name, address, hours, ...numbers].join(', '),
    );
  const value = values[field];
  if (value === undefined || value === null || value === '') return [];
  const { show, typed } = kindOf(field);
  return show ? show(value) : [typed(value)];
}

/** What is typed in a field; undefined: it can't be sent. */
export function readValue<Field extends TypedField>(field: Field, typed: string) {
  return kindOf(field).read(typed) as SupplierData[Field] | undefined;
}

/** The field of a form, with the value that is there now. */
export function supplierField(field: TypedField, supplier: SupplierData): FormField {
  const { typed, read, wanted, hint, rows } = kindOf(field);
  const label = text.fields[field];
  return {
    name: field,
    wanted: formatText(wanted, { name: label }),
    check: (value) => (read(value) === undefined ? { code: 'field.invalid' } : undefined),
    show: ({ required: _, defaultValue = typed(supplier[field]), ...control }) =>
      shownInput({ ...control, defaultValue }, label, hint, rows),
  };
}

type Control = Omit<FieldControl, 'required'>;

function shownInput(control: Control, label: string, hint: string | undefined, rows: number | undefined) {
  const shared = { ...control, label, hint };
  return rows === undefined ? (
    <TextField {...shared} autoComplete="off" />
  ) : (
    <AreaField {...shared} rows={rows} />
  );
}

const officeParts = ['name', 'address', 'hours', 'phones'] as const;
export const officeField = (key: number, part: (typeof officeParts)[number]) => `office-${key}-${part}`;

/** The fields of one office of the form. */
export function officeFields(key: number, office: SupplierData['offices'][number] | undefined): FormField[] {
  return officeParts.map((part) => {
    const label = text.office[part];
    const isPhones = part === 'phones';
    const now = isPhones ? (office?.phones.join('\n') ?? '') : (office?.[part] ?? '');
    const isRight = (typed: string) => (isPhones ? phones(0).read(typed) !== undefined : typed.trim() !== '');
    return {
      name: officeField(key, part),
      wanted: formatText(isPhones ? text.wanted.phones : text.wanted.filled, { name: label }),
      check: (typed) =>
        isRight(typed) ? undefined : { code: isPhones ? 'field.invalid' : 'field.required' },
      show: ({ required: _, defaultValue = now, ...control }) =>
        shownInput(
          { ...control, defaultValue },
          label,
          isPhones ? `${text.hints.phones} ${text.hints.optional}` : undefined,
          2,
        ),
    };
  });
}

/** The office that is typed in the fields of a key. */
export function readOffice(key: number, typed: (name: string) => string): SupplierData['offices'][number] {
  const read = (part: 'name' | 'address' | 'hours') => tidyText(typed(officeField(key, part)));
  return {
    name: read('name'),
    address: read('address'),
    hours: read('hours'),
    phones: linesOf(typed(officeField(key, 'phones'))),
  };
}
