import { sql } from 'kysely';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import type { CompanyRole } from '#contract/identity/company-roles.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { insertIdentityAccounts } from '#portal/modules/accounts/public.ts';
import { sessionEnd } from '#portal/modules/identity/session/session-list.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
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
  /** Of a person of a company. */
  readonly companyRole: CompanyRole | undefined;
  token: string;
  /** Opens another session, of an identity that was blocked too. */
  signInAgain(): Promise<void>;
  /** Takes back what callers did to the rights of the identity: other roles, an ended access, removed accounts. */
  restoreRights(): Promise<void>;
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

async function restoreRights(
  db: PortalDatabase,
  identityId: string,
  { type, roles, accounts, companyRole }: FuzzCaller,
): Promise<void> {
  if (type === 'person') await insertIdentityAccounts(db, identityId, accounts);
  if (type === 'admin') {
    const rows = roles.map((role) => ({ identity_id: identityId, role }));
    const table = 'portal.administrator_role';
    await db
      .insertInto(table)
      .values(rows)
      .onConflict((already) => already.doNothing())
      .execute();
    await db.deleteFrom(table).where('identity_id', '=', identityId).where('role', 'not in', roles).execute();
  }
  if (companyRole === undefined) return;
  // Another person may have been invited by the same e-mail meanwhile.
  await sql`
    update portal.company_member own
    set ended_at = null, ended_by = null, role = ${companyRole}, accounts = null, points = null
    where own.identity_id = ${identityId}::uuid and not exists (
      select from portal.company_member other
      where other.company_id = own.company_id and lower(other.email) = lower(own.email)
        and other.member_id <> own.member_id and other.ended_at is null)`.execute(db);
}

async function createCaller(
  { portalDb, clock }: TestApp,
  identityId: string,
  {
    name,
    type,
    roles = [],
    accounts = [],
    isFree = true,
    companyRole,
  }: Pick<FuzzCaller, 'name' | 'type'> & Partial<FuzzCaller>,
): Promise<FuzzCaller> {
  const tokens = createTokens(testKeys.sessions);
  const caller: FuzzCaller = {
    name,
    type,
    roles,
    accounts,
    isFree,
    companyRole,
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
    restoreRights: () => restoreRights(portalDb, identityId, caller),
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
        companyRole: role,
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
