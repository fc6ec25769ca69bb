import { accountNumber, choice, date, integer, money, text } from './column-kind.ts';
import { type FileFormat, optional, type Row, type RowProblem, required } from './file-format.ts';

function checkPayment(row: Row): RowProblem[] {
  const problems: RowProblem[] = [];
  if (row.landed_on && row.landed_on < (row.paid_on ?? ''))
    problems.push({ column: 'landed_on', code: 'dates.order' });
  const isForAct = row.purpose === 'violationAct';
  if (isForAct && row.act_number === '') problems.push({ column: 'act_number', code: 'value.required' });
  if (!isForAct && row.act_number !== '') problems.push({ column: 'act_number', code: 'value.notWanted' });
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
  },
  checkRow: checkPayment,
};

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
  },
  checkRow: (row) =>
    row.due_on && row.due_on < (row.drawn_on ?? '') ? [{ column: 'due_on', code: 'dates.order' }] : [],
};
