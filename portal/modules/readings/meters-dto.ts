import type * as z from 'zod/mini';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import type { METER_LIST } from '#billing/api/readings/meters.ts';
import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import type { MessageParams } from '#contract/messages/format-message.ts';
import type { meterSchema } from '#contract/readings.ts';
import type { RequestContext } from '#portal/http/route.ts';
import { textOf } from './outcome-dto.ts';

/** Contacts change once in years. */
const cacheTtlMs = 60_000;

/**
 * Makes a reader of the supplier's contacts for the braces of messages: where photos are sent, and the phones. Asked of
 * the back end at most once a minute.
 */
export function createSupplierContacts(): (
  context: Pick<RequestContext, 'billing'>,
) => Promise<MessageParams> {
  let known: { readAt: number; contacts: MessageParams } | undefined;
  return async (context) => {
    const now = performance.now();
    if (known !== undefined && now - known.readAt < cacheTtlMs) return known.contacts;
    const result = await context.billing(SUPPLIER_GET, {});
    if (!result.ok) return {};
    const { readingsEmail, phones } = result.data;
    const contacts = { email: readingsEmail, phones: phones.join(', ') };
    known = { readAt: now, contacts };
    return contacts;
  };
}

type KnownMeter = ModuleOutput<typeof METER_LIST>['meters'][number];

/** Meters in the words of the calls; why nothing can be entered comes with its text. */
export function toMeterDtos(
  meters: readonly KnownMeter[],
  contacts: MessageParams,
): z.infer<typeof meterSchema>[] {
  return meters.map(({ blockedBy, blockedParams, opensOn, ...meter }) => ({
    ...meter,
    blocked:
      blockedBy === null
        ? null
        : { code: blockedBy, message: textOf(blockedBy, { ...contacts, ...blockedParams }), opensOn },
  }));
}
