import { fromKwh } from '#domain/energy.ts';
import { monthlyAct, parsePercent } from '#domain/feed-in/monthly-act.ts';
import { kopiykas, parseMoney } from '#domain/money.ts';
import { priceFromText } from '#domain/price.ts';
import {
  accountNumber,
  type ColumnKind,
  date,
  dialValue,
  iban,
  integer,
  money,
  period,
  price,
  text,
  unscaled,
} from './column-kind.ts';
import { type FileFormat, optional, type Row, type RowProblem, required } from './file-format.ts';

const LARGEST_KWH = 999_999;

/** Percent with at most one decimal; staged as tenths of a percent. */
const percent: ColumnKind = {
  sqlType: 'smallint',
  code: 'value.percent',
  parse: (value) => parsePercent(value)?.toString(),
  written: unscaled(1),
};

const parts = {
  amount: 'amount',
  incomeTax: 'income_tax',
  militaryLevy: 'military_levy',
  paid: 'paid',
} as const;

/** The sums of an act follow from its energy, price and rates: to the kopiyka, and the parts add up. */
function sumsOfRow(row: Row): RowProblem[] {
  const incomeTaxPermille = parsePercent(row.income_tax_percent ?? '') ?? 0;
  const militaryLevyPermille = parsePercent(row.military_levy_percent ?? '') ?? 0;
  if (incomeTaxPermille + militaryLevyPermille > 1000)
    return [{ column: 'military_levy_percent', code: 'value.percent' }];
  const act = monthlyAct(fromKwh(Number(row.exported_kwh)), priceFromText(row.price ?? ''), {
    incomeTaxPermille,
    militaryLevyPermille,
  });
  return (Object.keys(parts) as (keyof typeof parts)[])
    .filter((part) => (parseMoney(row[parts[part]] ?? '') ?? kopiykas(-1)) !== act[part])
    .slice(0, 1)
    .map((part) => ({ column: parts[part], code: 'feedIn.sum' }));
}

function checkMonth(row: Row): RowProblem[] {
  const problems: RowProblem[] = [];
  if ((row.drawn_on ?? '').slice(0, 7) <= (row.period ?? ''))
    problems.push({ column: 'drawn_on', code: 'dates.order' });
  if (row.paid_on && row.paid_on < (row.drawn_on ?? ''))
    problems.push({ column: 'paid_on', code: 'dates.order' });
  if (Number(row.exported_kwh) > Number(row.generated_kwh))
    problems.push({ column: 'exported_kwh', code: 'feedIn.moreThanGenerated' });
  return [...problems, ...sumsOfRow(row)];
}

/** What households with panels gave to the grid, an act for each month. */
export const feedInFormat: FileFormat = {
  file: 'feed-in.csv',
  stage: 'stage_feed_in',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    period: required(period),
    act_number: required(text(40)),
    drawn_on: required(date),
    serial_number: required(text(40)),
    opening_value: required(dialValue),
    closing_value: required(dialValue),
    generated_kwh: required(integer(0, LARGEST_KWH)),
    exported_kwh: required(integer(0, LARGEST_KWH)),
    consumed_kwh: required(integer(0, LARGEST_KWH)),
    price: required(price('positive')),
    amount: required(money('zero')),
    income_tax_percent: required(percent),
    income_tax: required(money('zero')),
    military_levy_percent: required(percent),
    military_levy: required(money('zero')),
    paid: required(money('zero')),
    paid_on: optional(date),
    iban: optional(iban),
  },
  checkRow: checkMonth,
};
