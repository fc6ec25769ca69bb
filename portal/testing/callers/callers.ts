import { createHmac } from 'node:crypto';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { type AdminRole, adminRoles } from '#contract/identity/admin-roles.ts';
import type { CompanyRole } from '#contract/identity/company-roles.ts';
import type { Instant } from '#domain/time/instant.ts';
import { parseKeyRing } from '#platform/key-ring.ts';
import { newId } from '#platform/uuid.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { insertIdentityAccounts } from '#portal/modules/accounts/public.ts';
import { endSessions, insertSession } from '#portal/modules/identity/session/session-store.ts';
import { type TestApp, testKeys } from '../start-test-app.ts';
import { makeMember, openTestSession } from './make-member.ts';
import { makeSession } from './make-session.ts';

/** A caller for access tests. */
export interface Caller {
  readonly type: 'person' | 'entity' | 'admin';
  /** Administrator roles. */
  readonly roles: readonly AdminRole[];
  /** Whether the caller owns the account. */
  readonly owns: boolean;
}

/** One of each kind: customers with the account, customers with another one, administrators of each role without any. */
export const callers = {
  'a person': { type: 'person', roles: [], owns: true },
  'another person': { type: 'person', roles: [], owns: false },
  'an entity': { type: 'entity', roles: [], owns: true },
  'another entity': { type: 'entity', roles: [], owns: false },
  ...Object.fromEntries(
    adminRoles.map((role) => [`an administrator (${role})`, { type: 'admin', roles: [role], owns: false }]),
  ),
  'an administrator without a role': { type: 'admin', roles: [], owns: false },
} as Readonly<Record<string, Caller>>;

const hourMs = 3_600_000;

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** Tokens that we did not sign, derived from a valid one: the forgery and the token. */
export function forgeriesOf(token: string): Readonly<Record<string, string>> {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const known = claimsOf(token);
  const other = createTokens(
    parseKeyRing('another cabinet', `session1:${Buffer.alloc(32, 'another').toString('base64')}`),
  );
  const changed = (claim: object) => `${header}.${encode({ ...known, ...claim })}.${signature}`;
  const unsigned = encode({ alg: 'none', typ: 'JWT' });
  const byOtherKey = createHmac('sha256', '').update(`${header}.${claims}`).digest('base64url');
  return {
    'without an algorithm': `${unsigned}.${claims}.`,
    'without an algorithm, with the old signature': `${unsigned}.${claims}.${signature}`,
    'signed with another key': other.sign({
      sessionId: String(known.sid),
      type: 'person',
      expiresAt: Number(known.exp) * 1000,
    }),
    'signed with an empty key': `${header}.${claims}.${byOtherKey}`,
    'of another type': changed({ type: known.type === 'admin' ? 'person' : 'admin' }),
    'of another session': changed({ sid: newId() }),
    'with a later end': changed({ exp: Number(known.exp) + 3600 }),
    'cut short': token.slice(0, -6),
  };
}

export interface CallerTokens {
  /** The account of its owners. */
  readonly account: string;
  /** Another account of the same company, and one of another customer. */
  readonly secondAccount: string;
  readonly foreignAccount: string;
  /** A token of a person of the company that has the account; 'own' in `accounts` is the account. */
  ofMember(
    role: CompanyRole,
    objects: { readonly accounts?: readonly string[]; readonly points?: readonly string[] },
  ): Promise<string>;
  /** A token of a new session, so that a call's effects on it do not affect the next call. */
  of(caller: Caller): Promise<string>;
  /** An expired token of a session that was renewed since. */
  expired(caller: Caller): Promise<string>;
  /** A token of an ended session. */
  revoked(caller: Caller): Promise<string>;
}

/** Creates every caller once, and any number of sessions for them. */
export async function makeCallers(app: TestApp): Promise<CallerTokens> {
  const { billingDb, portalDb, clock } = app;
  const tokens = createTokens(testKeys.sessions);
  await makeSupplier(billingDb);
  const { accountNumber: account } = await makeAccount(billingDb);
  const identities = new Map<Caller, string>();
  for (const caller of Object.values(callers)) {
    const other = async () => (await makeAccount(billingDb)).accountNumber;
    const own = caller.type === 'admin' ? [] : [caller.owns ? account : await other()];
    const { identityId } = await makeSession(portalDb, clock, own, caller.type, caller.roles);
    identities.set(caller, identityId);
  }

  const companyId = identities.get(callers['an entity'] as Caller) ?? '';
  const { accountNumber: secondAccount } = await makeAccount(billingDb);
  const { accountNumber: foreignAccount } = await makeAccount(billingDb);
  await insertIdentityAccounts(portalDb, companyId, [secondAccount]);
  const members = new Map<string, Promise<{ readonly identityId: string }>>();

  async function open(caller: Caller, tokenHours = 20) {
    const [sessionId, identityId] = [newId(), identities.get(caller) ?? ''];
    const startedAt = clock.now();
    const expiresAt = (startedAt + 20 * hourMs) as Instant;
    const origin = { device: 'test', address: '', way: 'password', dualAuth: false } as const;
    await insertSession(portalDb, { sessionId, identityId, startedAt, expiresAt, ...origin });
    const tokenEnds = startedAt + tokenHours * hourMs;
    return { identityId, token: tokens.sign({ sessionId, type: caller.type, expiresAt: tokenEnds }) };
  }

  return {
    account,
    secondAccount,
    foreignAccount,
    async ofMember(role, { accounts, points }) {
      const key = JSON.stringify([role, accounts, points]);
      const limits = {
        ...(accounts && { accounts: accounts.map((one) => (one === 'own' ? account : one)) }),
        ...(points && { points }),
      };
      const made = members.get(key) ?? makeMember(portalDb, clock, { companyId, role, ...limits });
      members.set(key, made);
      const sessionId = await openTestSession(portalDb, clock, (await made).identityId);
      return tokens.sign({ sessionId, type: 'entity', expiresAt: clock.now() + 20 * hourMs });
    },
    of: async (caller) => (await open(caller)).token,
    expired: async (caller) => (await open(caller, -1)).token,
    async revoked(caller) {
      const { identityId, token } = await open(caller);
      await endSessions(portalDb, identityId, { reason: 'ended' }, clock.now());
      return token;
    },
  };
}
