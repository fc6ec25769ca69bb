/** What a person is found by in a text. */
export interface PersonDetails {
  /** Surname, name, name of the father; '' where it is not known. */
  readonly names: readonly string[];
  /** '+380671112233'. */
  readonly phones: readonly string[];
  readonly emails: readonly string[];
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const gap = '[\\s().-]*';

/** A phone with or without its codes, however it is grouped: '067 111-22-33', '+38 (067) 111 22 33'. */
function phonePattern(phone: string): string {
  const digits = [...phone.replace(/\D/g, '').slice(-9)].join(gap);
  return `(?<!\\d)(?:\\+?${gap}38${gap}|8${gap})?\\(?0${gap}${digits}(?!\\d)`;
}

/** A name in any of its cases: endings of Ukrainian names take at most three letters after the stem. */
function namePattern(name: string): string {
  const stem = name.length < 4 ? name : name.slice(0, name.length < 6 ? -1 : -2);
  const ending = name.length < 4 ? '' : '\\p{L}{0,4}';
  return `(?<!\\p{L})${escapeRegExp(stem)}${ending}(?!\\p{L})`;
}

/**
 * Puts `mark` in place of names, phones and e-mails of a person in a text that others wrote or typed. Names are found in their cases, so
 * that a word that only begins like one may go too: less is worse than more.
 */
export function maskPerson(text: string, { names, phones, emails }: PersonDetails, mark: string): string {
  const patterns = [
    ...emails.filter((email) => email !== '').map(escapeRegExp),
    ...phones.filter((phone) => phone !== '').map(phonePattern),
    ...names.filter((name) => name.length > 1).map(namePattern),
  ];
  return patterns.reduce((masked, pattern) => masked.replace(new RegExp(pattern, 'giu'), mark), text);
}
