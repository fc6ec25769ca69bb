import { ACCOUNT_PROVE } from '#billing/api/customers.ts';
import type { InputOf } from '#contract/define-call.ts';
import type { MessageParams } from '#contract/messages/format-message.ts';
import type { addObject } from '#contract/objects.ts';
import { type CallFailure, type CallResult, fail, relayRefusal, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import { type Attempt, attemptsExhausted, releaseAttempt, takeAttempt } from '../passwords/public.ts';
import { insertIdentityAccounts } from './insert-identity-accounts.ts';
import { loadObjects } from './load-objects.ts';
import { findChosenAccount, listOwnedObjects, updateChosenAccount } from './object-store.ts';

/** Failures of all persons at one account in 15 minutes: more than one person has, so that no stranger closes it alone. */
const mostOfAccount = 20;

interface AddingServices extends Pick<PortalServices, 'db' | 'config'> {
  /** The supplier's contacts for the text of an ended contract. */
  readonly contactsOf: (context: Pick<RequestContext, 'billing'>) => Promise<MessageParams>;
}

/** Takes an attempt of the person and one of the account that is asked for, or says how long to wait. */
async function takeAttempts(
  { db, config }: AddingServices,
  account: string,
  { session, address, clock }: RequestContext,
): Promise<readonly Attempt[] | CallFailure> {
  const at = clock.now();
  const own = { kind: 'add', login: session.identityId, address };
  const ofPerson = await takeAttempt(db, own, at, config.signInFailuresPerAddress);
  if (ofPerson.kind === 'exhausted') return attemptsExhausted(ofPerson.minutes);
  // The failure counts for the address once: it is taken under the account without one.
  const ofAccount = await takeAttempt(
    db,
    { kind: 'addTo', login: account, address: '' },
    at,
    0,
    mostOfAccount,
  );
  if (ofAccount.kind === 'taken') return [ofPerson.attempt, ofAccount.attempt];
  await releaseAttempt(db, ofPerson.attempt);
  return attemptsExhausted(ofAccount.minutes);
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
  if ('kind' in taken) return taken;
  const release = () => Promise.all(taken.map((attempt) => releaseAttempt(db, attempt)));
  const question = { accountNumber: account, objectCode: code };
  const proof = await billing(ACCOUNT_PROVE, question).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  if (!proof.ok) return relayRefusal(proof);
  await release();
  if (!proof.data.hasContract) return fail('accounts.noContract', await contactsOf(context));

  await insertIdentityAccounts(db, identityId, [account]);
  if (owned.length === 0) await updateChosenAccount(db, identityId, account);
  const accounts = await loadObjects(db, billing, identityId);
  return succeed({ accounts: [...accounts], account: (await findChosenAccount(db, identityId)) ?? '' });
}
