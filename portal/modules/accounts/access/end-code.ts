import { ACCOUNT_CODE_RENEW } from '#billing/api/accounts.ts';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import { newId } from '#platform/uuid.ts';
import type { RequestContext } from '#portal/http/route.ts';

/**
 * Replaces the code of an account that a person who loses access knows; undefined: it has no code that changes. Called before the
 * access ends: with the former code nobody returns, and a bill issued before shows no new one. Throws while the billing does not answer.
 */
export async function endAccountCode(
  accountNumber: string,
  { billing }: Pick<RequestContext, 'billing'>,
): Promise<ModuleOutput<typeof ACCOUNT_CODE_RENEW> | undefined> {
  const renewal = { accountNumber, reason: 'accessEnded', requestId: newId() } as const;
  const renewed = await billing(ACCOUNT_CODE_RENEW, renewal);
  if (renewed.ok) return renewed.data;
  if (renewed.code === 'common.notFound') return undefined;
  throw new Error(`ACCOUNT_CODE_RENEW: ${renewed.code}`);
}
