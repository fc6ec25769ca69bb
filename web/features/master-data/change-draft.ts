import type { MasterDataChange } from '#contract/values/master-data.ts';
import { tidyNumber, tidyText } from '#domain/input/tidy-text.ts';
import { tableOf } from '#domain/table-of.ts';
import { type Zone, type ZoneScheme, zonesOf } from '#domain/tariffs/tariff.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import { addDays, parseLocalDate } from '#domain/time/local-date.ts';
import type { ChangeKind, MasterData } from './api.ts';
import { text } from './text.ts';

/** Kinds whose form is a list of fields; a change of holder has steps. */
export type FieldsKind = Exclude<ChangeKind, 'holder'>;

/** The field names of the form; meter values carry their zone, `final.day`. */
export type ChangeField =
  | 'meter'
  | 'point'
  | 'newSerialNumber'
  | 'meterType'
  | 'zoneScheme'
  | 'digitCapacity'
  | 'coefficient'
  | 'verifiedOn'
  | 'final'
  | 'initial'
  | 'tariffCode'
  | 'powerKw'
  | 'pointState'
  | ContactField;
type ContactField = (typeof contactFields)[number];

const contactFields = ['surname', 'name', 'middleName', 'companyName', 'phone', 'email'] as const;

/** The fields of each kind, in the order of the form. */
export const fieldsOf: Readonly<Record<FieldsKind, readonly ChangeField[]>> = {
  meterReplaced: [
    'meter',
    'final',
    'newSerialNumber',
    'zoneScheme',
    'initial',
    'meterType',
    'digitCapacity',
    'coefficient',
    'verifiedOn',
  ],
  meterRemoved: ['meter', 'final'],
  meterInstalled: [
    'point',
    'newSerialNumber',
    'meterType',
    'zoneScheme',
    'digitCapacity',
    'initial',
    'coefficient',
    'verifiedOn',
  ],
  meterVerified: ['meter'],
  zones: ['meter', 'final', 'zoneScheme', 'initial'],
  contractEnded: [],
  tariff: ['tariffCode'],
  power: ['point', 'powerKw'],
  pointState: ['point', 'pointState'],
  contact: contactFields,
};

const optionalOf: Partial<Record<FieldsKind, readonly ChangeField[]>> = {
  meterReplaced: ['meterType', 'digitCapacity', 'coefficient', 'verifiedOn'],
  meterInstalled: ['coefficient', 'verifiedOn'],
  contact: contactFields,
};

/** Whether the field is optional for the kind. */
export function isOptional(kind: FieldsKind, field: ChangeField): boolean {
  return optionalOf[kind]?.includes(field) ?? false;
}

/** The form field of a column named by a refusal. */
export const fieldOfColumn: Readonly<Record<string, ChangeField | 'effectiveOn'>> = tableOf({
  effective_on: 'effectiveOn',
  tariff_code: 'tariffCode',
  new_serial_number: 'newSerialNumber',
  eic_code: 'point',
});

type Values = (name: string) => string;
export type Draft =
  | { readonly change: MasterDataChange }
  | { readonly problems: Readonly<Record<string, string>> };

const wholeNumber = /^\d{1,9}$/;
const kilowatts = /^\d{1,6}([.,]\d{1,3})?$/;

/** The field names of the meter values of a zone scheme. */
export function dialNames(side: 'final' | 'initial', scheme: ZoneScheme): { zone: Zone; name: string }[] {
  return zonesOf[scheme].map((zone) => ({ zone, name: `${side}.${zone}` }));
}

/** The change given by the fields, or the problems by field name. Whether it is possible is decided by the server. */
export function draftChange(
  kind: FieldsKind,
  values: Values,
  schemes: { readonly old: ZoneScheme; readonly made: ZoneScheme },
): Draft {
  const problems: Record<string, string> = {};
  const value = (name: string) => tidyText(values(name));
  const change: Record<string, unknown> = { kind };
  const number = (name: string): number | undefined => {
    const typed = tidyNumber(values(name));
    if (wholeNumber.test(typed)) return Number(typed);
    problems[name] = value(name) === '' ? text.required : text.wholeNumber;
    return undefined;
  };
  const dials = (side: 'final' | 'initial', scheme: ZoneScheme) =>
    Object.fromEntries(dialNames(side, scheme).map(({ zone, name }) => [zone, number(name)]));
  for (const field of fieldsOf[kind]) {
    if (field === 'final') change.finalValues = dials('final', schemes.old);
    else if (field === 'initial') change.initialValues = dials('initial', schemes.made);
    else if (value(field) === '') {
      if (!isOptional(kind, field)) problems[field] = text.required;
    } else if (field === 'digitCapacity' || field === 'coefficient') change[field] = number(field);
    else if (field === 'powerKw') {
      if (kilowatts.test(value(field)))
        change.contractedPowerWatts = Math.round(Number(value(field).replace(',', '.')) * 1000);
      else problems[field] = text.number;
    } else change[wireNameOf(kind, field)] = value(field);
  }
  if (kind === 'contact' && Object.keys(change).length === 1) problems.surname = text.noContact;
  return Object.keys(problems).length > 0 ? { problems } : { change: change as MasterDataChange };
}

function wireNameOf(kind: FieldsKind, field: ChangeField): string {
  if (field === 'meter') return 'serialNumber';
  if (field === 'point') return 'eicCode';
  return kind === 'meterInstalled' && field === 'newSerialNumber' ? 'serialNumber' : field;
}

const chargeNothing: readonly FieldsKind[] = ['meterVerified', 'contact'];
const removing: readonly FieldsKind[] = ['meterRemoved', 'meterReplaced', 'zones'];

/**
 * The closed month from which a change recalculates the account; undefined: none. The value of a removal on the 1st
 * belongs to the month before; a contract ends with its last day.
 */
export function recalculatedMonth(
  kind: FieldsKind,
  day: string,
  { closedUpTo }: Pick<MasterData, 'closedUpTo'>,
): string | undefined {
  const date = parseLocalDate(day);
  if (closedUpTo === null || date === undefined || chargeNothing.includes(kind)) return undefined;
  const month = periodOf(addDays(date, removing.includes(kind) ? -1 : kind === 'contractEnded' ? 1 : 0));
  return month <= closedUpTo ? month : undefined;
}
