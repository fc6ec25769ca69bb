/** Values for the placeholders in braces. */
export type MessageParams = Readonly<Record<string, string | number>>;

const plural = new Intl.PluralRules('uk');

/** 47246 as "47 246". */
const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '\u00a0');

/**
 * Fills the values into a text. `{n|символ|символи|символів}` selects the Ukrainian plural form for n (1 символ, 2–4
 * символи, 5+ символів) and does not print the number; a number that is so counted has its thousands apart. A missing value is shown as its name, so that tests detect it.
 * Separate from the catalogue, so that a page can fill in its own texts without loading it.
 */
export function formatText(text: string, params: MessageParams): string {
  return text.replace(
    /\{(\w+)(?:\|([^|}]*)\|([^|}]*)\|([^|}]*))?\}/g,
    (whole, name: string, one, few, many) => {
      const value = params[name];
      if (value === undefined) return whole;
      if (one === undefined) {
        const isCount = typeof value === 'number' && text.includes(`{${name}|`);
        return isCount ? grouped(value) : String(value);
      }
      const form = plural.select(Number(value));
      return form === 'one' ? one : form === 'few' ? few : many;
    },
  );
}
