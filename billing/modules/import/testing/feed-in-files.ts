import { supplierFiles } from './supplier-files.ts';

const header =
  'account_number,period,act_number,drawn_on,serial_number,opening_value,closing_value,generated_kwh,exported_kwh,consumed_kwh,price,amount,income_tax_percent,income_tax,military_levy_percent,military_levy,paid,paid_on,iban';
const september =
  '2390001111,2026-09,9,2026-10-01,21040017,900,1000,400,100,80,6.8245,682.45,18,122.84,5,34.12,525.49,2026-10-15,';
const october =
  '2390001111,2026-10,10,2026-11-01,21040017,1000,1001,300,1,80,6.8245,6.82,18,1.23,5,0.34,5.25,,UA263052990000026203743290157';

/** The household of the smallest folder with panels: two acts, the second not paid out yet. */
export const feedInFiles = {
  'accounts.csv': supplierFiles['accounts.csv'].replace(',no,no,0.50', ',no,yes,0.50'),
  'feed-in.csv': `${[header, september, october].join('\n')}\n`,
} as const;

function wrong(from: string, to: string): Record<string, string> {
  return { ...feedInFiles, 'feed-in.csv': feedInFiles['feed-in.csv'].replace(from, to) };
}

/** What is done to it, and the one problem it must give: file, line, column, code, value. */
export const feedInProblemCases: [string, Record<string, string>, unknown[]][] = [
  [
    'a month of feed-in that is none',
    wrong('2026-10,10', '2026-13,10'),
    ['feed-in.csv', 3, 'period', 'value.period', '2026-13'],
  ],
  ['a price of nothing', wrong('6.8245,6.82', '0,6.82'), ['feed-in.csv', 3, 'price', 'value.price', '0']],
  [
    'a rate with a comma',
    wrong(',18,1.23', ',"18,0",1.23'),
    ['feed-in.csv', 3, 'income_tax_percent', 'value.percent', '18,0'],
  ],
  [
    'rates that take more than the whole',
    wrong(',5,0.34', ',83,0.34'),
    ['feed-in.csv', 3, 'military_levy_percent', 'value.percent', '83'],
  ],
  [
    'a sum that does not follow from energy and price',
    wrong(',6.82,', ',6.83,'),
    ['feed-in.csv', 3, 'amount', 'feedIn.sum', '6.83'],
  ],
  [
    'a tax of another rate',
    wrong(',1.23,', ',1.24,'),
    ['feed-in.csv', 3, 'income_tax', 'feedIn.sum', '1.24'],
  ],
  [
    'a rest that does not add up',
    wrong(',5.25,', ',5.26,'),
    ['feed-in.csv', 3, 'paid', 'feedIn.sum', '5.26'],
  ],
  [
    'more in the grid than was generated',
    wrong(',300,1,', ',0,1,'),
    ['feed-in.csv', 3, 'exported_kwh', 'feedIn.moreThanGenerated', '1'],
  ],
  [
    'an act drawn up before its month is over',
    wrong('2026-11-01', '2026-10-31'),
    ['feed-in.csv', 3, 'drawn_on', 'dates.order', '2026-10-31'],
  ],
  [
    'an act paid out before it is drawn up',
    wrong('2026-10-15', '2026-09-30'),
    ['feed-in.csv', 2, 'paid_on', 'dates.order', '2026-09-30'],
  ],
  [
    'an act of the future',
    wrong('2026-11-01', '2026-11-21'),
    ['feed-in.csv', 3, 'drawn_on', 'dates.future', '2026-11-21'],
  ],
  [
    'a month that is there twice',
    wrong('2026-10,10', '2026-09,10'),
    ['feed-in.csv', 3, 'period', 'key.repeated', '2026-09'],
  ],
  [
    'an act that is there twice',
    wrong('2026-10,10', '2026-10,9'),
    ['feed-in.csv', 3, 'act_number', 'key.repeated', '9'],
  ],
  [
    'feed-in by a meter of nobody',
    wrong('2026-11-01,21040017', '2026-11-01,21040099'),
    ['feed-in.csv', 3, 'serial_number', 'reference.unknown', '21040099'],
  ],
  [
    'feed-in of an account that is not there',
    wrong('2390001111,2026-10', '2390001119,2026-10'),
    ['feed-in.csv', 3, 'account_number', 'reference.unknown', '2390001119'],
  ],
  [
    'feed-in of a household that only buys',
    { 'feed-in.csv': `${[header, october].join('\n')}\n` },
    ['feed-in.csv', 2, 'account_number', 'feedIn.notSelling', '2390001111'],
  ],
];
