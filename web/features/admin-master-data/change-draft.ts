import type { MasterDataChange } from '#contract/admin-master-data.ts';
import { type Zone, type ZoneScheme, zonesOf } from '#domain/tariffs/tariff.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import { addDays, parseLocalDate } from '#domain/time/local-date.ts';
import type { ChangeKind, MasterData } from './api.ts';
import { text } from './text.ts';

/** Fields of the form by their names; dials are named with their zone, `final.day`. */
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
  | 'customerCode'
  | 'tariffCode'
  | 'powerKw'
  | 'pointState'
  | ContactField;
type ContactField = (typeof contactFields)[number];

export const contactFields = ['surname', 'name', 'middleName', 'companyName', 'phone', 'email'] as const;

/** What each kind is told by, in the order of the form. */
export const fieldsOf: Readonly<Record<ChangeKind, readonly ChangeField[]>> = {
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
  holder: ['customerCode'],
  tariff: ['tariffCode'],
  power: ['point', 'powerKw'],
  pointState: ['point', 'pointState'],
  contact: contactFields,
};

const optionalOf: Partial<Record<ChangeKind, readonly ChangeField[]>> = {
  meterReplaced: ['meterType', 'digitCapacity', 'coefficient', 'verifiedOn'],
  meterInstalled: ['coefficient', 'verifiedOn'],
  contact: contactFields,
};

/** Whether a kind can be recorded without the field. */
export function isOptional(kind: ChangeKind, field: ChangeField): boolean {
  return optionalOf[kind]?.includes(field) ?? false;
}

/** The column that a refusal names, as a field of the form. */
export const fieldOfColumn: Readonly<Record<string, ChangeField | 'effectiveOn'>> = {
  effective_on: 'effectiveOn',
  customer_code: 'customerCode',
  tariff_code: 'tariffCode',
  new_serial_number: 'newSerialNumber',
  eic_code: 'point',
};

type Values = (name: string) => string;
export type Draft =
  | { readonly change: MasterDataChange }
  | { readonly problems: Readonly<Record<string, string>> };

const wholeNumber = /^\d{1,9}$/;
const kilowatts = /^\d{1,6}([.,]\d{1,3})?$/;

/** The names of the dials of a scheme in the form. */
export function dialNames(side: 'final' | 'initial', scheme: ZoneScheme): { zone: Zone; name: string }[] {
  return zonesOf[scheme].map((zone) => ({ zone, name: `${side}.${zone}` }));
}

/** The change that the fields tell, or what is wrong with them by their names. Whether it can be is for the server to say. */
export function draftChange(
  kind: ChangeKind,
  values: Values,
  schemes: { readonly old: ZoneScheme; readonly made: ZoneScheme },
): Draft {
  const problems: Record<string, string> = {};
  const value = (name: string) => values(name).trim();
  const said: Record<string, unknown> = { kind };
  const number = (name: string): number | undefined => {
    if (wholeNumber.test(value(name))) return Number(value(name));
    problems[name] = value(name) === '' ? text.required : text.wholeNumber;
    return undefined;
  };
  const dials = (side: 'final' | 'initial', scheme: ZoneScheme) =>
    Object.fromEntries(dialNames(side, scheme).map(({ zone, name }) => [zone, number(name)]));
  for (const field of fieldsOf[kind]) {
    if (field === 'final') said.finalValues = dials('final', schemes.old);
    else if (field === 'initial') said.initialValues = dials('initial', schemes.made);
    else if (value(field) === '') {
      if (!isOptional(kind, field)) problems[field] = text.required;
    } else if (field === 'digitCapacity' || field === 'coefficient') said[field] = number(field);
    else if (field === 'powerKw') {
      if (kilowatts.test(value(field)))
        said.contractedPowerWatts = Math.round(Number(value(field).replace(',', '.')) * 1000);
      else problems[field] = text.number;
    } else said[wireNameOf(kind, field)] = value(field);
  }
  if (kind === 'contact' && Object.keys(said).length === 1) problems.surname = text.noContact;
  return Object.keys(problems).length > 0 ? { problems } : { change: said as MasterDataChange };
}

function wireNameOf(kind: ChangeKind, field: ChangeField): string {
  if (field === 'meter') return 'serialNumber';
  if (field === 'point') return 'eicCode';
  return kind === 'meterInstalled' && field === 'newSerialNumber' ? 'serialNumber' : field;
}

const chargeNothing: readonly ChangeKind[] = ['meterVerified', 'holder', 'contact'];
const removing: readonly ChangeKind[] = ['meterRemoved', 'meterReplaced', 'zones'];

/**
 * The closed month from which a change as of a day has the account charged anew; undefined: none. The value of a removal on the
 * 1st ends the month before; a contract ends with its last day.
 */
export function recalculatedMonth(
  kind: ChangeKind,
  day: string,
  { closedUpTo }: Pick<MasterData, 'closedUpTo'>,
): string | undefined {
  const date = parseLocalDate(day);
  if (closedUpTo === null || date === undefined || chargeNothing.includes(kind)) return undefined;
  const month = periodOf(addDays(date, removing.includes(kind) ? -1 : kind === 'contractEnded' ? 1 : 0));
  return month <= closedUpTo ? month : undefined;
}
