const NUMBER = /(\d) (?=%|\d{3}(?!\d))/g;
const SHORT_WORD = /(^|[\s,])(\p{Ll}{1,5}\.) (?=[\p{Lu}\d])/gu;

/** Of words that may break into lines: a number stays with its thousands and its percent. */
export function keepNumbers(words: string): string {
  return words.replace(NUMBER, '$1\u00a0');
}

/** An address that may break into lines: what is short for a street or a flat stays with its name or number. */
export function keepAddress(address: string): string {
  return address.replace(SHORT_WORD, '$1$2\u00a0');
}

const EMAIL = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

/** A text of the catalogue with its e-mail addresses to be pressed. */
export function MessageText({ children }: { children: string }) {
  return children.split(EMAIL).map((part) =>
    EMAIL.test(part) ? (
      <a key={part} href={`mailto:${part}`}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
