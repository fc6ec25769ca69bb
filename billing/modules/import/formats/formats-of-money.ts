import { parseMoney, zeroMoney } from '#domain/money.ts';
import { accountNumber, choice, date, id, integer, money, period, text } from './column-kind.ts';
import { type FileFormat, optional, type Row, type RowProblem, required } from './file-format.ts';

/** Unmetered energy is charged for years back at most (facts 2.5). */
const MOST_DAYS = 3_660;

function checkPayment(row: Row): RowProblem[] {
  const problems: RowProblem[] = [];
  if (row.landed_on && row.landed_on < (row.paid_on ?? ''))
    problems.push({ column: 'landed_on', code: 'dates.order' });
  const isForAct = row.purpose === 'violationAct';
  if (isForAct && row.act_number === '') problems.push({ column: 'act_number', code: 'value.required' });
  if (!isForAct && row.act_number !== '') problems.push({ column: 'act_number', code: 'value.notWanted' });
  if (Number(row.part_number || 1) > Number(row.part_count || 1))
    problems.push({ column: 'part_count', code: 'value.integer' });
  if (Number(row.part_count || 1) > 1 && row.order_amount === '')
    problems.push({ column: 'order_amount', code: 'value.required' });
  return problems;
}

export const paymentFormat: FileFormat = {
  file: 'payments.csv',
  stage: 'stage_payment',
  optional: true,
  columns: {
    reference: required(text(60)),
    account_number: required(accountNumber),
    paid_on: required(date),
    landed_on: optional(date),
    amount: required(money('positive')),
    purpose: optional(choice(['energy', 'violationAct'], 'energy')),
    act_number: optional(text(40)),
    provider: optional({ ...text(40), empty: 'bank' }),
    state: optional(choice(['confirmed', 'landed', 'matched', 'reversed', 'refunded'])),
    part_number: optional(integer(1, 20, '1')),
    part_count: optional(integer(1, 20, '1')),
    order_amount: optional(money('zero')),
    named_period: optional(period),
    expected_on: optional(date),
    provider_reference: optional(text(200)),
  },
  checkRow: checkPayment,
};

/** What follows the act in time may not stand before it. */
const afterTheAct = ['due_on', 'served_on', 'hearing_on', 'protocol_on', 'paid_on'] as const;

function checkAct(row: Row): RowProblem[] {
  const problems: RowProblem[] = afterTheAct
    .filter((column) => row[column] && row[column] < (row.drawn_on ?? ''))
    .map((column) => ({ column, code: 'dates.order' }));
  if (row.period_from && row.period_to && row.period_to < row.period_from)
    problems.push({ column: 'period_to', code: 'dates.order' });
  if (row.vat && (parseMoney(row.vat) ?? zeroMoney) > (parseMoney(row.amount ?? '') ?? zeroMoney))
    problems.push({ column: 'vat', code: 'value.money' });
  return problems;
}

export const violationActFormat: FileFormat = {
  file: 'violation-acts.csv',
  stage: 'stage_violation_act',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    act_number: required(text(40)),
    drawn_on: required(date),
    state: required(
      choice([
        'drawn',
        'served',
        'hearingSet',
        'decided',
        'cancelled',
        'billed',
        'paid',
        'partPaid',
        'instalments',
        'disputed',
        'overdue',
      ]),
    ),
    amount: required(money('zero')),
    energy_kwh: optional(integer(0, 999_999_999, '0')),
    due_on: optional(date),
    protocol_number: optional(text(40)),
    clause: optional(text(300)),
    served_on: optional(date),
    hearing_on: optional(date),
    protocol_on: optional(date),
    period_from: optional(date),
    period_to: optional(date),
    days: optional(integer(1, MOST_DAYS)),
    vat: optional({ ...money('zero'), empty: '0' }),
    paid_on: optional(date),
  },
  checkRow: checkAct,
};

/** Benefits and subsidies that the state pays for a household, a line for each kind and month. */
export const benefitFormat: FileFormat = {
  file: 'benefits.csv',
  stage: 'stage_benefit',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    period: required(period),
    kind: optional(choice(['benefit', 'subsidy'], 'benefit')),
    amount: required(money('positive')),
    title: optional(text(120)),
    posting_period: optional(period),
    entry_id: optional(id),
  },
  checkRow: (row) =>
    row.posting_period && row.posting_period < (row.period ?? '')
      ? [{ column: 'posting_period', code: 'dates.order' }]
      : [],
};
