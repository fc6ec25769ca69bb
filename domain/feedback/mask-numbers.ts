/** Digits with what people write between them. */
const run = /\d(?:[ \u00a0().-]{0,2}\d){8,}/g;

/** 0XX and seven digits, with 38, 380 or an old 8 before them. */
const phone = /^(?:38|8)?0\d{9}$/;
const minCardLength = 13;

/**
 * Replaces the digits of card and phone numbers in a text by '•'. What is longer than 12 digits counts as a card (ISO/IEC 7812),
 * also two numbers side by side; account numbers, sums, readings and dates stay.
 */
export function maskNumbers(text: string): string {
  return text.replace(run, (found) => {
    const digits = found.replace(/\D/g, '');
    return digits.length >= minCardLength || phone.test(digits) ? found.replace(/\d/g, '•') : found;
  });
}
