import { nationalDigits } from '#web/ui/form/phone-field.tsx';

const PREFIX = '+380';

/** The phone as it travels: the prefix and the digits that were typed; '' when none were. Source: base specification 5. */
export function fullPhone(typed: string): string {
  const digits = nationalDigits(typed);
  return digits === '' ? '' : PREFIX + digits;
}

let phoneOfLastForm = '';

/** What was typed as a phone in the form before this one, '' at first: it goes from one way of signing in to the next. */
export const lastTypedPhone = (): string => phoneOfLastForm;

let isTyping = false;

/**
 * As the `ref` of a phone field: keeps what is typed for the field that replaces this one, from before hydration on,
 * and the focus of who was typing.
 */
export function keepTypedPhone(field: HTMLInputElement): () => void {
  const keep = () => {
    phoneOfLastForm = field.value;
  };
  if (field.value !== '') keep();
  if (isTyping && document.activeElement === document.body) field.focus();
  isTyping = false;
  field.addEventListener('input', keep);
  return () => {
    field.removeEventListener('input', keep);
    keep();
    isTyping = document.activeElement === field;
  };
}
