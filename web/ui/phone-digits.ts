const COUNTRY = '380';
const LENGTH = 9;

/**
 * The nine digits after +380, however they were typed, pasted or filled in: "+380 50 111-00-01", "0501110001",
 * "501110001" → "501110001". Other digits stay as they are for the check to refuse.
 */
export function nationalDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  if (digits.length === COUNTRY.length + LENGTH && digits.startsWith(COUNTRY)) return digits.slice(3);
  if (digits.length === LENGTH + 1 && digits.startsWith('0')) return digits.slice(1);
  return digits;
}

/** "501110001" → "50 111 00 01" (groups 2-3-2-2); an incomplete number stays as it is. */
export function groupPhoneDigits(digits: string): string {
  return digits.replace(/^(\d{2})(\d{3})(\d{2})(\d{2})$/, '$1 $2 $3 $4');
}
