/** Before the number of a flat in an address. */
export const flatWord = 'кв. ';
