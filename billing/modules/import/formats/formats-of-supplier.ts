import { tableOf } from '#domain/table-of.ts';
import {
  type TariffVersionJson,
  tariffVersionFromJson,
  tariffVersionToJson,
} from '#domain/tariffs/tariff-version-json.ts';
import {
  choice,
  date,
  edrpou,
  email,
  fuelMix,
  iban,
  integer,
  jsonObject,
  list,
  price,
  text,
} from './column-kind.ts';
import { type FileFormat, optional, type Row, type RowProblem, required } from './file-format.ts';

export const supplierFormat: FileFormat = {
  file: 'supplier.csv',
  stage: 'stage_supplier',
  columns: {
    name: required(text(300)),
    short_name: required(text(100)),
    edrpou: required(edrpou),
    iban: required(iban),
    bank_name: required(text(200)),
    address: required(text(300)),
    phones: required(list(text(40))),
    mobile_phones: optional(list(text(40))),
    email: required(email),
    readings_email: required(email),
    main_url: required(text(300)),
    images: optional(list(text(300))),
    account_digits: optional(integer(4, 12, '10')),
    rules: optional(jsonObject),
    emergency_phones: optional(list(text(40))),
    complaint_contacts: optional(list(text(120))),
    fuel_mix: optional(fuelMix),
    fuel_mix_year: optional(integer(2000, 2199)),
    co2_g_per_kwh: optional(integer(0, 9999)),
  },
};

export const tariffFormat: FileFormat = {
  file: 'tariffs.csv',
  stage: 'stage_tariff',
  columns: {
    tariff_code: required(text(40)),
    title: required(text(200)),
    offer: optional(text(200)),
  },
};

/** "100:0.366;600:0.63;1.407" → steps; the last has no upper end. */
function blocksOf(value: string) {
  return value.split(';').map((part) => {
    const [first = '', second] = part.trim().split(':');
    return second === undefined ? { price: first } : { upToKwh: Number(first), price: second };
  });
}

/** "two.night=0.5;three.peak=1.5" → coefficients by scheme and zone. */
function coefficientsOf(value: string): TariffVersionJson['coefficients'] {
  const schemes: Record<string, Record<string, string>> = {};
  for (const part of value.split(';').filter((one) => one.trim() !== '')) {
    const [name = '', coefficient = ''] = part.trim().split('=');
    const [scheme = '', zone = ''] = name.split('.');
    schemes[scheme] = { ...schemes[scheme], [zone]: coefficient };
  }
  return schemes;
}

/** Not checked: `tariffVersionFromJson` does that. */
function ruleOf(row: Row): Record<string, unknown> {
  switch (row.rule) {
    case 'flat':
      return { kind: 'flat', price: row.price };
    case 'seasonalHeating':
      return {
        kind: 'seasonalHeating',
        price: row.price,
        reducedPrice: row.reduced_price,
        limitKwh: Number(row.limit_kwh),
        seasonFrom: row.season_from,
        seasonTo: row.season_to,
      };
    default:
      return { kind: row.rule ?? '', blocks: blocksOf(row.blocks ?? '') };
  }
}

/** The version as billing.tariff_version keeps it, or undefined when the rule of the row makes no sense. */
function definitionOf(row: Row): string | undefined {
  try {
    const version = tariffVersionFromJson({
      validFrom: row.valid_from,
      ...(row.valid_to ? { validTo: row.valid_to } : {}),
      rule: ruleOf(row),
      coefficients: coefficientsOf(row.coefficients ?? ''),
      act: row.act,
    });
    return JSON.stringify(tariffVersionToJson(version));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export const tariffVersionFormat: FileFormat = {
  file: 'tariff-versions.csv',
  stage: 'stage_tariff_version',
  columns: {
    tariff_code: required(text(40)),
    valid_from: required(date),
    valid_to: optional(date),
    rule: required(choice(['flat', 'marginalBlocks', 'wholeVolumeBlocks', 'seasonalHeating'])),
    price: optional(text(20)),
    blocks: optional(text(500)),
    limit_kwh: optional(integer(1, 999_999_999)),
    reduced_price: optional(text(20)),
    season_from: optional(text(5)),
    season_to: optional(text(5)),
    coefficients: optional(text(500)),
    act: required(text(200)),
  },
  checkRow(row) {
    if (row.valid_to && row.valid_to < (row.valid_from ?? ''))
      return [{ column: 'valid_to', code: 'dates.order' }];
    return definitionOf(row) === undefined ? [{ column: 'rule', code: 'value.tariffRule' }] : [];
  },
  derived: { column: 'definition', sqlType: 'jsonb', of: (row) => definitionOf(row) ?? null },
};

/** Parts of prices that every customer shares; the others are named by an operator or an offer. */
const sharedKinds: readonly string[] = ['dayAhead', 'transmission'];

function checkComponent(row: Row): RowProblem[] {
  const isShared = sharedKinds.includes(row.kind ?? '');
  return [
    ...(isShared && row.subject !== '' ? [{ column: 'subject', code: 'value.notWanted' } as const] : []),
    ...(!isShared && row.subject === '' ? [{ column: 'subject', code: 'value.required' } as const] : []),
    ...(row.valid_from?.endsWith('-01') ? [] : [{ column: 'valid_from', code: 'price.monthBegin' } as const]),
    ...(row.valid_to && row.valid_to < (row.valid_from ?? '')
      ? [{ column: 'valid_to', code: 'dates.order' } as const]
      : []),
  ];
}

export const priceComponentFormat: FileFormat = {
  file: 'price-components.csv',
  stage: 'stage_price_component',
  optional: true,
  columns: {
    kind: required(
      choice(['dayAhead', 'margin', 'purchase', 'universalTariff', 'transmission', 'distribution']),
    ),
    subject: optional(text(40)),
    voltage_class: optional({ ...choice(['0', '1', '2'], '0'), sqlType: 'smallint' }),
    valid_from: required(date),
    valid_to: optional(date),
    price: required(price('zero')),
    source: required(text(300)),
  },
  checkRow: checkComponent,
};

/** Decimals of a rate by its kind: 100.7 is staged as 1007, 15.5 as 1550. */
const decimalsOf: Readonly<Record<string, number>> = tableOf({ inflation: 1, discountRate: 2 });
const RATE = /^(\d{1,3})(?:\.(\d{1,2}))?$/;

/** The rate in whole units of the last decimal of its kind; null when it has more of them, or is 0. */
function rateUnits({ kind = '', value = '' }: Row): string | null {
  const [, whole = '', rest = ''] = RATE.exec(value) ?? [];
  const decimals = decimalsOf[kind] ?? 0;
  const units = Number(whole + rest.padEnd(decimals, '0'));
  return rest.length <= decimals && units > 0 ? String(units) : null;
}

export const economicRateFormat: FileFormat = {
  file: 'economic-rates.csv',
  stage: 'stage_economic_rate',
  optional: true,
  columns: {
    kind: required(choice(Object.keys(decimalsOf))),
    valid_from: required(date),
    value: required({
      sqlType: 'text',
      code: 'value.decimal',
      parse: (value) => (RATE.test(value) ? value : undefined),
    }),
    source: required(text(300)),
  },
  checkRow: (row) => (rateUnits(row) === null ? [{ column: 'value', code: 'value.decimal' }] : []),
  derived: { column: 'units', sqlType: 'integer', of: rateUnits },
};
