/** LIKE patterns of what contains one of the texts, whatever is in them; for `like any (…)`. */
export function containing(texts: readonly string[]): string[] {
  return texts.map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`);
}
