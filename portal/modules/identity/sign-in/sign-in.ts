import { sql } from 'kysely';
import { ENTITY_PROVE } from '#billing/api/customers.ts';
import type { InputOf } from '#contract/define-call.ts';
import { tidyField } from '#contract/field-rules.ts';
import type {
  signInAdmin as signInAdminCall,
  signInEntity as signInEntityCall,
  signInPerson as signInPersonCall,
} from '#contract/identity/sign-in.ts';
import { anyAccountNumber, parseAccountNumber } from '#domain/identifiers/account-codes.ts';
import { parsePhone } from '#domain/identifiers/contacts.ts';
import { isInNetworks } from '#platform/is-in-networks.ts';
import { type CallFailure, type CallResult, fail, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices } from '#portal/http/route.ts';
import { type Attempt, attemptSuccess } from '#portal/modules/codes/public.ts';
import { takeUpAccounts } from '../../accounts/public.ts';
import { verifyAttempt } from '../password/verify-attempt.ts';
import type { PublicContext } from '../public-context.ts';
import { signInOrChallenge } from '../second-factor/sign-in-or-challenge.ts';
import { eventSettling, noteSignInTry } from '../session/sign-in-events.ts';
import type { SignInProof } from '../session/user-store.ts';
import { failBlocked } from '../sign-up/explain-failed-login.ts';
import {
  type EntitySignIn,
  findAdministratorByLogin,
  findEntitySignIn,
  findPersonByPhone,
  type KnownIdentity,
} from './identity-store.ts';

/** What somebody signs in with. */
interface Credentials {
  readonly kind: 'person' | 'entity' | 'admin';
  readonly login: string;
  readonly password: string;
  /** Of an entity. */
  readonly uniqueCode?: string;
  readonly find: () => Promise<KnownIdentity | undefined>;
  /** What else must prove who it is, asked for every login alike. */
  readonly alsoProve?: () => Promise<boolean>;
}

type Recognition =
  | {
      readonly kind: 'recognised';
      readonly identityId: string;
      readonly proof: SignInProof;
      /** Counts as failed until its caller marks it: before anything that may fail. */
      readonly attempt: Attempt;
    }
  | { readonly kind: 'refused'; readonly failure: CallFailure };

/**
 * Recognises a user by login and password. An unknown login and a wrong password are refused alike, and so is the staff that is
 * blocked (base specification section 8), after the same work and the same attempts; a customer who is blocked is told by the right
 * password alone. The event of the try has the id of the attempt; it says
 * what an attempt that stays failed means, until it is settled.
 */
async function recognise(
  services: Pick<PortalServices, 'db' | 'config'>,
  { kind, login, password, uniqueCode, find, alsoProve }: Credentials,
  { address, device, clock, billing }: Pick<PublicContext, 'address' | 'device' | 'clock' | 'billing'>,
): Promise<Recognition> {
  let known: KnownIdentity | undefined;
  let eventId: string | undefined;
  const at = clock.now();
  const tried = { kind, login, way: 'password', address, device, ...(uniqueCode && { uniqueCode }) } as const;
  const verifying = verifyAttempt(services, {
    login: {
      kind,
      login,
      address,
      isTrusted: kind === 'admin' && isInNetworks(address, services.config.adminNetworks),
    },
    password,
    at,
    async findHash() {
      const found = await find();
      known = kind === 'admin' && found?.isBlocked === true ? undefined : found;
      return known?.passwordHash;
    },
    ...(alsoProve && { alsoProve }),
    async note(db, taken) {
      if (taken.kind === 'exhausted') return noteSignInTry(db, tried, 'tooManyAttempts', at);
      eventId = taken.attempt.attemptId;
      return noteSignInTry(db, tried, 'wrongPassword', at, eventId);
    },
  });
  const settleUnfinished = () => eventSettling(eventId, 'unfinished').execute(services.db);
  const verified = await verifying.catch(async (error) => {
    await settleUnfinished();
    throw error;
  });
  if (verified.kind === 'refused' && eventId !== undefined) await settleUnfinished();
  if (verified.kind === 'refused') return { kind: 'refused', failure: verified.failure };
  if (verified.kind === 'wrong' || known === undefined) {
    return { kind: 'refused', failure: fail('identity.badCredentials') };
  }
  if (known.isBlocked) {
    const beside = [attemptSuccess(verified.attempt), eventSettling(eventId, 'blocked')];
    await sql`with succeeded as (${beside[0]}) ${beside[1]}`.execute(services.db);
    return { kind: 'refused', failure: await failBlocked({ billing }) };
  }
  const proof = { way: 'password', passwordHash: verified.passwordHash } as const;
  return { kind: 'recognised', identityId: known.identityId, proof, attempt: verified.attempt };
}

/** What a right attempt writes: it counts as failed no longer, and its event waits for what comes of the sign-in. */
function provedBy(attempt: Attempt) {
  const eventId = attempt.attemptId;
  return { eventId, beside: [attemptSuccess(attempt), eventSettling(eventId, 'unfinished')] };
}

/**
 * A person signs in by phone and password; the pair is of the payload's phone. Source: base specification section 7,
 * product.md section 4.
 */
export async function signInPerson(
  services: PortalServices,
  { phone }: InputOf<typeof signInPersonCall>,
  context: PublicContext,
): Promise<CallResult<FieldsOf<typeof signInPersonCall>>> {
  const { basicAuth: pair } = context;
  if (pair === undefined || parsePhone(pair.login) !== phone) return fail('identity.badCredentials');
  const { password } = pair;
  const find = () => findPersonByPhone(services.db, phone);
  const recognition = await recognise(services, { kind: 'person', login: phone, password, find }, context);
  if (recognition.kind === 'refused') return recognition.failure;
  const { identityId, proof, attempt } = recognition;
  const who = { identityId, type: 'person' } as const;
  const entrance = await signInOrChallenge(services, who, proof, context, provedBy(attempt));
  return entrance.kind === 'entered' ? succeed(entrance.fields) : entrance.failure;
}

/**
 * An administrator signs in by login and password; whom dualAuth or a second factor of their own asks for a second step
 * gets a challenge. Source: base specification section 7, product.md section 4.
 */
export async function signInAdmin(
  services: PortalServices,
  input: InputOf<typeof signInAdminCall>,
  context: PublicContext,
): Promise<CallResult<FieldsOf<typeof signInAdminCall>>> {
  const { basicAuth: pair } = context;
  const login = tidyField('login', input.login);
  if (pair === undefined || tidyField('login', pair.login) !== login) return fail('identity.badCredentials');
  const { password } = pair;
  const find = () => findAdministratorByLogin(services.db, login);
  const recognition = await recognise(services, { kind: 'admin', login, password, find }, context);
  if (recognition.kind === 'refused') return recognition.failure;
  const { identityId, proof, attempt } = recognition;
  const who = { identityId, type: 'admin' } as const;
  const entrance = await signInOrChallenge(services, who, proof, context, provedBy(attempt));
  return entrance.kind === 'entered' ? succeed({ user: entrance.fields.user }) : entrance.failure;
}

/**
 * A legal entity signs in by account, password and unique code. The billing back end is asked for the code at every
 * sign-in, also of an account that nobody has here; the answer does not say which of the three was wrong, nor that the
 * contract has ended. The code of a person of the company is that person's own, and the back end is asked for the contract
 * alone. Accounts that the customer gained since come into the cabinet. Source: base specification section 7,
 * product.md section 4.
 */
export async function signInEntity(
  services: PortalServices,
  { account, unique_code: uniqueCode }: InputOf<typeof signInEntityCall>,
  context: PublicContext,
): Promise<CallResult<FieldsOf<typeof signInEntityCall>>> {
  const { db } = services;
  const { basicAuth: pair, billing } = context;
  if (pair === undefined || parseAccountNumber(pair.login, anyAccountNumber) !== account)
    return fail('identity.badCredentials');
  let accountNumbers: readonly string[] = [];
  let known: EntitySignIn | undefined;
  const recognition = await recognise(
    services,
    {
      kind: 'entity',
      login: account,
      password: pair.password,
      uniqueCode,
      async find() {
        known = await findEntitySignIn(db, account, uniqueCode);
        return known;
      },
      async alsoProve() {
        const asked = known?.isMember ? null : uniqueCode;
        const proof = await billing(ENTITY_PROVE, {
          accountNumber: account,
          uniqueCode: asked,
          edrpou: null,
        });
        if (!proof.ok) return false;
        ({ accountNumbers } = proof.data);
        return proof.data.hasContract;
      },
    },
    context,
  );
  if (recognition.kind === 'refused') return recognition.failure;
  const { identityId } = recognition;
  const { eventId, beside } = provedBy(recognition.attempt);
  await sql`with succeeded as (${beside[0]}) ${beside[1]}`.execute(db);
  const cabinet = { cabinetId: known?.cabinetId ?? identityId, identityId };
  await takeUpAccounts(db, cabinet, accountNumbers, context.clock.now());
  const entrance = await signInOrChallenge(
    services,
    { identityId, type: 'entity' },
    recognition.proof,
    context,
    { eventId },
  );
  return entrance.kind === 'entered' ? succeed(entrance.fields) : entrance.failure;
}
