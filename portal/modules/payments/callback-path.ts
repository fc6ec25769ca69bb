/** Where a provider reports, below our address. */
export function callbackPath(provider: string): string {
  return `/api/payments/callback/${provider}`;
}
