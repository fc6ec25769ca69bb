/** Network error of a provider call: 'no answer: ECONNREFUSED'; never an address or a header. */
export function silenceReason(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const cause: unknown = error.cause;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  return /^[A-Z0-9_]{1,40}$/.test(code) ? `no answer: ${code}` : 'no answer';
}
