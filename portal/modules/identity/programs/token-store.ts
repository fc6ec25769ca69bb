import { sql } from 'kysely';
import type { ApiTokenData, TokenScope } from '#contract/identity/api-tokens.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  int4,
  nullable,
  text,
  textArray,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

const tokenColumns = {
  tokenId: uuid(),
  name: text(),
  scopes: textArray<TokenScope[]>(),
  perMinute: int4(),
  madeBy: text(),
  madeAt: timestamptz<Instant>(),
  expiresAt: timestamptz<Instant>(),
  lastUsedAt: nullable(timestamptz<Instant>()),
  lastAddress: nullable(text()),
  state: text<ApiTokenData['state']>(),
};

/** The tokens of a company: those that work first, then the newest. */
export async function listCompanyTokens(db: PortalDatabase, companyId: string, now: Instant) {
  const { rows } = await typedSql(tokenColumns)`
    select token.token_id as "tokenId", token.name, scopes, per_minute as "perMinute",
           coalesce(nullif(member.full_name, ''), nullif(btrim(concat_ws(' ', maker.surname, maker.name)), ''), maker.email, '') as "madeBy",
           made_at as "madeAt", token.expires_at as "expiresAt", last_used_at as "lastUsedAt", last_address as "lastAddress",
           case when token.ended_at is not null or maker.blocked_at is not null then 'ended'
                when token.expires_at <= ${instantToIso(now)}::timestamptz then 'expired' else 'active' end as state
      from portal.api_token token
      join portal.identity maker on maker.identity_id = token.maker_id
      left join portal.company_member member on member.identity_id = token.maker_id
      left join portal.api_token_use usage on usage.token_id = token.token_id
     where token.company_id = ${companyId}::uuid
     order by state, made_at desc, token.token_id
  `.execute(db);
  return rows;
}

/** A token to keep. */
export interface NewToken {
  readonly tokenId: string;
  readonly companyId: string;
  readonly makerId: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly digest: Buffer;
  readonly perMinute: number;
  readonly at: Instant;
  readonly expiresAt: Instant;
}

/** Keeps a token, in the caller's transaction. False: the company has as many that work as it may have. */
export async function insertToken(db: PortalDatabase, token: NewToken, most: number): Promise<boolean> {
  await sql`select from portal.identity where identity_id = ${token.companyId}::uuid for no key update`.execute(
    db,
  );
  const at = instantToIso(token.at);
  const { numAffectedRows } = await sql`
    insert into portal.api_token (token_id, company_id, maker_id, name, scopes, token_digest, per_minute, made_at, expires_at)
    select ${token.tokenId}::uuid, ${token.companyId}::uuid, ${token.makerId}::uuid, ${token.name},
           ${[...token.scopes]}::text[], ${token.digest}::bytea, ${token.perMinute}::integer, ${at}::timestamptz,
           ${instantToIso(token.expiresAt)}::timestamptz
     where (select count(*) from portal.api_token
             where company_id = ${token.companyId}::uuid and ended_at is null and expires_at > ${at}::timestamptz) < ${most}::integer
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Ends a token of a company. False: it has no such token that is not ended. */
export async function endCompanyToken(
  db: PortalDatabase,
  {
    companyId,
    tokenId,
    endedBy,
  }: { readonly companyId: string; readonly tokenId: string; readonly endedBy: string },
  at: Instant,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update portal.api_token set ended_at = ${instantToIso(at)}::timestamptz, ended_by = ${endedBy}::uuid
     where company_id = ${companyId}::uuid and token_id = ${tokenId}::uuid and ended_at is null
  `.execute(db);
  return numAffectedRows === 1n;
}
