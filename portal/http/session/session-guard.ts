import type { AdminRole } from '#contract/identity/admin-roles.ts';
import type { CompanyRole } from '#contract/identity/company-roles.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { createBatcher } from '#platform/batcher.ts';
import type { Clock } from '#platform/clock.ts';
import { plainArray } from '#platform/database/copy.ts';
import { isDatabaseAway } from '#platform/database/is-database-away.ts';
import {
  bool,
  compiledSql,
  int4,
  nullable,
  type RowOf,
  text,
  textArray,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { GuardAnswer, Session } from '../route.ts';
import { checkProgram, isProgramToken } from './program-guard.ts';
import type { Tokens } from './token.ts';
import { checkViewing } from './viewing-guard.ts';

interface CheckedRequest {
  readonly token: string | undefined;
  readonly accountNumber: string | undefined;
  /** Where it comes from. */
  readonly address: string;
  /** Whether it may carry a token that only ends its session. */
  readonly isSignOut: boolean;
}

export interface SessionGuard {
  /** Checks the token of a request and, when an account is named, its ownership. */
  check(asked: CheckedRequest): Promise<GuardAnswer>;
  /** Until when maintenance refuses calls of customers; undefined: none runs. For a call without a session. */
  maintenanceUntil(): Promise<Instant | undefined>;
}

interface Question {
  readonly sessionId: string;
  readonly accountNumber: string | undefined;
}

const columns = {
  position: int4(),
  session_id: uuid(),
  identity_id: uuid(),
  identity_type: text<Session['type']>(),
  cabinet_id: uuid(),
  role: nullable(text<CompanyRole>()),
  accounts: nullable(textArray()),
  points: nullable(textArray()),
  started_at: timestamptz(),
  expires_at: timestamptz(),
  owns_account: bool(),
  maintenance_until: nullable(timestamptz<Instant>()),
};
type Row = RowOf<typeof columns>;

const statement = `
select asked.position::int as position, session.session_id, session.identity_id, identity.identity_type,
  coalesce(member.company_id, session.identity_id) as cabinet_id, member.role, member.accounts, member.points,
  session.started_at, session.expires_at, owned.account_number is not null as owns_account,
  maintenance.ends_at as maintenance_until
from unnest($1::uuid[], $2::text[]) with ordinality as asked(session_id, account_number, position)
join portal.session on session.session_id = asked.session_id and session.ended_at is null
join portal.identity on identity.identity_id = session.identity_id and identity.blocked_at is null
left join portal.company_member member on member.identity_id = session.identity_id
left join portal.identity_account owned
  on owned.identity_id = coalesce(member.company_id, session.identity_id) and owned.account_number = asked.account_number
 and (member.accounts is null or owned.account_number = any(member.accounts))
left join portal.maintenance
  on identity.identity_type <> 'admin' and maintenance.starts_at <= $3::timestamptz and maintenance.ends_at > $3::timestamptz
where member.ended_at is null`;

const noRoles: readonly AdminRole[] = [];

/** The rights of a legal entity's sign-in: who is nobody's member is the company's owner. */
function accessOf({ identity_type, role, accounts, points }: Row): Session['company'] {
  if (identity_type !== 'entity') return undefined;
  return { role: role ?? 'owner', accounts: accounts ?? undefined, points: points ?? undefined };
}

async function readMaintenanceEnd(db: PortalDatabase, now: Instant): Promise<Instant | undefined> {
  const moment = instantToIso(now);
  const { rows } = await typedSql({ until: timestamptz<Instant>() })`
    select ends_at as until from portal.maintenance
     where starts_at <= ${moment}::timestamptz and ends_at > ${moment}::timestamptz`.execute(db);
  return rows[0]?.until;
}

/** Administrator roles: read separately because few calls need them. */
async function listRoles(db: PortalDatabase, identityId: string): Promise<readonly AdminRole[]> {
  const rows = await db
    .selectFrom('portal.administrator_role')
    .select('role')
    .where('identity_id', '=', identityId)
    .execute();
  return rows.map(({ role }) => role as AdminRole);
}

/**
 * Every call queries the database, so that an ended session or a blocked owner is refused at once. Requests of one
 * event-loop turn share one statement.
 */
export function createSessionGuard(options: {
  readonly db: PortalDatabase;
  readonly tokens: Tokens;
  readonly clock: Clock;
}): SessionGuard {
  const { db, tokens, clock } = options;

  async function load(questions: readonly Question[]): Promise<(Row | undefined)[]> {
    const sessionIds = plainArray(questions.map((question) => question.sessionId));
    const accounts = questions.map((question) => question.accountNumber ?? null);
    const { rows } = await db.executeQuery(
      compiledSql(columns, statement, [sessionIds, accounts, instantToIso(clock.now())]),
    );
    const found: (Row | undefined)[] = new Array(questions.length).fill(undefined);
    for (const row of rows) found[row.position - 1] = row;
    return found;
  }

  const batcher = createBatcher<Question, Row | undefined>({
    maxSize: 128,
    concurrency: 1,
    run: load,
    isOutage: isDatabaseAway,
  });

  return {
    async check({ token: given, accountNumber, address, isSignOut }) {
      if (given === undefined || given === '') return { kind: 'ended', reason: 'missing' };
      if (isProgramToken(given))
        return checkProgram(db, { token: given, accountNumber, address }, clock.now());
      const token = isSignOut ? tokens.completeEnding(given) : given;
      const claims = tokens.verify(token, clock.now());
      if (claims === 'forged' || claims === 'expired') return { kind: 'ended', reason: claims };
      if (claims.isViewing) return checkViewing(db, { ...claims, accountNumber }, clock.now());
      const row = await batcher.add({ sessionId: claims.sessionId, accountNumber });
      if (row === undefined || row.identity_type !== claims.type) return { kind: 'ended', reason: 'revoked' };
      if (row.expires_at <= clock.now()) return { kind: 'ended', reason: 'expired' };
      const roles = row.identity_type === 'admin' ? await listRoles(db, row.identity_id) : noRoles;
      return {
        kind: 'active',
        ownsAccount: row.owns_account,
        maintenanceUntil: row.maintenance_until ?? undefined,
        session: {
          sessionId: row.session_id,
          identityId: row.identity_id,
          cabinetId: row.cabinet_id,
          company: accessOf(row),
          type: row.identity_type,
          startedAt: row.started_at,
          expiresAt: row.expires_at,
          roles,
        },
      };
    },
    maintenanceUntil: () => readMaintenanceEnd(db, clock.now()),
  };
}
