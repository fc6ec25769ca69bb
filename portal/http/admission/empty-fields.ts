import * as z from 'zod/mini';
import type { Call } from '#contract/define-call.ts';
import { isBlank } from '#domain/input/tidy-text.ts';

/**
 * Removes empty optional fields: clients send '', blanks or null for a missing value. An empty value that the field itself
 * accepts, such as the '' that requests another code, is preserved.
 */
export function withoutEmptyFields(call: Call, body: unknown): unknown {
  const { shape } = call.input.def as Partial<z.core.$ZodObjectDef>;
  if (shape === undefined || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const isLeftEmpty = ([name, value]: [string, unknown]) => {
    if (typeof value === 'string' ? !isBlank(value) : value !== null) return false;
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return field?._zod.optin === 'optional' && !z.core.safeParse(field, value).success;
  };
  const entries = Object.entries(body);
  return entries.some(isLeftEmpty)
    ? Object.fromEntries(entries.filter((entry) => !isLeftEmpty(entry)))
    : body;
}
