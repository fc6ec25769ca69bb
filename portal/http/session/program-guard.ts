import { createHash } from 'node:crypto';
import { type TokenScope, tokenPrefix } from '#contract/identity/api-tokens.ts';
import type { CompanyRole } from '#contract/identity/company-roles.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bool,
  int4,
  nullable,
  text,
  textArray,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { GuardAnswer } from '../route.ts';

/** The digest under which the token of a program is kept. */
export function digestOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whether a token is that of a program. */
export function isProgramToken(token: string): boolean {
  return token.startsWith(tokenPrefix);
}

const minuteMs = 60_000;

const columns = {
  token_id: uuid(),
  name: text(),
  scopes: textArray<TokenScope[]>(),
  per_minute: int4(),
  made_at: timestamptz<Instant>(),
  expires_at: timestamptz<Instant>(),
  maker_id: uuid(),
  company_id: uuid(),
  role: nullable(text<CompanyRole>()),
  accounts: nullable(textArray()),
  points: nullable(textArray()),
  owns_account: bool(),
  used: int4(),
  maintenance_until: nullable(timestamptz<Instant>()),
};

/**
 * Checks the token of a program, counts its call of this minute for all nodes and keeps its last use, in one statement. It has the
 * rights and objects of who made it, and ends with their access. Ended, unknown and expired tokens count nothing.
 */
export async function checkProgram(
  db: PortalDatabase,
  { token, accountNumber, address }: { token: string; accountNumber: string | undefined; address: string },
  now: Instant,
): Promise<GuardAnswer> {
  const moment = instantToIso(now);
  const minute = instantToIso((now - (now % minuteMs)) as Instant);
  const { rows } = await typedSql(columns)`
    with token as (
      select api_token.* , member.role, member.accounts, member.points
        from portal.api_token
        join portal.identity maker on maker.identity_id = api_token.maker_id and maker.blocked_at is null
        join portal.identity company on company.identity_id = api_token.company_id and company.blocked_at is null
        left join portal.company_member member on member.identity_id = api_token.maker_id
       where api_token.token_digest = ${digestOfToken(token)} and api_token.ended_at is null and member.ended_at is null
    ), counted as (
      insert into portal.api_token_use as kept (token_id, minute, used, last_used_at, last_address)
      select token_id, ${minute}::timestamptz, 1, ${moment}::timestamptz, ${address} from token
       where expires_at > ${moment}::timestamptz
      on conflict (token_id) do update
        set used = case when kept.minute = excluded.minute then kept.used + 1 else 1 end, minute = excluded.minute,
            last_used_at = excluded.last_used_at, last_address = excluded.last_address
      returning used
    )
    select token_id, name, scopes, per_minute, made_at, expires_at, maker_id, company_id, role, accounts, points,
           exists (
             select from portal.identity_account owned
              where owned.identity_id = token.company_id and owned.account_number = ${accountNumber ?? null}::text
                and (token.accounts is null or owned.account_number = any(token.accounts))) as owns_account,
           coalesce((select used from counted), 0) as used,
           (select ends_at from portal.maintenance
             where starts_at <= ${moment}::timestamptz and ends_at > ${moment}::timestamptz) as maintenance_until
      from token
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return { kind: 'ended', reason: 'revoked' };
  if (row.expires_at <= now) return { kind: 'ended', reason: 'expired' };
  if (row.used > row.per_minute) {
    return { kind: 'limited', seconds: Math.ceil((minuteMs - (now % minuteMs)) / 1000) };
  }
  return {
    kind: 'active',
    ownsAccount: row.owns_account,
    maintenanceUntil: row.maintenance_until ?? undefined,
    session: {
      sessionId: row.token_id,
      identityId: row.maker_id,
      cabinetId: row.company_id,
      company: {
        role: row.role ?? 'owner',
        accounts: row.accounts ?? undefined,
        points: row.points ?? undefined,
      },
      program: { name: row.name, scopes: row.scopes },
      type: 'entity',
      startedAt: row.made_at,
      expiresAt: row.expires_at,
      roles: [],
    },
  };
}
