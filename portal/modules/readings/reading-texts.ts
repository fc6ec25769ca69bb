import type { ModuleOutput, ModuleResult } from '#billing/api/define-module.ts';
import type { METER_LIST, SubmittedReadingData } from '#billing/api/readings.ts';
import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import { mayUse } from '#contract/identity/company-roles.ts';
import { formatMessage, isMessageCode, type MessageParams } from '#contract/messages/format-message.ts';
import { windowWords } from '#contract/messages/window-words.ts';
import type { submitReading } from '#contract/readings.ts';
import type { ReadingOutcomeData, ShownOutcome } from '#contract/values/outcome.ts';
import type { CurrentReadingData } from '#contract/values/reading.ts';
import { cached } from '#platform/cached.ts';
import { type CallResult, relayRefusal, succeed } from '#portal/http/call-result.ts';
import { companyPersonOf, type FieldsOf, type RequestContext, type Session } from '#portal/http/route.ts';

/** Contacts change once in years. */
const cacheTtlMs = 60_000;

/**
 * Makes a reader of the supplier's contacts for the braces of messages: where photos are sent, and the phones. Asked of
 * the back end at most once a minute.
 */
export function createSupplierContacts(): (
  context: Pick<RequestContext, 'billing'>,
) => Promise<MessageParams> {
  const contacts = cached(cacheTtlMs, async (_: undefined, { billing }: Pick<RequestContext, 'billing'>) => {
    const result = await billing(SUPPLIER_GET, {});
    if (!result.ok) return;
    const { readingsEmail, phones } = result.data;
    return { email: readingsEmail, phones: phones.join(', ') };
  });
  return async (context) => (await contacts.get(undefined, context)) ?? {};
}

/** The text of a code that a function module answered with; of digits with a wrong character also that one and its place. */
export function textOf(code: string, params: MessageParams): string {
  if (!isMessageCode(code)) throw new Error(`no text for the code ${code}`);
  const message = formatMessage(code, { ...windowWords(code, params), ...params });
  return code === 'readings.digitCapacity' && params.sign !== undefined
    ? `${message} ${formatMessage('readings.wrongCharacter', params)}`
    : message;
}

/** A refusal with the accepted value because of which it is one, when its parameters have that. */
export function nameComparedValue(message: string, { value, date }: MessageParams): string {
  if (value === undefined || date === undefined) return message;
  return `${message} ${textOf('readings.comparedWith', { value, date })}`;
}

type Blocked = ModuleOutput<typeof METER_LIST>['meters'][number]['blocked'];

/** Meters or points with the text of why nothing can be entered. */
export function addTextsToMeters<Place extends { readonly blocked: Blocked }>(
  meters: readonly Place[],
  contacts: MessageParams,
) {
  return meters.map(({ blocked, ...meter }) => {
    if (blocked === null) return { ...meter, blocked };
    const { params, ...rest } = blocked;
    return { ...meter, blocked: { ...rest, message: textOf(rest.code, { ...contacts, ...params }) } };
  });
}

/** Meters or points as a person of a company sees them: who may not give readings is told so instead of being asked for them. */
export function blockForRole<Place extends { readonly blocked: { readonly code: string } | null }>(
  session: Session,
  meters: readonly Place[],
) {
  if (mayUse(companyPersonOf(session), 'points', 'change')) return meters;
  const code = 'readings.roleReadsOnly';
  const blocked = { code, opensOn: null, message: formatMessage(code) };
  return meters.map((meter) => ({ ...meter, blocked }));
}

/** An outcome with its texts instead of their parameters. */
export function addTexts(
  { params, advice, adviceParams, registers, confirmations: _, ...outcome }: ReadingOutcomeData,
  contacts: MessageParams,
): ShownOutcome {
  const adviceText = (code: string) => textOf(code, { ...contacts, ...adviceParams });
  return {
    ...outcome,
    message: textOf(outcome.code, { ...contacts, ...params }),
    advice: advice === null ? null : { code: advice, message: adviceText(advice), params: adviceParams },
    registers: registers.map(({ params: _params, ...register }) => register),
  };
}

/** Details of a refused reading: the outcome, and the current reading when there is one. */
interface RefusalDetails {
  readonly outcome: ReadingOutcomeData;
  readonly currentReading?: CurrentReadingData;
}

function isRefusalDetails(details: unknown): details is RefusalDetails {
  return typeof details === 'object' && details !== null && 'outcome' in details;
}

/**
 * Result of a submission: outcome and receipt, or a refusal whose details are the outcome itself (with the current reading
 * beside it), so that a screen can offer to correct or to confirm.
 */
export async function relaySubmission(
  result: ModuleResult<SubmittedReadingData>,
  contacts: () => Promise<MessageParams>,
): Promise<CallResult<FieldsOf<typeof submitReading>>> {
  if (result.ok) {
    const { outcome, receipt } = result.data;
    return succeed({ outcome: addTexts(outcome, {}), receipt });
  }
  const params = await contacts();
  const words = windowWords(result.code, result.params ?? {});
  const failure = relayRefusal({ ...result, params: { ...params, ...words, ...result.params } });
  if (!isRefusalDetails(result.details)) return failure;
  const { outcome, currentReading } = result.details;
  const details = { ...addTexts(outcome, params), ...(currentReading && { currentReading }) };
  return { ...failure, message: details.message, details };
}
