import type { ApiResult } from '#web/lib/api.ts';
import { type FormPlaces, type Refusal, refusalOfFailure } from '#web/lib/form-problems.ts';
import { withMinimumDelay } from '#web/lib/minimum-delay.ts';

/** Waits for a call of a form: hands on what it gave, or gives the refusal with each problem in its place. */
export async function settle<T>(
  call: Promise<ApiResult<T>>,
  places: FormPlaces,
  onDone: (data: T) => void,
): Promise<Refusal | undefined> {
  const result = await withMinimumDelay(call);
  if (!result.ok) return refusalOfFailure(result.failure, places);
  onDone(result.data);
  return undefined;
}
