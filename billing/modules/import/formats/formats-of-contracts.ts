import { isPlan } from '#domain/invoices/contract-terms.ts';
import {
  accountNumber,
  type ColumnKind,
  choice,
  date,
  decimal,
  edrpou,
  eicCode,
  iban,
  integer,
  joined,
  period,
  price,
  text,
  yesNo,
} from './column-kind.ts';
import { type FileFormat, optional, type Row, type RowProblem, required } from './file-format.ts';

const fixedKinds: readonly string[] = ['fixedNet', 'fixedGross'];
const offerKinds: readonly string[] = ['universal', 'spot'];

/** "5=30;15=30;25=40": the days of a month and the percents of its planned sum; staged as JSON. */
const plannedParts: ColumnKind = {
  sqlType: 'jsonb',
  code: 'value.plan',
  empty: '[]',
  parse(value) {
    const matches = value.split(';').map((part) => /^(\d{1,2})=(\d{1,3})$/.exec(part.trim()));
    const parts = matches.map((match) => ({ day: Number(match?.[1]), percent: Number(match?.[2]) }));
    return isPlan(parts) ? JSON.stringify(parts) : undefined;
  },
  written: (column) =>
    joined(`jsonb_array_elements(${column})`, `(value ->> 'day') || '=' || (value ->> 'percent')`),
};

/** "name=1.5;other=2": each of the names once, with a number above 0; staged as JSON under the names that the rule reads. */
function passportData(names: Readonly<Record<string, string>>): ColumnKind {
  return {
    sqlType: 'jsonb',
    code: 'value.losses',
    parse(value) {
      const data: Record<string, number> = {};
      for (const part of value.split(';')) {
        const [, name = '', number = ''] = /^(\w+)=(\d{1,9}(?:\.\d{1,6})?)$/.exec(part.trim()) ?? [];
        const key = names[name];
        if (key === undefined || key in data || Number(number) === 0) return undefined;
        data[key] = Number(number);
      }
      return Object.keys(data).length === Object.keys(names).length ? JSON.stringify(data) : undefined;
    },
    written: (column) =>
      `nullif(concat_ws(';', ${Object.entries(names)
        .map(([name, key]) => `'${name}=' || (${column} ->> '${key}')`)
        .join(', ')}), '')`,
  };
}

/** A value that one kind of row wants and no other takes. */
function wantedWhen(row: Row, column: string, isWanted: boolean): RowProblem[] {
  const isGiven = row[column] !== '';
  if (isWanted === isGiven) return [];
  return [{ column, code: isWanted ? 'value.required' : 'value.notWanted' }];
}

function checkContract(row: Row): RowProblem[] {
  const kind = row.price_kind ?? '';
  const problems: RowProblem[] = [
    ...wantedWhen(row, 'fixed_price', fixedKinds.includes(kind)),
    ...wantedWhen(row, 'offer_code', offerKinds.includes(kind)),
    ...wantedWhen(row, 'planned_parts', row.payment_form === 'planned'),
    ...wantedWhen(row, 'correction_day', Boolean(row.correction_rule)),
  ];
  if (row.ends_on && row.ends_on < (row.valid_from ?? ''))
    problems.push({ column: 'ends_on', code: 'dates.order' });
  return problems;
}

/** Dated versions of the contracts of legal entities. */
export const entityContractFormat: FileFormat = {
  file: 'entity-contracts.csv',
  stage: 'stage_entity_contract',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    valid_from: required(date),
    contract_number: required(text(40)),
    signed_on: required(date),
    ends_on: optional(date),
    price_kind: required(choice([...offerKinds, ...fixedKinds])),
    operator_code: required(text(40)),
    offer_code: optional(text(40)),
    fixed_price: optional(price('positive')),
    with_transmission: optional({ ...yesNo, empty: 'true' }),
    with_distribution: optional({ ...yesNo, empty: 'true' }),
    is_one_price: optional(yesNo),
    payment_form: optional(choice(['byFact', 'prepayment', 'planned'], 'byFact')),
    planned_parts: optional(plannedParts),
    due_day: optional(integer(1, 28)),
    due_working_days: optional(integer(1, 60, '5')),
    rounding: optional(choice(['halfUp', 'truncate'], 'halfUp')),
    document_exchange: optional(choice(['paper', 'cabinet', 'signature'], 'cabinet')),
    late_percent: optional(decimal(2, 100, '300')),
    penalty_rate_times: optional(integer(0, 10, '0')),
    correction_rule: optional(choice(['monthBefore', 'monthItself', 'workingDaysBefore'])),
    correction_day: optional(integer(1, 31)),
    volume_tolerance: optional(decimal(2, 100)),
    silent_acceptance_days: optional(integer(1, 60)),
  },
  checkRow: checkContract,
};

export const companyInformationFormat: FileFormat = {
  file: 'company-information.csv',
  stage: 'stage_company_information',
  optional: true,
  columns: {
    customer_code: required(text(40)),
    vat_number: optional(text(12)),
    legal_address: optional(text(300)),
    postal_address: optional(text(300)),
    bank_name: optional(text(200)),
    iban: optional({ ...iban, empty: '' }),
    signer_name: optional(text(150)),
    signer_post: optional(text(150)),
    signer_ground: optional(text(200)),
  },
};

export const distributionOperatorFormat: FileFormat = {
  file: 'distribution-operators.csv',
  stage: 'stage_distribution_operator',
  optional: true,
  columns: {
    operator_code: required(text(40)),
    name: required(text(200)),
    edrpou: required(edrpou),
    iban: required(iban),
    bank_name: required(text(200)),
    phone: optional(text(40)),
  },
};

function checkPoint(row: Row): RowProblem[] {
  const problems: RowProblem[] = [
    ...wantedWhen(row, 'loss_percent', row.loss_mode === 'percent'),
    ...wantedWhen(row, 'loss_fixed_kwh', row.loss_mode === 'fixed'),
  ];
  const passports = ['loss_transformer', 'loss_line'] as const;
  if (row.loss_mode === 'formula') {
    if (passports.every((column) => row[column] === ''))
      problems.push({ column: 'loss_transformer', code: 'value.required' });
  } else {
    for (const column of passports) problems.push(...wantedWhen(row, column, false));
  }
  return problems;
}

/** Dated versions of the points of contracts. */
export const contractPointFormat: FileFormat = {
  file: 'contract-points.csv',
  stage: 'stage_contract_point',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    eic_code: required(eicCode),
    valid_from: required(date),
    object_name: optional(text(200)),
    address: optional(text(300)),
    cost_centre: optional(text(100)),
    voltage_class: required(integer(1, 2)),
    is_group_a: optional(yesNo),
    loss_mode: optional(choice(['none', 'percent', 'fixed', 'formula'], 'none')),
    loss_percent: optional(decimal(3, 50)),
    loss_fixed_kwh: optional(integer(0, 999_999_999)),
    loss_transformer: optional(
      passportData({
        rated_kva: 'ratedKva',
        no_load_kw: 'noLoadKw',
        load_kw: 'loadKw',
        form_factor: 'formFactor',
      }),
    ),
    loss_line: optional(
      passportData({ resistance_ohm: 'resistanceOhm', voltage_kv: 'voltageKv', form_factor: 'formFactor' }),
    ),
    reactive_equivalent: optional(decimal(6, 100)),
  },
  checkRow: checkPoint,
};

export const subConsumerFormat: FileFormat = {
  file: 'sub-consumers.csv',
  stage: 'stage_sub_consumer',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    eic_code: required(eicCode),
    main_eic_code: required(eicCode),
    valid_from: required(date),
    valid_to: optional(date),
    name: required(text(200)),
    is_billed: optional(yesNo),
  },
  checkRow: (row) =>
    row.valid_to && row.valid_to < (row.valid_from ?? '')
      ? [{ column: 'valid_to', code: 'dates.order' }]
      : [],
};

/** What the contract expects of a point in a month; a row with a day is a correction of it. */
export const contractVolumeFormat: FileFormat = {
  file: 'contract-volumes.csv',
  stage: 'stage_contract_volume',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    eic_code: required(eicCode),
    period: required(period),
    document: required(text(200)),
    kwh: required(integer(0, 999_999_999)),
    applied_on: optional(date),
  },
};
