import { nationalDigits } from '#web/ui/phone-digits.ts';

const PREFIX = '+380';

/** The phone as it travels: the prefix and the digits that were typed; '' when none were. Source: base specification 5. */
export function fullPhone(typed: string): string {
  const digits = nationalDigits(typed);
  return digits === '' ? '' : PREFIX + digits;
}

/** An account number copied from a bill, without its spaces. */
export function plainAccount(typed: string): string {
  return typed.replace(/\s/g, '');
}

let phoneOfLastForm = '';

/** What was typed as a phone in the form before this one, '' at first: it goes from one way of signing in to the next. */
export const lastTypedPhone = (): string => phoneOfLastForm;

/** As the `ref` of a phone field: keeps what is typed when the field goes. */
export function keepTypedPhone(field: HTMLInputElement): () => void {
  return () => {
    phoneOfLastForm = field.value;
  };
}
