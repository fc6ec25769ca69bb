import { newId } from '../../uuid.ts';
import type { JobContext } from '../task.ts';

/** A job that is not stopped. */
export function jobContext(): JobContext {
  return { reference: newId(), signal: new AbortController().signal };
}
