/**
 * Whether a payer may be sent to the page that a provider names: over TLS, or without it when the provider is asked without
 * it too, as a stand-in on the same machine is.
 */
export function isPayPage(pageUrl: string, providerUrl: string): boolean {
  if (!URL.canParse(pageUrl)) return false;
  const { protocol } = new URL(pageUrl);
  return protocol === 'https:' || (protocol === 'http:' && providerUrl.startsWith('http:'));
}
