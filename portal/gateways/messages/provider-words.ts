const longestWords = 120;

/**
 * A provider's own words for an operator, without what it may have repeated of the request. Cut to 120 characters; empty
 * when it said nothing.
 */
export function providerWords(words: unknown, secrets: readonly string[]): string {
  if (typeof words !== 'string') return '';
  const clean = secrets
    .filter((secret) => secret.length > 0)
    .reduce((text, secret) => text.replaceAll(secret, '…'), words);
  return clean.replace(/\s+/g, ' ').trim().slice(0, longestWords);
}
