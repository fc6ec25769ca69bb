import type { CompanyRole } from '#contract/identity/company-roles.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bool,
  nullable,
  text,
  textArray,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { GuardAnswer, Session } from '../route.ts';

const columns = {
  viewing_id: uuid(),
  viewer_id: uuid(),
  viewed_id: uuid(),
  viewed_type: text<Session['type']>(),
  cabinet_id: uuid(),
  role: nullable(text<CompanyRole>()),
  accounts: nullable(textArray()),
  points: nullable(textArray()),
  started_at: timestamptz<Instant>(),
  expires_at: timestamptz<Instant>(),
  owns_account: bool(),
};

/**
 * Checks the token of a viewing with every call: it has the rights and objects of the customer that is seen, and ends with the
 * session that it was started from, the block of the administrator, or the role. What it may do with the rights is decided by
 * `admit`. Decision 0142.
 */
export async function checkViewing(
  db: PortalDatabase,
  {
    sessionId,
    type,
    accountNumber,
  }: { sessionId: string; type: Session['type']; accountNumber: string | undefined },
  now: Instant,
): Promise<GuardAnswer> {
  const { rows } = await typedSql(columns)`
    select viewing.viewing_id, viewing.viewer_id, viewing.viewed_id, viewed.identity_type as viewed_type,
           viewing.cabinet_id, member.role, member.accounts, member.points, viewing.started_at, viewing.expires_at,
           exists (
             select from portal.identity_account owned
              where owned.identity_id = viewing.cabinet_id and owned.account_number = ${accountNumber ?? null}::text
                and (member.accounts is null or owned.account_number = any(member.accounts))) as owns_account
      from portal.viewing
      join portal.session own on own.session_id = viewing.viewer_session_id and own.ended_at is null
       and own.expires_at > ${instantToIso(now)}::timestamptz
      join portal.identity viewer on viewer.identity_id = viewing.viewer_id and viewer.blocked_at is null
      join portal.identity viewed on viewed.identity_id = viewing.viewed_id
      left join portal.company_member member on member.identity_id = viewing.viewed_id
     where viewing.viewing_id = ${sessionId}::uuid and viewing.ended_at is null and member.ended_at is null
       and exists (select from portal.administrator_role kept
                    where kept.identity_id = viewing.viewer_id and kept.role in ('owner', 'operator'))
  `.execute(db);
  const [row] = rows;
  if (row === undefined || row.viewed_type !== type) return { kind: 'ended', reason: 'revoked' };
  if (row.expires_at <= now) return { kind: 'ended', reason: 'expired' };
  const { role, accounts, points } = row;
  return {
    kind: 'active',
    ownsAccount: row.owns_account,
    // The staff works meanwhile.
    maintenanceUntil: undefined,
    session: {
      sessionId: row.viewing_id,
      identityId: row.viewed_id,
      cabinetId: row.cabinet_id,
      company:
        type === 'entity'
          ? { role: role ?? 'owner', accounts: accounts ?? undefined, points: points ?? undefined }
          : undefined,
      viewer: { identityId: row.viewer_id },
      type,
      startedAt: row.started_at,
      expiresAt: row.expires_at,
      roles: [],
    },
  };
}
