import type { ApiResult } from './api.ts';
import type { ApiFailure } from './api-failure.ts';

/** What became of a call that sends a code: how many seconds until the next may be asked for, or why none was sent. */
export async function waitOfCode(
  call: Promise<ApiResult<{ resendAfterSeconds?: number | undefined }>>,
): Promise<number | ApiFailure> {
  const result = await call;
  return result.ok ? (result.data.resendAfterSeconds ?? 0) : result.failure;
}
