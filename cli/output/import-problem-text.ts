import { type ImportProblem, listedProblems, type ProblemCode } from '#billing/modules/import/public.ts';

/** Problem texts for the person who corrects the folder. */
const problemText: Readonly<Record<ProblemCode, string>> = {
  'file.missing': 'the file is missing',
  'file.empty': 'the file is empty: the first line must name the columns',
  'file.kind': 'not a CSV file',
  'file.encoding': 'not UTF-8: save the file in this encoding',
  'file.separator': 'values must be separated by commas',
  'file.missingColumn': 'the first line lacks this column',
  'file.unknownColumn': 'there is no such column in the format',
  'file.repeatedColumn': 'the column is there twice',
  'file.quotes':
    'broken quotes: a quote inside a value is written twice, and the value in quotes; the rest of the file was not read',
  'row.columnCount': 'the line has not as many values as the first line',
  'row.tooLong': 'the line is far too long; the rest of the file was not read',
  'value.required': 'a value is wanted here',
  'value.tooLong': 'the value is too long',
  'value.date': 'not a date written YYYY-MM-DD between 1950 and 2199',
  'value.integer': 'not a whole number in the range of this column',
  'value.power': 'not a power in kW with at most three decimals',
  'value.money': 'not a sum such as 1234.56 that this column takes',
  'value.choice': 'not one of the words that this column takes',
  'value.yesNo': 'write yes or no',
  'value.accountNumber': 'an account number has 4 to 12 digits and nothing else',
  'value.objectCode': 'the code has 6 to 12 of A–Z and 0–9',
  'value.eic': 'not an EIC: 16 characters, the last of which must check the others',
  'value.iban': 'not a Ukrainian IBAN: UA and 27 digits whose check digits are right',
  'value.edrpou': 'not an EDRPOU code: 8 digits, the last of which must check the others',
  'value.rnokpp': 'not a taxpayer number: 10 digits, the last of which must check the others',
  'value.phone': 'not a Ukrainian phone number such as +380501234567',
  'value.email': 'not an e-mail address',
  'value.dial': 'whole kWh in at most 9 digits are wanted',
  'value.meterValues': 'must be what each register showed: 21040017/day=12425;21040017/night=803',
  'value.registers': 'not what registers show: single=12425, or day=12425;night=803',
  'value.rules': 'not a JSON object',
  'value.fuelMix': 'not sources with percents that make a whole: nuclear=55.4;coal=44.6',
  'value.period': 'not a month written YYYY-MM',
  'value.price': 'not a price above 0 such as 6.8245, with at most six decimals',
  'value.percent': 'not a rate in percent such as 18 or 1.5, or the rates take more than the whole together',
  'value.tariffRule': 'the columns of this rule are incomplete or make no sense together',
  'value.decimal': 'not a number in the range of this column, or with more decimals than it takes',
  'value.plan': 'not the days (1–28) and percents of one to three payments that make 100: 5=30;15=30;25=40',
  'value.losses': 'not all of the data that these losses are calculated by, each above 0',
  'value.hours': 'not 23 to 25 values of hours from 0 with at most three decimals, semicolons between',
  'value.correction': 'not whole kWh, with a minus when less, and not 0',
  'value.kwh': 'not whole kWh, with a minus when less',
  'value.instant': 'not a moment in UTC such as 2026-11-01T22:00:00Z',
  'value.id': 'not an id such as 018f6b1e-7c1a-8d2b-9e3c-1a2b3c4d5e6f',
  'value.energy': 'not kWh with at most three decimals',
  'value.notWanted': 'must be empty here',
  'value.password': 'a password has 8 to 128 characters',
  'dates.order': 'is before the date it follows',
  'dates.future': 'is in the future',
  'key.repeated': 'is in an earlier line already',
  'reference.unknown': 'is not in the file it belongs to',
  'supplier.count': 'the file must have exactly one line of values',
  'supplier.sample':
    'is the supplier of the sample, which no database of production takes: put your own supplier into supplier.csv',
  'account.digits': 'has not as many digits as accounts of this supplier (account_digits)',
  'account.noPremises': 'the account has no line in premises.csv',
  'signIn.notOfEntity': 'the account belongs to a person, and an entity signs in to it',
  'signIn.accountTaken': 'an earlier line gives this account to an entity already',
  'tariff.noVersions': 'the tariff has no line in tariff-versions.csv',
  'tariff.historyUncovered': 'accounts have this tariff on days for which it has no version',
  'tariffVersion.gap': 'days are missing before the next version of this tariff',
  'tariffVersion.overlap': 'the next version of this tariff begins before this one ends',
  'tariffVersion.closedMonth': 'begins in a month that is closed: its bills are not made anew for a price',
  'meter.registerMissing': 'this register of the meter is not in registers.csv',
  'register.zone': 'a meter of this zone scheme has no such register',
  'register.noOpening':
    'the meter stood before the first month and has no reading on or before its first day',
  'dial.tooHigh': 'is more than the dial of the meter can show',
  'reading.beforeInstallation': 'is before the meter was installed',
  'reading.afterRemoval': 'is after the meter was removed',
  'reading.dayTwice': 'the register has a reading as of this day already',
  'reading.lower': 'is lower than the reading before, and the dial was not near its end',
  'reading.abovePower':
    'is more than the contracted power lets through since the reading before: it was loaded and counts in full',
  'payment.beforeHistory':
    'is before the first month of the readings: such payments belong into opening_balance',
  'benefit.beforeHistory':
    'is before the first month of the readings: its benefits are in opening_balance already',
  'correction.beforeOpening': 'is before the month in which the account was opened',
  'row.changed': 'differs from what is stored: put the change with its day into changes.csv',
  'row.differs': 'differs from what is stored, and an import does not change it',
  'change.empty': 'nothing is told that should change',
  'change.conflict': 'was recorded otherwise: a change that is recorded is put right in the administration',
  'change.registers': 'not the registers of this meter, or of this zone scheme',
  'meter.serialTaken': 'the account has a meter of this number already',
  'account.taken': 'is the number of an account that is there already, or another change opens it',
  'change.ended': 'the contract of this account has ended already, or went over to another holder',
  'change.later': 'another change of this account is recorded for a later day',
  'contract.later': 'is after the first day of the new holder',
  'change.otherCustomer':
    'the new holder is the same customer, a person instead of a legal entity or the reverse (end the contract with contractEnded and meterRemoved, and bring the new account in base files), or another one than recorded',
  'volume.twice':
    'the volume of this point and month is contracted already: a change of it is a row with applied_on',
  'contract.notOfEntity': 'the account belongs to a person, and contracts are of legal entities',
  'contract.priceMissing': 'a part of the price of this contract has no version in this month',
  'contract.pointMissing': 'this point of the account is not in contract-points.csv',
  'contract.closedMonth': 'begins in a month that is closed: its invoices are not made anew for other terms',
  'point.noContract': 'the account has no contract in entity-contracts.csv',
  'subConsumer.cycle': 'the point feeds itself',
  'subConsumer.overlap': 'the next version of this sub-consumer begins before this one ends',
  'hours.count': 'the day has not as many hours',
  'price.monthBegin': 'a part of a price begins with a month: on the 1st',
  'price.overlap': 'the next version of this part of the price begins before this one ends',
  'books.sum': 'is not what the other sums of the line make',
  'books.noPeriods': 'belongs to the books of an export, and the folder has no periods.csv',
  'feedIn.sum': 'does not follow from energy, price and rates: see the rules of feed-in.csv',
  'feedIn.moreThanGenerated': 'more went into the grid than was generated',
  'taxInvoice.vat': 'more than 5 kopiykas away from 20 % of net',
  'feedIn.notSelling': 'this account sells nothing: feed_in is not yes in accounts.csv',
};

/** "readings.csv:17 value: is more than the dial … [123456]". */
export function problemLine({ file, line, column, code, value }: ImportProblem): string {
  const place = `${file}${line === null ? '' : `:${line}`}${column === null ? '' : ` ${column}`}`;
  return `${place}: ${problemText[code]}${value === '' ? '' : ` [${value}]`}`;
}

/** Printed list of problems, with their total number. */
export function problemReport(problems: readonly ImportProblem[], total: number): string[] {
  const rest = total > problems.length ? ` The first ${listedProblems} are listed.` : '';
  return [
    ...problems.map(problemLine),
    `${total} ${total === 1 ? 'problem' : 'problems'} found, nothing was loaded.${rest}`,
  ];
}

/** Printed list of what was loaded and should be looked at, with the total number; nothing of none. */
export function warningReport(warnings: readonly ImportProblem[], total: number): string[] {
  if (total === 0) return [];
  const rest = total > warnings.length ? ` The first ${listedProblems} are listed.` : '';
  return [...warnings.map(problemLine), `${total} ${total === 1 ? 'value' : 'values'} to look at.${rest}`];
}
