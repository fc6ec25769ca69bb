import { ACCOUNT_PROVE } from '#billing/api/customers.ts';
import type { InputOf } from '#contract/define-call.ts';
import type { MessageParams } from '#contract/messages/format-message.ts';
import type { addObject } from '#contract/objects.ts';
import { type CallResult, fail, relayRefusal, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { markSucceeded, releaseAttempt, takeAttempt } from '../passwords/public.ts';
import { insertIdentityAccounts } from './insert-identity-accounts.ts';
import { loadObjects } from './load-objects.ts';
import { findChosenAccount, listOwnedObjects, updateChosenAccount } from './object-store.ts';

interface AddingServices {
  readonly db: PortalDatabase;
  /** The supplier's contacts for the text of an ended contract. */
  readonly contactsOf: (context: Pick<RequestContext, 'billing'>) => Promise<MessageParams>;
}

/**
 * Puts an account into the cabinet of a person who knows the code printed on its bill; the first one is chosen at once.
 * An unknown account is answered like a wrong code, and five failures in 15 minutes exhaust the attempts, so that codes
 * can't be guessed. Source: messages.md «accounts», product.md section 4.
 */
export async function addAccount(
  { db, contactsOf }: AddingServices,
  { account, code }: InputOf<typeof addObject>,
  context: RequestContext,
): Promise<CallResult<FieldsOf<typeof addObject>>> {
  const { session, billing, address, clock } = context;
  const { identityId } = session;
  const owned = await listOwnedObjects(db, identityId);
  if (owned.some(({ accountNumber }) => accountNumber === account)) return fail('accounts.alreadyAdded');

  const login = { kind: 'add', login: identityId, address };
  const taken = await takeAttempt(db, login, clock.now());
  if (taken.kind === 'exhausted') {
    const { minutes } = taken;
    return { ...fail('identity.attemptsExhausted', { minutes }), retryAfterSeconds: minutes * 60 };
  }
  const question = { accountNumber: account, objectCode: code };
  const proof = await billing(ACCOUNT_PROVE, question).catch(async (error: unknown) => {
    await releaseAttempt(db, taken.attempt);
    throw error;
  });
  if (!proof.ok) return relayRefusal(proof);
  await markSucceeded(db, taken.attempt);
  if (!proof.data.hasContract) return fail('accounts.noContract', await contactsOf(context));

  await insertIdentityAccounts(db, identityId, [account]);
  if (owned.length === 0) await updateChosenAccount(db, identityId, account);
  const accounts = await loadObjects(db, billing, identityId);
  return succeed({ accounts: [...accounts], account: (await findChosenAccount(db, identityId)) ?? '' });
}
