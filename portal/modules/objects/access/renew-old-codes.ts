import { ACCOUNT_CODES_RENEW } from '#billing/api/access.ts';
import type { BillingClient } from '#billing/client.ts';
import { newId } from '#platform/uuid.ts';

/** In a round: what a day brings is little, but all that was imported on one day comes of age on one day. */
const codesAtATime = 2000;

/** Has codes replaced that are older than the supplier allows; answers how many. */
export async function renewOldCodes(billing: BillingClient): Promise<number> {
  const context = { reference: newId(), actor: 'portal' };
  const result = await billing.call(ACCOUNT_CODES_RENEW, { limit: codesAtATime }, context);
  if (!result.ok) throw new Error(`ACCOUNT_CODES_RENEW refused: ${result.code}`);
  return result.data.renewed;
}
