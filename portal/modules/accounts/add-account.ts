import { ACCOUNT_PROVE } from '#billing/api/customers.ts';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import type { addObject } from '#contract/accounts/accounts.ts';
import type { InputOf } from '#contract/define-call.ts';
import type { MessageParams } from '#contract/messages/format-message.ts';
import { parsePhone } from '#domain/identifiers/contacts.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { type CallFailure, type CallResult, fail, relayRefusal, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import {
  attemptRelease,
  attemptsExhausted,
  failureOfCode,
  failureOfIssue,
  issueCode,
  isUsable,
  releaseAttempts,
  takeTwoAttempts,
  tryCode,
} from '#portal/modules/codes/public.ts';
import { sendNotices } from '../notifications/public.ts';
import {
  getProvenContacts,
  keepAccessRequest,
  listAwaited,
  listPeople,
  type PersonWithAccess,
  type ProvenContacts,
} from './access/access-store.ts';
import { shortName, whoAllows } from './access/show-access.ts';
import { describeObjects } from './load-objects.ts';
import { holdsContract, maskedPhone } from './object-info.ts';
import { addOwnedObject, findChosenAccount, listOwnedObjects } from './object-store.ts';

/** A request of a person who knows the code of an account that others have. */
interface NewAccessRequest {
  readonly account: string;
  /** Persons with access, oldest first. */
  readonly people: readonly PersonWithAccess[];
  /** Of the contract. */
  readonly phone: string;
  readonly own: ProvenContacts;
}

/** Notifies those who may grant access: the holders of the contract, or the first person with access where there is none. */
async function askFirstHolder(
  { db, keys, config }: Pick<PortalServices, 'db' | 'keys' | 'config'>,
  { account, people, phone, own }: NewAccessRequest,
  now: Instant,
): Promise<void> {
  const who = maskedPhone(own.phone) || shortName(own) || '•••';
  const params = { account, name: '', who, change: 'asked' };
  const notices = whoAllows(people, phone).map(({ identityId }) => ({
    identityId,
    kind: 'accessChanged' as const,
    params,
  }));
  await sendNotices({ keys, config }, db, notices, now);
}

/** Allowed failures of all persons at one account in 15 minutes: more than for one person, so that no stranger locks it alone. */
const maxPerAccount = 20;

interface AddingServices extends Pick<PortalServices, 'db' | 'config' | 'keys'> {
  /** The supplier's contacts for the text of an ended contract. */
  readonly contactsOf: (context: Pick<RequestContext, 'billing'>) => Promise<MessageParams>;
}

type Proof = ModuleOutput<typeof ACCOUNT_PROVE>;
type Added = CallResult<FieldsOf<typeof addObject>>;

/** Takes an attempt of the person and one of the account, or returns how long to wait. */
function takeAttempts(
  { db, config }: AddingServices,
  account: string,
  { session, address, clock }: RequestContext,
) {
  const ofPerson = {
    login: { kind: 'add', login: session.identityId, address },
    maxPerAddress: config.signInFailuresPerAddress,
  };
  // The failure counts for the address once: the attempt of the account has no address.
  const ofAccount = { login: { kind: 'addTo', login: account, address: '' }, most: maxPerAccount };
  return takeTwoAttempts(db, [ofPerson, ofAccount], clock.now());
}

/** The accounts to which a person requested access, in wire format. */
export function waitingFields(awaited: readonly { readonly account: string; readonly until: Instant }[]) {
  return awaited.map(({ account, until }) => ({ account, until: instantToIso(until) }));
}

/** Checks the confirmation by a code to the phone of the contract. Undefined: it is right. */
async function confirmByContractPhone(
  services: AddingServices,
  { account, confirmation }: InputOf<typeof addObject>,
  contractPhone: string,
  { session, address, clock }: RequestContext,
): Promise<CallFailure | undefined> {
  const subject = {
    purpose: 'access',
    userType: 'person',
    contact: contractPhone,
    account: `${account}:${session.identityId}`,
  } as const;
  const now = clock.now();
  if (confirmation !== undefined && confirmation !== '') {
    const answer = await tryCode(services, { ...subject, code: confirmation, address }, 'use', now);
    return answer === 'right' ? undefined : failureOfCode(answer);
  }
  const issued = await issueCode(services, { ...subject, condition: 'always', address }, now);
  if (!isUsable(issued) && (confirmation === '' || issued.kind !== 'tooSoon')) return failureOfIssue(issued);
  const resendAfterSeconds = isUsable(issued) ? issued.resendAfterSeconds : issued.seconds;
  const phone = maskedPhone(contractPhone);
  const isNumeric = isUsable(issued) && issued.isNumeric;
  return fail(
    'accounts.confirmationNeeded',
    { maskedPhone: phone },
    { maskedPhone: phone, resendAfterSeconds, isNumeric },
  );
}

/**
 * The confirmation that the supplier requires beside the code (`rules.access`): none from the holder of the contract, nor where there is no
 * phone in the contract or nobody has the account yet. Undefined: none.
 */
async function confirm(
  services: AddingServices,
  input: InputOf<typeof addObject>,
  { confirmation, phone }: Proof,
  context: RequestContext,
): Promise<Added | undefined> {
  if (confirmation === 'none') return undefined;
  const { db } = services;
  const { identityId } = context.session;
  const own = await getProvenContacts(db, identityId);
  if (holdsContract(own, phone)) return undefined;
  if (confirmation === 'contractPhone') {
    const contractPhone = parsePhone(phone);
    if (contractPhone !== undefined) return confirmByContractPhone(services, input, contractPhone, context);
    // Without a phone in the contract nobody but those who have the account can confirm.
  }
  const now = context.clock.now();
  const { people } = await listPeople(db, input.account, now);
  if (people.length === 0) return undefined;
  await db.transaction().execute(async (transaction) => {
    const { isNew } = await keepAccessRequest(transaction, identityId, input.account, now);
    if (isNew)
      await askFirstHolder(
        { ...services, db: transaction },
        { account: input.account, people, phone, own },
        now,
      );
  });
  const owned = await listOwnedObjects(db, identityId);
  return succeed({
    accounts: [...(await describeObjects(context.billing, owned))],
    account: (await findChosenAccount(db, identityId)) ?? '',
    waiting: waitingFields(await listAwaited(db, identityId, now)),
  });
}

/** The code was replaced between its proof and the commit. */
class CodeReplaced extends Error {}

/**
 * Adds an account to the cabinet of a person who knows the code printed on its bill; the first one is chosen at once,
 * and everybody with access and the phone of the contract are notified. Where the supplier requires it, the phone of the
 * contract or the first holder confirms. An unknown account is answered like a wrong code, and five failures in 15 minutes
 * exhaust the attempts, so that codes can't be guessed; a right code counts for nothing, and clears nothing either: an own
 * account would begin the count anew. Source: messages.md «accounts», product.md sections 4 and 5.
 */
export async function addAccount(
  services: AddingServices,
  input: InputOf<typeof addObject>,
  context: RequestContext,
): Promise<Added> {
  const { db, contactsOf } = services;
  const { session, billing, clock } = context;
  const { identityId } = session;
  const { account, code } = input;
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
  const wanting = await confirm(services, input, proof.data, context);
  if (wanting !== undefined) {
    await releaseAttempts(db, attempts);
    return wanting;
  }

  const change = {
    identityId,
    accountNumber: account,
    kind: 'added',
    actorId: identityId,
    at: clock.now(),
  } as const;
  const chosen = await db
    .transaction()
    .execute(async (transaction) => {
      const added = await addOwnedObject(transaction, change, attemptRelease(attempts));
      // The code may have been replaced since it was proven: an access that was ended meanwhile must not return.
      if (!(await billing(ACCOUNT_PROVE, question)).ok) throw new CodeReplaced();
      return added;
    })
    .catch(async (error: unknown) => {
      if (error instanceof CodeReplaced) return error;
      await releaseAttempts(db, attempts);
      throw error;
    });
  if (chosen instanceof CodeReplaced) return fail('accounts.codeMismatch');
  const accounts = await describeObjects(billing, [...owned, { accountNumber: account, displayName: null }]);
  return succeed({ accounts: [...accounts], account: chosen ?? '' });
}
