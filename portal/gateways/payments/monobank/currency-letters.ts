/** Numbers of ISO 4217 and their letters, of the currencies that a card of Ukraine is likely to have. */
const lettersOfNumber: Readonly<Record<number, string>> = {
  203: 'CZK',
  348: 'HUF',
  756: 'CHF',
  826: 'GBP',
  840: 'USD',
  946: 'RON',
  949: 'TRY',
  978: 'EUR',
  980: 'UAH',
  985: 'PLN',
};

export const hryvniaNumber = 980;

/** The letters of a currency, e.g. 980 → 'UAH'; of one that is not listed its three digits, which equal no letters. */
export function currencyLetters(isoNumber: number): string {
  return lettersOfNumber[isoNumber] ?? String(isoNumber).padStart(3, '0');
}
