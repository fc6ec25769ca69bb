import type { FieldProblem } from '#contract/field-rules.ts';
import { formatPhone, parsePhone } from '#domain/identifiers/contacts.ts';
import type { ApiResult } from '#web/lib/api.ts';
import { type FormPlaces, type Refusal, refusalOfFailure } from '#web/lib/form/form-problems.ts';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import type { ContactKind } from './api.ts';

/** A field whose format only the server checks: it is only required. */
export function checkFilled(value: string): FieldProblem | undefined {
  return value.trim() === '' ? { code: 'field.required' } : undefined;
}

/** A contact formatted for reading: "+380 50 111 00 01"; an e-mail unchanged. */
export function showContact(kind: ContactKind, contact: string): string {
  const phone = kind === 'phone' ? parsePhone(contact) : undefined;
  return phone ? formatPhone(phone) : contact;
}

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
