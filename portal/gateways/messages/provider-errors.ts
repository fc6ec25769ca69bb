const longestWords = 120;

/** The provider's error text for an operator, without parts of the request. At most 120 characters; empty when there is none. */
export function providerWords(words: unknown, secrets: readonly string[]): string {
  if (typeof words !== 'string') return '';
  const clean = secrets
    .filter((secret) => secret.length > 0)
    .reduce((text, secret) => text.replaceAll(secret, '…'), words);
  return clean.replace(/\s+/g, ' ').trim().slice(0, longestWords);
}
