/** The first number of the households that are made by chance; those before them are written each for what it shows. */
const FIRST_ORDINARY = 10_000;

const isOrdinary = (accountNumber: string) =>
  accountNumber.startsWith('2') && Number(accountNumber.slice(-7)) >= FIRST_ORDINARY;

/**
 * Of the accounts of the sample all that have something of their own to show (entities, named and special households), and every third
 * of the ordinary households, which differ in their figures only. `turn`, 0 to 2, says which third: three tests that take turns meet
 * all of them.
 */
export function tellingAccounts(accountNumbers: readonly string[], turn = 0): string[] {
  const ordinary = accountNumbers.filter(isOrdinary);
  const met = new Set(ordinary.filter((_, place) => place % 3 === turn));
  return accountNumbers.filter((number) => !isOrdinary(number) || met.has(number));
}
