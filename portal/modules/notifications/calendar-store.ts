import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { json, type RowOf, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import { sealText, tryOpenText } from '#platform/key-ring.ts';
import type { PortalServices } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** The path of a calendar file, or of its route. */
export function calendarPath(file: string): string {
  return `/calendar/${file}`;
}

/** The path of the calendar that a secret opens. */
export function pathOfSecret(secret: string): string {
  return calendarPath(`${secret}.ics`);
}

/** The secret in the name of a file; undefined: there is none in it. */
export function secretOfFile(file: string): string | undefined {
  return /^([\w-]{27})\.ics$/.exec(file)?.[1];
}

type Store = Pick<PortalServices, 'db' | 'keys'>;

/** 160 bits: nobody guesses it. */
const secretBytes = 20;

const ringOf = ({ keys }: Pick<Store, 'keys'>) => keys.links.derive('calendar-links');
const digestOf = (secret: string) => createHash('sha256').update(secret).digest();

export interface CalendarLink {
  readonly secret: string;
  readonly madeAt: Instant;
}

/** The calendar address of a person; undefined: none was made, or the key that sealed it was dropped. */
export async function findCalendarLink(
  { db, keys }: Store,
  identityId: string,
): Promise<CalendarLink | undefined> {
  const row = await db
    .selectFrom('portal.calendar_link')
    .select(['secret_sealed', 'made_at'])
    .where('identity_id', '=', identityId)
    .executeTakeFirst();
  const secret = row && tryOpenText(ringOf({ keys }), row.secret_sealed);
  return secret === undefined ? undefined : { secret, madeAt: row?.made_at as Instant };
}

/** Makes an address for a person; one that was there leads nowhere any more. */
export async function makeCalendarLink(
  { db, keys }: Store,
  identityId: string,
  now: Instant,
): Promise<CalendarLink> {
  const secret = randomBytes(secretBytes).toString('base64url');
  const sealed = sealText(ringOf({ keys }), secret);
  await sql`
    insert into portal.calendar_link (identity_id, secret_digest, secret_sealed, made_at)
    values (${identityId}::uuid, ${digestOf(secret)}, ${sealed}, ${instantToIso(now)}::timestamptz)
    on conflict (identity_id) do update
      set secret_digest = excluded.secret_digest, secret_sealed = excluded.secret_sealed, made_at = excluded.made_at
  `.execute(db);
  return { secret, madeAt: now };
}

/** Whose calendar it is, with the objects and the person's own names of them. */
const calendarOwnerColumns = {
  madeAt: timestamptz<Instant>(),
  objects: json<readonly { readonly accountNumber: string; readonly name: string | null }[]>(),
};
type CalendarOwner = RowOf<typeof calendarOwnerColumns>;

/** Whose calendar a secret opens; undefined: nobody's, or of a user who is blocked. */
export async function findCalendarOwner(
  db: PortalDatabase,
  secret: string,
): Promise<CalendarOwner | undefined> {
  const { rows } = await typedSql(calendarOwnerColumns)`
    select link.made_at as "madeAt",
      (select coalesce(jsonb_agg(jsonb_build_object('accountNumber', a.account_number, 'name', a.display_name)
                                 order by a.account_number), '[]')
         from portal.identity_account a where a.identity_id = link.identity_id) as objects
      from portal.calendar_link link
      join portal.identity i on i.identity_id = link.identity_id and i.blocked_at is null
     where link.secret_digest = ${digestOf(secret)}
  `.execute(db);
  return rows[0];
}
