import { ACCOUNT_PROVE } from '#billing/api/customers.ts';
import type { InputOf } from '#contract/define-call.ts';
import type { MessageParams } from '#contract/messages/format-message.ts';
import type { addObject } from '#contract/objects.ts';
import { type CallResult, fail, relayRefusal, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import { attemptRelease, attemptsExhausted, releaseAttempts, takeTwoAttempts } from '../passwords/public.ts';
import { describeObjects } from './load-objects.ts';
import { addOwnedObject, listOwnedObjects } from './object-store.ts';

/** Failures of all persons at one account in 15 minutes: more than one person has, so that no stranger closes it alone. */
const mostOfAccount = 20;

interface AddingServices extends Pick<PortalServices, 'db' | 'config'> {
  /** The supplier's contacts for the text of an ended contract. */
  readonly contactsOf: (context: Pick<RequestContext, 'billing'>) => Promise<MessageParams>;
}

/** Takes an attempt of the person and one of the account that is asked for, or says how long to wait. */
function takeAttempts(
  { db, config }: AddingServices,
  account: string,
  { session, address, clock }: RequestContext,
) {
  const ofPerson = {
    login: { kind: 'add', login: session.identityId, address },
    mostOfAddress: config.signInFailuresPerAddress,
  };
  // The failure counts for the address once: it is taken under the account without one.
  const ofAccount = { login: { kind: 'addTo', login: account, address: '' }, most: mostOfAccount };
  return takeTwoAttempts(db, [ofPerson, ofAccount], clock.now());
}

/**
 * Puts an account into the cabinet of a person who knows the code printed on its bill; the first one is chosen at once.
 * An unknown account is answered like a wrong code, and five failures in 15 minutes exhaust the attempts, so that codes
 * can't be guessed; a right code counts for nothing, and clears nothing either: an own account would begin the count anew.
 * Source: messages.md «accounts», product.md section 4.
 */
export async function addAccount(
  services: AddingServices,
  { account, code }: InputOf<typeof addObject>,
  context: RequestContext,
): Promise<CallResult<FieldsOf<typeof addObject>>> {
  const { db, contactsOf } = services;
  const { session, billing } = context;
  const { identityId } = session;
  const owned = await listOwnedObjects(db, identityId);
  if (owned.some(({ accountNumber }) => accountNumber === account)) return fail('accounts.alreadyAdded');

  const taken = await takeAttempts(services, account, context);
  if (taken.kind === 'exhausted') return attemptsExhausted(taken.minutes);
  const { attempts } = taken;
  const question = { accountNumber: account, objectCode: code };
  const proof = await billing(ACCOUNT_PROVE, question).catch(async (error: unknown) => {
    await releaseAttempts(db, attempts);
    throw error;
  });
  if (!proof.ok) return relayRefusal(proof);
  if (!proof.data.hasContract) {
    await releaseAttempts(db, attempts);
    return fail('accounts.noContract', await contactsOf(context));
  }

  const chosen = await addOwnedObject(db, identityId, account, attemptRelease(attempts));
  const accounts = await describeObjects(billing, [...owned, { accountNumber: account, displayName: null }]);
  return succeed({ accounts: [...accounts], account: chosen ?? '' });
}
