import { isWholeMix } from '#domain/energy.ts';
import { anyAccountNumber, parseAccountNumber, parseUniqueCode } from '#domain/identifiers/account-codes.ts';
import { parsePhone, tidyPersonName } from '#domain/identifiers/contacts.ts';
import { parseEdrpou } from '#domain/identifiers/edrpou.ts';
import { parseEicCode } from '#domain/identifiers/eic-code.ts';
import { parseEmail } from '#domain/identifiers/email.ts';
import { parseIban } from '#domain/identifiers/iban.ts';
import { withoutSpaces } from '#domain/input/tidy-text.ts';
import { parseMoney } from '#domain/money.ts';
import { priceFromText } from '#domain/price.ts';
import { parseBillingPeriod } from '#domain/time/billing-period.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import type { ProblemCode } from '../problem.ts';

const PART = /^(.{1,60})=(\d{1,3}(?:\.\d)?)$/;

/**
 * "атомна=55.4;теплова=22.1" as JSON: sources of energy with their percents, the parts of a whole give or take one percent.
 * undefined: it is not such a list.
 */
export function fuelMixFromText(text: string): string | undefined {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => PART.exec(part));
  const mix = parts.flatMap((match) =>
    match === null ? [] : [{ name: match[1]?.trim() ?? '', percent: match[2] ?? '' }],
  );
  const isWhole = mix.length === parts.length && isWholeMix(mix);
  return isWhole && mix.every(({ name }) => name !== '') ? JSON.stringify(mix) : undefined;
}

/** What may stand in a column: how it is checked and what of it goes to the staging table. */
export interface ColumnKind {
  readonly sqlType: string;
  /** The problem when `parse` refuses. */
  readonly code: ProblemCode;
  /** The value as PostgreSQL reads it, or undefined when it is not one. Never called with an empty text. */
  readonly parse: (text: string) => string | undefined;
  /** Staged for an empty value; default: null. */
  readonly empty?: string;
  /** SQL of the text that `parse` reads back to a staged value; default: the value cast to text. */
  readonly written?: (column: string) => string;
}

const LONGEST_TAX_CODE = 10;
const EDRPOU_LENGTH = 8;
const EARLIEST = '1950-01-01';
const LATEST = '2199-12-31';

function sql(sqlType: string, code: ProblemCode, parse: ColumnKind['parse'], empty?: string): ColumnKind {
  return { sqlType, code, parse, ...(empty === undefined ? {} : { empty }) };
}

/** SQL of a number that is staged in whole units of its last decimal: no more zeros than it needs. */
export function unscaled(decimals: number): (column: string) => string {
  return (column) => `trim_scale(${column} * 1e-${decimals}::numeric)::text`;
}

/** SQL of a list with semicolons: `item` of each element of an array or JSON array, in its order. */
export function joined(elements: string, item: string): string {
  return `(select string_agg(${item}, ';' order by place) from ${elements} with ordinality as element (value, place))`;
}

/** A text of at most so many characters; empty stays empty. */
export function text(longest: number): ColumnKind {
  return sql('text', 'value.tooLong', (value) => (value.length <= longest ? value : undefined), '');
}

/** A name of a person; letters of other alphabets are taken as they are. */
export function personName(longest: number): ColumnKind {
  return { ...text(longest), parse: (value) => text(longest).parse(tidyPersonName(value)) };
}

export const accountNumber = sql('text', 'value.accountNumber', (value) =>
  parseAccountNumber(value, anyAccountNumber),
);
export const objectCode = sql('text', 'value.objectCode', parseUniqueCode);
export const eicCode = sql('text', 'value.eic', parseEicCode);
export const iban = sql('text', 'value.iban', parseIban);
export const edrpou = sql('text', 'value.edrpou', parseEdrpou);
export const phone = sql('text', 'value.phone', parsePhone);
export const email = sql('text', 'value.email', parseEmail);

/** The code of a taxpayer, person or entity; a number of fewer than eight digits is an old EDRPOU without its zeros. */
export const taxCode = sql(
  'text',
  'value.tooLong',
  (value) => {
    const code = withoutSpaces(value);
    if (code.length > LONGEST_TAX_CODE) return undefined;
    return /^\d+$/.test(code) ? code.padStart(EDRPOU_LENGTH, '0') : code;
  },
  '',
);

/** A day of the calendar, written YYYY-MM-DD, between 1950 and 2199. */
export const date = sql('date', 'value.date', (value) => {
  const day = parseLocalDate(value);
  return day !== undefined && day >= EARLIEST && day <= LATEST ? day : undefined;
});

/** A month, written YYYY-MM. */
export const period = sql('text', 'value.period', parseBillingPeriod);

/** A whole number between two bounds, both included. */
export function integer(least: number, most: number, empty?: string): ColumnKind {
  return sql(
    'integer',
    'value.integer',
    (value) => {
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
      return number >= least && number <= most ? String(number) : undefined;
    },
    empty,
  );
}

/** Whole kWh on a dial: digits only, leading zeros allowed. */
export const dialValue = sql('bigint', 'value.dial', (value) =>
  /^\d{1,9}$/.test(value) ? String(Number(value)) : undefined,
);

/** "day=12425;night=803": what each register shows; staged as JSON of zone to whole kWh. */
export const registerValues: ColumnKind = {
  ...sql('jsonb', 'value.registers', parseRegisterValues),
  written: (column) =>
    `(select string_agg(key || '=' || value, ';' order by key) from jsonb_each_text(${column}))`,
};

function parseRegisterValues(value: string): string | undefined {
  const dials = new Map<string, number>();
  for (const part of value.split(';')) {
    const [, zone = '', dial = ''] = /^(single|day|night|peak|halfPeak)=(\d{1,9})$/.exec(part.trim()) ?? [];
    if (zone === '' || dials.has(zone)) return undefined;
    dials.set(zone, Number(dial));
  }
  return JSON.stringify(Object.fromEntries(dials));
}

/** "21040017/day=12425;21040017/night=803": what each register and channel of several meters shows; staged as JSON of serial number to zones. */
export const meterValues = sql('jsonb', 'value.meterValues', (value) => {
  const meters = new Map<string, Map<string, number>>();
  for (const part of value.split(';')) {
    const shape =
      /^(.{1,30})\/(single|day|night|peak|halfPeak|export|reactiveImport|reactiveExport)=(\d{1,9})$/;
    const [, serial = '', zone = '', dial = ''] = shape.exec(part.trim()) ?? [];
    const dials = meters.get(serial) ?? new Map<string, number>();
    if (zone === '' || dials.has(zone)) return undefined;
    meters.set(serial, dials.set(zone, Number(dial)));
  }
  return JSON.stringify(
    Object.fromEntries([...meters].map(([serial, dials]) => [serial, Object.fromEntries(dials)])),
  );
});

/** Kilowatts with up to three decimals; staged as watts. */
export const kilowatts: ColumnKind = {
  ...sql('integer', 'value.power', (value) => {
    const watts = /^\d{1,6}(\.\d{1,3})?$/.test(value) ? Math.round(Number(value) * 1000) : 0;
    return watts > 0 ? String(watts) : undefined;
  }),
  written: unscaled(3),
};

/** Hryvnias with a point; staged as kopiykas. A minus is allowed where overpayments are. */
export function money(least: 'negative' | 'zero' | 'positive'): ColumnKind {
  const kind = sql(
    'bigint',
    'value.money',
    (value) => {
      const sum = parseMoney(value);
      if (sum === undefined) return undefined;
      if (least !== 'negative' && sum < 0n) return undefined;
      if (least === 'positive' && sum === 0n) return undefined;
      return sum.toString();
    },
    '0',
  );
  return { ...kind, written: (column) => `(${column} * 0.01)::numeric(20, 2)::text` };
}

/** Hryvnias for a kWh with at most six decimals; staged as millionths. */
export function price(least: 'zero' | 'positive'): ColumnKind {
  const kind = sql('bigint', 'value.price', (value) => {
    if (!/^\d{1,3}(\.\d{1,6})?$/.test(value)) return undefined;
    const micro = priceFromText(value);
    return micro > 0n || least === 'zero' ? micro.toString() : undefined;
  });
  return { ...kind, written: unscaled(6) };
}

/** A number from 0 with at most so many decimals; staged as whole units of the last of them. */
export function decimal(decimals: number, most: number, empty?: string): ColumnKind {
  const shape = new RegExp(`^(\\d{1,6})(?:\\.(\\d{1,${decimals}}))?$`);
  const kind = sql(
    'integer',
    'value.decimal',
    (value) => {
      const [, whole = '', rest = ''] = shape.exec(value) ?? [];
      const units = whole === '' ? Number.NaN : Number(whole + rest.padEnd(decimals, '0'));
      return units <= most * 10 ** decimals ? String(units) : undefined;
    },
    empty,
  );
  return { ...kind, written: unscaled(decimals) };
}

/** One of a closed list. */
export function choice(values: readonly string[], empty?: string): ColumnKind {
  const known = new Set(values);
  return sql('text', 'value.choice', (value) => (known.has(value) ? value : undefined), empty);
}

/** yes or no; empty is no. */
export const yesNo: ColumnKind = {
  ...sql(
    'boolean',
    'value.yesNo',
    (value) => (value === 'yes' ? 'true' : value === 'no' ? 'false' : undefined),
    'false',
  ),
  written: (column) => `case when ${column} then 'yes' else 'no' end`,
};

/** Several values with semicolons between them, each checked; staged as an array. */
export function list(item: ColumnKind): ColumnKind {
  const kind = sql(
    'text[]',
    item.code,
    (value) => {
      const items = value
        .split(';')
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .map((part) => item.parse(part));
      if (items.includes(undefined)) return undefined;
      return `{${items.map((part) => `"${(part ?? '').replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
    },
    '{}',
  );
  return { ...kind, written: (column) => `array_to_string(${column}, ';')` };
}

/** A JSON object; empty is an empty one. */
export const jsonObject = sql(
  'jsonb',
  'value.rules',
  (value) => {
    try {
      const parsed: unknown = JSON.parse(value);
      return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? value : undefined;
    } catch {
      return undefined;
    }
  },
  '{}',
);

/** Sources of energy with their percents; staged as JSON. */
export const fuelMix: ColumnKind = {
  ...sql('jsonb', 'value.fuelMix', fuelMixFromText, '[]'),
  written: (column) =>
    joined(`jsonb_array_elements(${column})`, `(value ->> 'name') || '=' || (value ->> 'percent')`),
};

/** A moment in UTC, written 2026-11-01T22:00:00.123456Z: books keep moments, not days. */
export const instant: ColumnKind = {
  ...sql('timestamptz', 'value.instant', (value) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/.test(value) && !Number.isNaN(Date.parse(value))
      ? value
      : undefined,
  ),
  written: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
};

/** An id, as PostgreSQL writes it. */
export const id = sql('uuid', 'value.id', (value) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? value : undefined,
);

/** A whole number of up to 15 digits, with a minus where it is below zero. */
export const wholeNumber = sql('bigint', 'value.integer', (value) =>
  /^-?\d{1,15}$/.test(value) ? String(Number(value)) : undefined,
);

/** kWh with up to three decimals, with a minus where energy is taken back; staged as Wh. */
export const energy: ColumnKind = {
  ...sql('bigint', 'value.energy', (value) => {
    const [, sign = '', whole = '', rest = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,3}))?$/.exec(value) ?? [];
    return whole === '' ? undefined : String(Number(sign + whole + rest.padEnd(3, '0')));
  }),
  written: unscaled(3),
};
