import { sql } from 'kysely';
import { ENTITY_PROVE } from '#billing/api/customers.ts';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import type { InputOf } from '#contract/define-call.ts';
import type { signUpEntity as signUpEntityCall } from '#contract/identity/sign-up.ts';
import type { MessageParams } from '#contract/messages/format-message.ts';
import { anyAccountNumber, parseAccountNumber } from '#domain/identifiers/account-codes.ts';
import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import {
  type CallFailure,
  type CallResult,
  fail,
  failFields,
  relayRefusal,
  succeed,
} from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import {
  attemptsExhausted,
  failureOfCode,
  markSucceeded,
  releaseAttempt,
  takeAttempt,
  tryCode,
  verifyCode,
} from '#portal/modules/codes/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { takeUpAccounts } from '../../accounts/public.ts';
import { checkNewPasswordRules, hashingBusy } from '../password/new-password.ts';
import { type HashingPlace, reserveHashing } from '../password/password.ts';
import type { PublicContext } from '../public-context.ts';
import { insertConsents, refuseOtherVersion } from '../sign-up/consent-store.ts';
import { insertEntity } from './create-identity.ts';
import { findEntityByAccount } from './identity-store.ts';

/** A legal entity that proved who it is. */
interface ProvenEntity {
  readonly phone: string;
  readonly email: string;
  readonly passwordHash: string;
  /** The account it signs up with. */
  readonly account: string;
  readonly accountNumbers: readonly string[];
}

/** When and from where the consent was given. */
interface SignUpOrigin {
  readonly at: Instant;
  readonly address: string;
  readonly device: string;
}

/**
 * Keeps a legal entity with its accounts and its consent, in the caller's transaction; 'taken' when the account stands in
 * the cabinet of an entity already. Sign-ups with one account wait for each other.
 */
async function makeEntity(
  db: PortalDatabase,
  { phone, email, passwordHash, account, accountNumbers }: ProvenEntity,
  origin: SignUpOrigin,
): Promise<'made' | 'taken'> {
  await sql`select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(${account}::text, 3))`.execute(
    db,
  );
  if (await findEntityByAccount(db, account)) return 'taken';
  const identityId = newId();
  await insertEntity(db, { identityId, phone, email, passwordHash, phoneConfirmedAt: origin.at });
  await takeUpAccounts(db, { cabinetId: identityId, identityId }, accountNumbers, origin.at);
  await insertConsents(db, { identityId, ...origin });
  return 'made';
}

type Input = InputOf<typeof signUpEntityCall>;
type Proof = ModuleOutput<typeof ENTITY_PROVE>;

export interface SignUpServices extends PortalServices {
  /** The supplier's contacts for the text of an ended contract. */
  readonly contactsOf: (context: Pick<PublicContext, 'billing'>) => Promise<MessageParams>;
}

/** The code of the phone is for whoever proves a contact of an entity; its account does not matter for it. */
function guessOf({ phone, code }: Input, { address }: Pick<PublicContext, 'address'>) {
  return { purpose: 'confirm', userType: 'entity', contact: phone, code, address } as const;
}

/**
 * The cabinet of a legal entity: who knows unique code and EDRPOU of an account, and holds the phone, chooses a password
 * and gives consent; all accounts of the entity come into the cabinet. The browser then signs in as usual. Guesses at the
 * unique code are counted, 5 in 15 minutes; whether there is a cabinet already hears only who proved to be the entity.
 * Source: product.md section 4.
 */
export async function signUpEntity(
  services: SignUpServices,
  input: Input,
  context: PublicContext,
): Promise<CallResult<Record<never, never>>> {
  const { account, phone, email, edrpou } = input;
  const { basicAuth: pair } = context;
  if (pair === undefined || parseAccountNumber(pair.login, anyAccountNumber) !== account)
    return fail('identity.badCredentials');
  const { password } = pair;
  const weakness = checkNewPasswordRules(password, { phone, email, names: [account, edrpou] });
  if (weakness) return failFields([weakness]);
  const other = await refuseOtherVersion(services.db, input.consentVersion, context.clock.now());
  if (other) return other;
  const place = reserveHashing();
  if (place === undefined) return hashingBusy();
  try {
    const proof = await prove(services, input, context);
    if ('kind' in proof) return proof;
    if (!proof.hasContract) return fail('accounts.noContract', await services.contactsOf(context));
    return await make(services, { input, password, place, proof }, context);
  } finally {
    place.release();
  }
}

/** What the billing back end knows of the entity, or why the proof is refused. */
async function prove(
  services: SignUpServices,
  input: Input,
  context: PublicContext,
): Promise<Proof | CallFailure> {
  const { db, config } = services;
  const { account, unique_code: uniqueCode, edrpou } = input;
  const { address, clock, billing } = context;
  const login = { kind: 'signup', login: account, address };
  const limits = { login, maxPerAddress: config.signInFailuresPerAddress };
  const taken = await takeAttempt(db, limits, clock.now());
  if (taken.kind === 'exhausted') return attemptsExhausted(taken.minutes);
  const { attempt } = taken;
  try {
    const wrong = await verifyCode(services, guessOf(input, context), 'check', clock.now());
    if (wrong) {
      // The unique code was not looked at; wrong codes of the phone have a limit of their own.
      await releaseAttempt(db, attempt);
      return wrong;
    }
    const proof = await billing(ENTITY_PROVE, { accountNumber: account, uniqueCode, edrpou });
    if (!proof.ok) return relayRefusal(proof);
    await markSucceeded(db, attempt);
    return proof.data;
  } catch (error) {
    await releaseAttempt(db, attempt);
    throw error;
  }
}

interface Making {
  readonly input: Input;
  readonly password: string;
  readonly place: HashingPlace;
  readonly proof: Proof;
}

async function make(
  services: SignUpServices,
  { input, password, place, proof }: Making,
  context: PublicContext,
): Promise<CallResult<Record<never, never>>> {
  const passwordHash = await place.hash(password);
  if (passwordHash === 'busy') return hashingBusy();
  const at = context.clock.now();
  const { phone, email, account } = input;
  const entity = { phone, email, passwordHash, account, accountNumbers: proof.accountNumbers };
  return services.db.transaction().execute(async (db) => {
    const answer = await tryCode({ ...services, db }, guessOf(input, context), 'use', at);
    if (answer !== 'right') return failureOfCode(answer);
    const made = await makeEntity(db, entity, { at, address: context.address, device: context.device });
    return made === 'taken' ? fail('identity.entityTaken') : succeed({});
  });
}
