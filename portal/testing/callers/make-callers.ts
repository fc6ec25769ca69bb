import { createHmac } from 'node:crypto';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { makeToken } from '#contract/identity/api-tokens.ts';
import { startViewing } from '#contract/identity/viewings.ts';
import type { Instant } from '#domain/time/instant.ts';
import { parseKeyRing } from '#platform/key-ring.ts';
import { newId } from '#platform/uuid.ts';
import type { Caller } from '#portal/http/admission/testing/expected-access.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { insertIdentityAccounts } from '#portal/modules/accounts/public.ts';
import { endSessions, insertSession } from '#portal/modules/identity/session/session-store.ts';
import { type TestApp, testKeys } from '../start-test-app.ts';
import { makeMember } from './make-member.ts';
import { makeSession } from './make-session.ts';

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
  /** The account of the customers and of all people of the company. */
  readonly account: string;
  /** Another account of the company. */
  readonly secondAccount: string;
  readonly foreignAccount: string;
  /** The token of a session that all calls of the caller have. */
  of(caller: Caller): Promise<string>;
  /** A token of a new session. */
  another(caller: Caller): Promise<string>;
  /** An expired token of a session that was renewed since. */
  expired(caller: Caller): Promise<string>;
  /** A token of an ended session. */
  revoked(caller: Caller): Promise<string>;
}

/** Creates every caller once. */
export async function makeCallers(app: TestApp): Promise<CallerTokens> {
  const { billingDb, portalDb, clock } = app;
  const tokens = createTokens(testKeys.sessions);
  await makeSupplier(billingDb);
  const [account = '', secondAccount = '', foreignAccount = ''] = [
    (await makeAccount(billingDb)).accountNumber,
    (await makeAccount(billingDb)).accountNumber,
    (await makeAccount(billingDb)).accountNumber,
  ];
  const { identityId: companyId } = await makeSession(portalDb, clock, [account], 'entity');
  await insertIdentityAccounts(portalDb, companyId, [secondAccount]);
  const made = new Map<string, Promise<string>>();

  /** Made once. */
  function once(key: unknown, make: () => Promise<string>): Promise<string> {
    const name = JSON.stringify(key);
    const value = made.get(name) ?? make();
    made.set(name, value);
    return value;
  }

  const limitsOf = (objects: NonNullable<Caller['member']>['objects']) => ({
    ...(objects !== 'all' && { accounts: [account] }),
    ...(objects === 'points' && { points: ['62Z0000000000001'] }),
  });

  const identityOf = ({ type, roles = [], member }: Caller): Promise<string> =>
    once([type, roles, member], async () => {
      if (member !== undefined) {
        const { role, objects } = member;
        return (await makeMember(portalDb, clock, { companyId, role, ...limitsOf(objects) })).identityId;
      }
      if (type === 'entity') return companyId;
      const owned = type === 'admin' ? [] : [account];
      return (await makeSession(portalDb, clock, owned, type, roles)).identityId;
    });

  async function open(identityId: string, type: Caller['type'], tokenHours = 20): Promise<string> {
    const [sessionId, startedAt] = [newId(), clock.now()];
    const expiresAt = (startedAt + 20 * hourMs) as Instant;
    const origin = { device: 'test', address: '', way: 'password', dualAuth: false } as const;
    await insertSession(portalDb, { sessionId, identityId, startedAt, expiresAt, ...origin });
    return tokens.sign({ sessionId, type, expiresAt: startedAt + tokenHours * hourMs });
  }

  /** Made by an owner, who has the role and the objects of the caller afterwards. */
  const programOf = ({ member, scopes }: Caller): Promise<string> =>
    once(['program', member, scopes], async () => {
      const { identityId } = await makeMember(portalDb, clock, { companyId, role: 'owner' });
      const asked = { name: '1С', scopes, expiresOn: '2027-01-31', perMinute: 600 };
      const token = await open(identityId, 'entity');
      const { secret } = (await app.post(makeToken, { token, ...asked })).body;
      if (member !== undefined)
        await portalDb
          .updateTable('portal.company_member')
          .set({ role: member.role, ...limitsOf(member.objects) })
          .where('identity_id', '=', identityId)
          .execute();
      return secret;
    });

  async function view(caller: Caller): Promise<string> {
    const token = await open(await identityOf({ type: 'admin', roles: ['operator'] }), 'admin');
    const customerId = await identityOf(caller);
    const { body } = await app.post(startViewing, { token, customerId, reason: 'Перевірка рахунку' });
    return body.user.token;
  }

  return {
    account,
    secondAccount,
    foreignAccount,
    of: (caller) =>
      once(caller, async () => {
        if (caller.isViewed) return view(caller);
        return caller.scopes ? programOf(caller) : open(await identityOf(caller), caller.type);
      }),
    another: async (caller) => open(await identityOf(caller), caller.type),
    expired: async (caller) => open(await identityOf(caller), caller.type, -1),
    async revoked({ type, roles = [] }) {
      // All sessions of an identity end together.
      const { identityId } = await makeSession(portalDb, clock, [], type, roles);
      const token = await open(identityId, type);
      await endSessions(portalDb, identityId, { reason: 'ended' }, clock.now());
      return token;
    },
  };
}
