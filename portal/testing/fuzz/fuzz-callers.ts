import type { AdminRole } from '#contract/identity/admin-roles.ts';
import type { CompanyRole } from '#contract/identity/company-roles.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { sessionEnd } from '#portal/modules/identity/session/session-list.ts';
import { makeMember, openTestSession } from '../callers/make-member.ts';
import { makeSession } from '../callers/make-session.ts';
import { type TestApp, testKeys } from '../start-test-app.ts';

export interface FuzzCaller {
  readonly name: string;
  readonly type: 'person' | 'entity' | 'admin';
  readonly roles: readonly AdminRole[];
  readonly accounts: readonly string[];
  /** Has every right of its type. */
  readonly isFree: boolean;
  token: string;
  /** Opens another session, of an identity that was blocked too. */
  signInAgain(): Promise<void>;
}

/** Accounts of the sample with the most to show: of persons and of companies. */
const personAccounts = ['2390001111', '2390001112', '2390001113'];
const adminRoleSets: readonly (readonly AdminRole[])[] = [
  ['owner'],
  ['owner'],
  ['operator'],
  ['billing'],
  ['content'],
  ['analyst'],
];

async function createCaller(
  { portalDb, clock }: TestApp,
  identityId: string,
  {
    name,
    type,
    roles = [],
    accounts = [],
    isFree = true,
  }: Pick<FuzzCaller, 'name' | 'type'> & Partial<FuzzCaller>,
): Promise<FuzzCaller> {
  const tokens = createTokens(testKeys.sessions);
  const caller: FuzzCaller = {
    name,
    type,
    roles,
    accounts,
    isFree,
    token: '',
    async signInAgain() {
      await portalDb
        .updateTable('portal.identity')
        .set({ blocked_at: null })
        .where('identity_id', '=', identityId)
        .execute();
      const sessionId = await openTestSession(portalDb, clock, identityId);
      await portalDb
        .updateTable('portal.session')
        .set({ factor_proven_at: instantToIso(clock.now()) })
        .where('session_id', '=', sessionId)
        .execute();
      caller.token = tokens.sign({ sessionId, type, expiresAt: sessionEnd(clock.now()) });
    },
  };
  await caller.signInAgain();
  return caller;
}

/** Accounts of companies, those of the one that has the most first. */
async function companyAccounts(app: TestApp): Promise<readonly (readonly string[])[]> {
  const rows = await app.billingDb
    .selectFrom('billing.account as a')
    .innerJoin('billing.customer as c', 'c.customer_id', 'a.customer_id')
    .select(['a.account_number as account', 'c.customer_id as customer'])
    .where('c.customer_type', '=', 'entity')
    .orderBy('a.account_number')
    .execute();
  const lists = [...Map.groupBy(rows, ({ customer }) => customer).values()];
  return lists
    .map((list) => list.map(({ account }) => account))
    .toSorted((one, other) => other.length - one.length);
}

/** Callers of each kind on the sample: persons, companies and people of them by role, administrators by role. */
export async function makeFuzzCallers(app: TestApp): Promise<readonly FuzzCaller[]> {
  const { portalDb, clock } = app;
  const [chain = [], other = []] = await companyAccounts(app);
  const made: FuzzCaller[] = [];
  const add = async (identityId: string, caller: Pick<FuzzCaller, 'name' | 'type'> & Partial<FuzzCaller>) =>
    made.push(await createCaller(app, identityId, caller));
  for (const [index, accounts] of [personAccounts, ['2390001114'], []].entries()) {
    const { identityId } = await makeSession(portalDb, clock, accounts, 'person');
    await add(identityId, { name: `person ${index + 1}`, type: 'person', accounts });
  }
  const roles: readonly CompanyRole[] = ['owner', 'accountant', 'powerEngineer', 'signer', 'viewer'];
  for (const [name, accounts] of [
    ['chain', chain.slice(0, 40)],
    ['company', other],
  ] as const) {
    const { identityId: companyId } = await makeSession(portalDb, clock, accounts, 'entity');
    await add(companyId, { name, type: 'entity', accounts });
    for (const role of name === 'chain' ? roles : []) {
      const { identityId } = await makeMember(portalDb, clock, { companyId, role });
      await add(identityId, {
        name: `${role} of the ${name}`,
        type: 'entity',
        accounts,
        isFree: role === 'owner',
      });
    }
  }
  for (const ofRoles of adminRoleSets) {
    const { identityId } = await makeSession(portalDb, clock, [], 'admin', ofRoles);
    await add(identityId, {
      name: `administrator (${ofRoles.join()})`,
      type: 'admin',
      roles: ofRoles,
      isFree: ofRoles.includes('owner'),
    });
  }
  return made;
}
