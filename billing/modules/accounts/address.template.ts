/** Prefix of a flat number in an address. */
export const flatWord = 'кв. ';
