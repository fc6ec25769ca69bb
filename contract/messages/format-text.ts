/** Values for the places in braces. */
export type MessageParams = Readonly<Record<string, string | number>>;

const plural = new Intl.PluralRules('uk');

/**
 * A text with its values filled in. `{n|символ|символи|символів}` takes the form that Ukrainian plural rules give for n
 * (1 символ, 2–4 символи, 5+ символів) and does not print the number. A value that is missing stays visible as its name,
 * so that a test sees it. Apart from the catalogue, so that a page can fill in texts of its own without carrying it.
 */
export function formatText(text: string, params: MessageParams): string {
  return text.replace(
    /\{(\w+)(?:\|([^|}]*)\|([^|}]*)\|([^|}]*))?\}/g,
    (whole, name: string, one, few, many) => {
      const value = params[name];
      if (value === undefined) return whole;
      if (one === undefined) return String(value);
      const form = plural.select(Number(value));
      return form === 'one' ? one : form === 'few' ? few : many;
    },
  );
}
