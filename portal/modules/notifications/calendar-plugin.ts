import { createHash, randomBytes } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import { ACCOUNT_LIST } from '#billing/api/accounts.ts';
import type { Module, ModuleInput, ModuleOutput } from '#billing/api/define-module.ts';
import { REMINDER_FACTS } from '#billing/api/notifications.ts';
import type { BillingClient } from '#billing/client.ts';
import { type CompanyRole, mayUse } from '#contract/identity/company-roles.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bool,
  json,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
} from '#platform/database/typed-sql.ts';
import { sealText, tryOpenText } from '#platform/key-ring.ts';
import { TooManyRequests, tightLimit } from '#portal/http/limits.ts';
import type { PortalServices } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { calendarFeed } from './calendar-feed.template.ts';

/** The path of a calendar file, or of its route. */
function calendarPath(file: string): string {
  return `/calendar/${file}`;
}

/** The path of the calendar that a secret opens. */
export function pathOfSecret(secret: string): string {
  return calendarPath(`${secret}.ics`);
}

/** The secret in the name of a file; undefined: there is none in it. */
function secretOfFile(file: string): string | undefined {
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

/** Whose calendar it is, with the objects and the customer's own names of them. */
const calendarOwnerColumns = {
  madeAt: timestamptz<Instant>(),
  isEntity: bool(),
  /** Of a person of a company; null: another customer. */
  role: nullable(text<CompanyRole>()),
  hasPoints: bool(),
  objects: json<readonly { readonly accountNumber: string; readonly name: string | null }[]>(),
};
type CalendarOwner = RowOf<typeof calendarOwnerColumns>;

/** Whose calendar a secret opens; undefined: nobody's, or of a user who is blocked. */
async function findCalendarOwner(db: PortalDatabase, secret: string): Promise<CalendarOwner | undefined> {
  const { rows } = await typedSql(calendarOwnerColumns)`
    select link.made_at as "madeAt", i.identity_type = 'entity' as "isEntity",
      member.role, member.points is not null as "hasPoints",
      (select coalesce(jsonb_agg(jsonb_build_object('accountNumber', a.account_number, 'name', a.display_name)
                                 order by a.account_number), '[]')
         from portal.cabinet_account a where a.identity_id = link.identity_id) as objects
      from portal.calendar_link link
      join portal.identity i on i.identity_id = link.identity_id and i.blocked_at is null
      left join portal.company_member member on member.identity_id = i.identity_id
     where link.secret_digest = ${digestOf(secret)}
  `.execute(db);
  return rows[0];
}

/** Programs that were told to come again later keep what they have. */
const retrySeconds = 600;

async function ask<M extends Module>(
  billing: BillingClient,
  module: M,
  input: ModuleInput<M>,
  reference: string,
): Promise<ModuleOutput<M>> {
  const result = await billing.call(module, input, { reference, actor: 'calendar' });
  if (!result.ok) throw new Error(`${module.name} refused: ${result.code}`);
  return result.data;
}

/**
 * The calendar of whoever has its secret address: dates and what is owed, names of objects and nothing else, read anew each
 * time. A secret of nobody is answered like any page that is not there; the address stands in no log.
 */
export function calendarPlugin(
  services: Pick<PortalServices, 'db' | 'billing' | 'clock' | 'config' | 'errorLog'>,
): FastifyPluginAsync {
  const { db, billing, clock, config, errorLog } = services;
  const isLimited = config.requestsPerMinute > 0;
  const rateLimit = { ...tightLimit(config.requestsPerMinute), allowList: () => false };

  async function feedOf(secret: string, reference: string): Promise<string | undefined> {
    const owner = await findCalendarOwner(db, secret);
    if (owner === undefined) return undefined;
    const accountNumbers = owner.objects.map(({ accountNumber }) => accountNumber);
    const [{ accounts }, facts] = await Promise.all([
      ask(billing, ACCOUNT_LIST, { accountNumbers }, reference),
      ask(billing, REMINDER_FACTS, { accountNumbers }, reference),
    ]);
    const addresses = new Map(accounts.map(({ accountNumber, address }) => [accountNumber, address]));
    const names = new Map(owner.objects.map(({ accountNumber, name }) => [accountNumber, name]));
    const { role, hasPoints } = owner;
    const person = role === null ? undefined : ({ role, objects: hasPoints ? 'points' : 'all' } as const);
    const seesMoney = mayUse(person, 'money', 'read');
    const objects = facts.accounts.map((one) => {
      const { accountNumber } = one;
      return {
        name: names.get(accountNumber) || addresses.get(accountNumber) || accountNumber,
        facts: seesMoney ? one : { ...one, owed: null },
      };
    });
    const { madeAt, isEntity } = owner;
    return calendarFeed({ objects, site: config.publicUrl, madeAt, isEntity });
  }

  return async (app) => {
    app.setErrorHandler((error, request, reply) => {
      reply.header('cache-control', 'no-store').type('text/plain');
      if (error instanceof TooManyRequests) {
        return reply.code(429).header('retry-after', error.seconds).send('');
      }
      errorLog.recordFault(error, request.id, calendarPath(':file'), clock.now());
      return reply.code(503).header('retry-after', retrySeconds).send('');
    });
    app.get<{ Params: { file: string } }>(
      calendarPath(':file'),
      { config: isLimited ? { rateLimit } : {} },
      async (request, reply) => {
        const secret = secretOfFile(request.params.file);
        const feed = secret === undefined ? undefined : await feedOf(secret, request.id);
        reply.header('cache-control', 'no-store');
        if (feed === undefined) return reply.code(404).type('text/plain').send('');
        return reply
          .header('content-disposition', 'inline; filename="svitlo.ics"')
          .type('text/calendar; charset=utf-8')
          .send(feed);
      },
    );
  };
}
