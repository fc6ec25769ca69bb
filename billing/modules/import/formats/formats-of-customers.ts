import { parseEdrpou } from '#domain/identifiers/edrpou.ts';
import { parseRnokpp } from '#domain/identifiers/rnokpp.ts';
import {
  accountNumber,
  choice,
  date,
  eicCode,
  email,
  integer,
  list,
  money,
  objectCode,
  personName,
  phone,
  taxCode,
  text,
  yesNo,
} from './column-kind.ts';
import { type FileFormat, optional, type Row, type RowProblem, required } from './file-format.ts';

const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 128;

function checkCustomer(row: Row): RowProblem[] {
  const problems: RowProblem[] = [];
  const isPerson = row.customer_type === 'person';
  const wanted = isPerson ? (['surname', 'name'] as const) : (['company_name'] as const);
  for (const column of wanted) if (row[column] === '') problems.push({ column, code: 'value.required' });
  const code = row.tax_code ?? '';
  if (isPerson && code !== '' && parseRnokpp(code) === undefined)
    problems.push({ column: 'tax_code', code: 'value.rnokpp' });
  if (!isPerson && parseEdrpou(code) === undefined)
    problems.push({ column: 'tax_code', code: 'value.edrpou' });
  return problems;
}

export const customerFormat: FileFormat = {
  file: 'customers.csv',
  stage: 'stage_customer',
  columns: {
    customer_code: required(text(40)),
    customer_type: required(choice(['person', 'entity'])),
    surname: optional(personName(50)),
    name: optional(personName(50)),
    middle_name: optional(personName(50)),
    company_name: optional(text(200)),
    tax_code: optional(taxCode),
    phone: optional(phone),
    email: optional(email),
  },
  checkRow: checkCustomer,
};

export const accountFormat: FileFormat = {
  file: 'accounts.csv',
  stage: 'stage_account',
  columns: {
    account_number: required(accountNumber),
    customer_code: required(text(40)),
    object_code: required(objectCode),
    contract_number: required(text(40)),
    contract_date: required(date),
    contract_ended_on: optional(date),
    consumer_eic: required(eicCode),
    tariff_code: required(text(40)),
    billing_condition: optional(
      choice(['normal', 'callCentre', 'contractChanges', 'specialGroup'], 'normal'),
    ),
    input_blocked: optional(yesNo),
    feed_in: optional(yesNo),
    opening_balance: optional(money('negative')),
    opened_on: required(date),
  },
  checkRow: (row) =>
    row.contract_ended_on && row.contract_ended_on < (row.contract_date ?? '')
      ? [{ column: 'contract_ended_on', code: 'dates.order' }]
      : [],
};

export const premisesFormat: FileFormat = {
  file: 'premises.csv',
  stage: 'stage_premises',
  columns: {
    account_number: required(accountNumber),
    postcode: optional(text(10)),
    region: optional(text(100)),
    settlement: required(text(100)),
    street: optional(text(150)),
    building: optional(text(20)),
    apartment: optional(text(20)),
    heating: optional(choice(['none', 'electric'], 'none')),
    resident_count: optional(integer(0, 999, '1')),
  },
};

export const responsibleFormat: FileFormat = {
  file: 'responsibles.csv',
  stage: 'stage_responsible',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    name: required(text(150)),
    phone: optional(phone),
    role: optional(text(100)),
    responsible_until: optional(date),
  },
};

export const signInFormat: FileFormat = {
  file: 'sign-ins.csv',
  stage: 'stage_sign_in',
  optional: true,
  columns: {
    phone: required(phone),
    accounts: optional(list(accountNumber)),
    password: required(text(MAX_PASSWORD_LENGTH)),
    customer_type: optional(choice(['person', 'entity'], 'person')),
  },
  checkRow: (row) =>
    (row.password ?? '').length < MIN_PASSWORD_LENGTH ? [{ column: 'password', code: 'value.password' }] : [],
};
