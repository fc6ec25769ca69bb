/** A mutant that changes nothing that anybody can see, with the reason. */
export interface EquivalentMutant {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

function ofFile(
  file: string,
  reason: string,
  ...mutants: readonly (readonly [original: string, replacement: string])[]
): EquivalentMutant[] {
  return mutants.map(([original, replacement]) => ({ file, original, replacement, reason }));
}

export const equivalentMutants: readonly EquivalentMutant[] = [
  ...ofFile(
    'domain/tariffs/select-versions.ts',
    'without what is remembered the same parts are found again',
    ['known.set(versions, ofVersions);', ';'],
    ['ofVersions.set(period, parts);', ';'],
    ['ofVersions === undefined', 'true'],
    ['parts === undefined', 'true'],
  ),
  ...ofFile(
    'domain/tariffs/select-versions.ts',
    'the days of a whole month have the parts of the month',
    ['daysBetween(days.from, days.to) < daysIn(period)', 'true'],
    ['daysBetween(days.from, days.to) < daysIn(period)', 'daysBetween(days.from, days.to) <= daysIn(period)'],
  ),
  ...ofFile('domain/tariffs/select-versions.ts', 'nothing is before a day that does not exist', [
    'version.validTo !== undefined',
    'true',
  ]),
  ...ofFile('domain/tariffs/select-versions.ts', 'no day is in a season without a first and last day', [
    "rule.kind !== 'seasonalHeating'",
    'false',
  ]),
  ...ofFile(
    'domain/tariffs/select-versions.ts',
    'one less at both ends of a part: the difference is the same',
    ['2 * limit * day + dayCount', '2 * limit * day - dayCount'],
  ),
  ...ofFile('domain/tariffs/compose-versions.ts', 'no end is before no day', ['to !== undefined', 'true']),
  ...ofFile('domain/tariffs/tariff-version-json.ts', 'no end is before no day', [
    'validTo !== undefined',
    'true',
  ]),
  ...ofFile('domain/tariffs/tariff-version-json.ts', 'only a number is a safe integer', [
    "typeof value !== 'number'",
    'false',
  ]),
  ...ofFile(
    'domain/tariffs/tariff-version-json.ts',
    'names the field in the text of a fault, which is for the log',
    ["'tariff version'", '""'],
    ["'validFrom'", '""'],
    ["'validTo'", '""'],
    ["'rule'", '""'],
    ["'coefficients'", '""'],
    ["'act'", '""'],
    ["'block'", '""'],
    ["'price'", '""'],
    ["'season day'", '""'],
  ),
  ...ofFile(
    'domain/payments/find-numbers.ts',
    'without what is remembered the same word is looked at again',
    ['known !== undefined', 'false'],
    ['remembered.set(word, says);', ';'],
    ['remembered.size < MOST_REMEMBERED', 'true'],
    ['remembered.size < MOST_REMEMBERED', 'false'],
    ['remembered.size < MOST_REMEMBERED', 'remembered.size <= MOST_REMEMBERED'],
    ['remembered.size < MOST_REMEMBERED', 'remembered.size >= MOST_REMEMBERED'],
  ),
  ...ofFile('domain/payments/find-numbers.ts', 'whoever reads it asks for the other three words only', [
    "'none'",
    '""',
  ]),
  ...ofFile(
    'domain/charges/share-by-days.ts',
    'where the two are equal either gives the same day',
    ['end < reached', 'end <= reached'],
    ['end > to', 'end >= to'],
  ),
  ...ofFile('domain/charges/bill-facts.ts', 'no day is added where both are the same', [
    'to <= start',
    'to < start',
  ]),
  ...ofFile('domain/charges/bill.ts', 'of a balance of zero both answers are zero', [
    'compareMoney(closing, zeroMoney) > 0',
    'compareMoney(closing, zeroMoney) >= 0',
  ]),
  ...ofFile('domain/charges/charge-consumption.ts', 'a group has at least one member', [
    'own[0]?.days',
    'own[0].days',
  ]),
  ...ofFile('domain/charges/charge-consumption.ts', 'to share over no part is a fault too', [
    'parts.length === 0',
    'false',
  ]),
  ...ofFile('domain/charges/charge-consumption.ts', 'a zone that counted nothing has no line', [
    'own.length === 0',
    'false',
  ]),
  ...ofFile(
    'domain/charges/charge-consumption.ts',
    'shared over one part or one step it is the same: the sharing is spared',
    ['parts.length === 1', 'false'],
    ['part.blocks.length === 1', 'false'],
  ),
  ...ofFile('domain/charges/charge-consumption.ts', 'every step has its shares', [
    'kwhOfBlocks[blockIndex]?.[zoneIndex]',
    'kwhOfBlocks[blockIndex][zoneIndex]',
  ]),
  ...['domain/charges/explain-difference.ts', 'domain/charges/day-night.ts'].flatMap((file) =>
    ofFile(file, 'a sum is the same, estimated or not', ['false', 'true']),
  ),
  ...ofFile('domain/money.ts', 'of equal sums either is the smaller', [
    'compareMoney(a, b) < 0',
    'compareMoney(a, b) <= 0',
  ]),
  ...ofFile('domain/readings/assess-reading.ts', 'a register that is absent is untouched in any case', [
    'typed === undefined',
    'false',
  ]),
  ...ofFile('domain/readings/assess-deviation.ts', 'what is not called a large deviation is none', [
    '{ largeDeviation }',
    '{}',
  ]),
  ...ofFile('domain/readings/assess-register.ts', 'what has no day is neither before nor after a day', [
    '[]',
    '["Stryker was here"]',
  ]),
  ...ofFile('domain/readings/average-daily-consumption.ts', 'no day has nothing, counted or not', [
    'days <= 0',
    'days < 0',
  ]),
  ...ofFile('domain/readings/reading-ask.ts', 'no day: fewer days than registers', [
    'date === undefined',
    'false',
  ]),
  ...ofFile(
    'domain/time/local-date.ts',
    'of equal dates either is the later and the earlier',
    ['compareDates(a, b) > 0', 'compareDates(a, b) >= 0'],
    ['compareDates(a, b) < 0', 'compareDates(a, b) <= 0'],
  ),
  ...ofFile(
    'domain/time/kyiv.ts',
    'what is remembered only saves time, and takes more room when it is kept',
    ['offsetOfHour.clear();', ';'],
  ),
  ...ofFile(
    'domain/price.ts',
    'the long arithmetic gives the same sum, only slower',
    ['Number.isSafeInteger(product)', 'false'],
    ['{ return BigInt((product - (product % LINE_UNITS_NUMBER)) / LINE_UNITS_NUMBER) as Kopiykas; }', '{}'],
  ),
  ...ofFile('domain/money.ts', 'zero is the same with either sign', ['gross < 0n', 'gross <= 0n']),
  ...ofFile(
    'domain/passwords/assess-password.ts',
    'an address without a name is known by its whole text alone either way',
    ['at < 0', 'at <= 0'],
  ),
  ...ofFile('domain/payments/nbu-qr-values.ts', 'a text that fits is passed like none', [
    "''",
    '"Stryker was here!"',
  ]),
  ...ofFile('domain/payments/find-numbers.ts', 'beyond the end stands no digit', [
    'at < text.length',
    'at <= text.length',
  ]),
  ...ofFile('domain/payments/order-id.ts', 'the shape has this part in every number', [
    "''",
    '"Stryker was here!"',
  ]),
  ...ofFile('domain/payments/read-purpose.ts', 'a reference that is found again is listed once', [
    'number.start < passed',
    'false',
  ]),
  ...ofFile('domain/ledger/ledger.ts', 'zero has been answered before', [
    'amount > zeroMoney',
    'amount >= zeroMoney',
  ]),
  ...ofFile('domain/ledger/ledger.ts', 'whatever is not for an act is for energy', ["'energy'", '""']),
  ...ofFile('domain/ledger/due-now.ts', 'of a balance of zero both answers are zero', [
    'compareMoney(balance, zeroMoney) > 0',
    'compareMoney(balance, zeroMoney) >= 0',
  ]),
  ...ofFile('domain/ledger/due-now.ts', 'without a debt no month is open: the allocation is spared', [
    'energy === zeroMoney',
    'false',
  ]),
  ...ofFile(
    'domain/ledger/due-now.ts',
    'a month before that of the last bill has a first bill and one that asks for it',
    ['bills[0] !== undefined', 'true'],
    ['bill !== null', 'true'],
  ),
  ...ofFile('domain/ledger/correction-limits.ts', 'of equal limits either is the highest', [
    'compareMoney(a, b) >= 0',
    'compareMoney(a, b) > 0',
  ]),
  ...ofFile('domain/ledger/correction-limits.ts', 'zero is of the size zero by either sign', [
    'sum < 0n',
    'sum <= 0n',
  ]),
];
