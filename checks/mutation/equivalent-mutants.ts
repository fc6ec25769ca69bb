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
    'domain/charges/explain-difference.ts',
    'over as many days the kWh are the same, and nothing is shared as nothing',
    ['days === otherDays', 'false'],
    ['whole === 0', 'false'],
  ),
  ...ofFile(
    'domain/charges/share-by-days.ts',
    'where the two are equal either gives the same day',
    ['end < reached', 'end <= reached'],
    ['end > to', 'end >= to'],
  ),
  ...ofFile(
    'domain/charges/bill-facts.ts',
    'no day is added where both are the same, and the order of equals does not matter',
    ['to > start', 'to >= start'],
    ['a.from < b.from', 'a.from <= b.from'],
    ['a.from > b.from', 'a.from >= b.from'],
  ),
  ...ofFile('domain/money.ts', 'of equal sums either is the smaller', [
    'compareMoney(a, b) < 0',
    'compareMoney(a, b) <= 0',
  ]),
  ...ofFile('domain/time/local-date.ts', 'of equal dates either is the later', [
    'compareDates(a, b) > 0',
    'compareDates(a, b) >= 0',
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
