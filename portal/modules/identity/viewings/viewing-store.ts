import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { json, nullable, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { nameOfCompany } from '../people/invite-people.ts';
import { type UserCard, userCardOf } from '../session/user-store.ts';

/** Most viewings that a customer is shown. */
const maxShown = 20;

/** How the customer of `viewed`, with the person of a company as `member`, is named: by what is known. */
const viewedName = sql`coalesce(nullif(member.full_name, ''), nullif(concat_ws(' ', nullif(viewed.surname, ''),
  nullif(viewed.name, ''), nullif(viewed.middle_name, '')), ''), viewed.phone, viewed.email, '')`;

/** Whose cabinet may be seen: a person, a company or one of its people who still has access; undefined: nobody with this id. */
export async function findViewed(db: PortalDatabase, identityId: string) {
  const { rows } = await typedSql({
    type: text<'person' | 'entity'>(),
    name: text(),
    cabinetId: uuid(),
    card: json<UserCard>(),
  })`
    select viewed.identity_type as type, coalesce(member.company_id, viewed.identity_id) as "cabinetId",
           ${viewedName} as name,
           (${userCardOf(sql`viewed.identity_id`)}) as card
      from portal.identity viewed left join portal.company_member member on member.identity_id = viewed.identity_id
     where viewed.identity_id = ${identityId}::uuid and viewed.identity_type <> 'admin' and member.ended_at is null
  `.execute(db);
  return rows[0];
}

/** The name of who is viewed: of a company what the billing calls it, else `known`. */
export async function nameOfViewed(
  db: PortalDatabase,
  { identityId, cabinetId, type }: Pick<RequestContext['session'], 'identityId' | 'cabinetId' | 'type'>,
  { known, billing }: { readonly known: string; readonly billing: RequestContext['billing'] },
): Promise<string> {
  if (type !== 'entity' || identityId !== cabinetId) return known;
  return (await nameOfCompany(db, cabinetId, billing)) || known;
}

interface NewViewing {
  readonly viewingId: string;
  readonly viewer: Pick<RequestContext['session'], 'identityId' | 'sessionId'>;
  readonly viewedId: string;
  readonly cabinetId: string;
  readonly reason: string;
  readonly address: string;
  readonly startedAt: Instant;
  readonly expiresAt: Instant;
}

/** Keeps a viewing that begins; returns the name of who views. */
export async function insertViewing(db: PortalDatabase, viewing: NewViewing): Promise<string> {
  const { viewer, startedAt, expiresAt } = viewing;
  await sql`
    insert into portal.viewing (viewing_id, viewer_id, viewer_session_id, viewed_id, cabinet_id, reason, address, started_at, expires_at)
    values (${viewing.viewingId}::uuid, ${viewer.identityId}::uuid, ${viewer.sessionId}::uuid, ${viewing.viewedId}::uuid,
      ${viewing.cabinetId}::uuid, ${viewing.reason}, ${viewing.address}, ${instantToIso(startedAt)}::timestamptz,
      ${instantToIso(expiresAt)}::timestamptz)`.execute(db);
  const { rows } = await typedSql({ name: text() })`
    select coalesce(nullif(full_name, ''), login) as name from portal.administrator
     where identity_id = ${viewer.identityId}::uuid`.execute(db);
  return rows[0]?.name ?? '';
}

/** Ends a viewing at once and returns who saw whom and why; undefined: it has ended already. */
export async function endViewing(db: PortalDatabase, viewingId: string, at: Instant) {
  const { rows } = await typedSql({ viewed: text(), viewer: text(), reason: text() })`
    with ended as (
      update portal.viewing set ended_at = ${instantToIso(at)}::timestamptz
       where viewing_id = ${viewingId}::uuid and ended_at is null
      returning viewer_id, viewed_id, reason
    )
    select ${viewedName} as viewed, coalesce(nullif(a.full_name, ''), a.login) as viewer, ended.reason
      from ended
      join portal.administrator a on a.identity_id = ended.viewer_id
      join portal.identity viewed on viewed.identity_id = ended.viewed_id
      left join portal.company_member member on member.identity_id = viewed.identity_id`.execute(db);
  return rows[0];
}

/** When the staff saw this cabinet, newest first; the owner of a company sees it of all its people. */
export async function listViewings(
  db: PortalDatabase,
  { identityId, cabinetId, company }: RequestContext['session'],
  now: Instant,
) {
  const ofCabinet = company?.role === 'owner' ? cabinetId : null;
  const moment = instantToIso(now);
  const { rows } = await typedSql({
    viewer: text(),
    reason: text(),
    startedAt: timestamptz<Instant>(),
    endedAt: nullable(timestamptz<Instant>()),
  })`
    select coalesce(nullif(a.full_name, ''), a.login) as viewer, viewing.reason, viewing.started_at as "startedAt",
           case when ended.at <= ${moment}::timestamptz then ended.at end as "endedAt"
      from portal.viewing
      join portal.administrator a on a.identity_id = viewing.viewer_id
      join portal.session own on own.session_id = viewing.viewer_session_id
      left join portal.company_member member on member.identity_id = viewing.viewed_id
      cross join lateral (
        select least(viewing.ended_at, viewing.expires_at, own.ended_at, own.expires_at, member.ended_at) as at
      ) as ended
     where viewing.viewed_id = ${identityId}::uuid or viewing.cabinet_id = ${ofCabinet}::uuid
     order by viewing.started_at desc, viewing.viewing_id limit ${maxShown}::integer`.execute(db);
  return rows.map(({ startedAt, endedAt, ...row }) => ({
    ...row,
    startedAt: instantToIso(startedAt),
    endedAt: endedAt === null ? null : instantToIso(endedAt),
  }));
}
