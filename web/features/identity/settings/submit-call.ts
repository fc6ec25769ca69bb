import type { ApiResult } from '#web/lib/api.ts';
import { type FormPlaces, type Refusal, refusalOfFailure } from '#web/lib/form-problems.ts';
import { withMinimumDelay } from '#web/lib/minimum-delay.ts';

/** Awaits the call of a form: passes the result on, or answers the refusal with each problem at its field. */
export async function submitCall<T>(
  call: Promise<ApiResult<T>>,
  places: FormPlaces,
  onDone: (data: T) => void,
): Promise<Refusal | undefined> {
  const result = await withMinimumDelay(call);
  if (!result.ok) return refusalOfFailure(result.failure, places);
  onDone(result.data);
  return undefined;
}
