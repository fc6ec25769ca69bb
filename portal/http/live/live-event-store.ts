import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { LiveTopicName } from '#contract/live.ts';
import { text, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Channel of NOTIFY that tells every node of new events. */
export const liveChannel = 'portal_live';

export interface LiveEvent {
  /** Grows with every event of any topic. */
  readonly cursor: bigint;
  readonly topic: LiveTopicName;
  readonly payload: unknown;
}

/** Advisory-lock key; must be unique in the database. */
const LIVE_LOCK = 7_305_223;
const maxEventsAtOnce = 500;
/** Longer than a channel that is cut off takes to come back; who comes later gets the newest state. */
const keptFor = sql`interval '1 hour'`;
/** A topic that changes all the time: who was away for longer gets the newest state alone. */
const keptShortly = new Map<LiveTopicName, typeof keptFor>([['performance', sql`interval '1 minute'`]]);

const columns = ['event_id as cursor', 'topic', 'payload'] as const;

/** The newest event of each topic. */
export async function listNewestEvents(
  db: PortalDatabase,
  topics: readonly LiveTopicName[],
): Promise<LiveEvent[]> {
  const rows = await db
    .selectFrom('portal.live_event')
    .distinctOn('topic')
    .select(columns)
    .where('topic', 'in', topics)
    .orderBy('topic')
    .orderBy('event_id', 'desc')
    .execute();
  return rows as LiveEvent[];
}

/** Events of each topic after its cursor, the oldest first. */
export async function listEventsAfter(
  db: PortalDatabase,
  cursors: ReadonlyMap<LiveTopicName, bigint>,
): Promise<LiveEvent[]> {
  const rows = await db
    .selectFrom('portal.live_event')
    .select(columns)
    .where((where) =>
      where.or(
        [...cursors].map(([topic, cursor]) => where('topic', '=', topic).and('event_id', '>', cursor)),
      ),
    )
    .orderBy('event_id')
    .limit(maxEventsAtOnce)
    .execute();
  return rows as LiveEvent[];
}

/** Adds an event unless the newest one of its topic says the same, and wakes the nodes. */
export async function publishState(db: PortalDatabase, topic: LiveTopicName, payload: object): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Cursors become visible in their order: who has seen one has seen all before it.
    await sql`select pg_advisory_xact_lock(${LIVE_LOCK})`.execute(transaction);
    const [newest] = await listNewestEvents(transaction, [topic]);
    const state = JSON.stringify(payload);
    if (isDeepStrictEqual(newest?.payload, JSON.parse(state))) return;
    await transaction.insertInto('portal.live_event').values({ topic, payload: state }).execute();
    await sql`delete from portal.live_event where topic = ${topic} and created_at < now() - ${keptShortly.get(topic) ?? keptFor}`.execute(
      transaction,
    );
    await sql`select pg_notify(${liveChannel}, ${topic})`.execute(transaction);
  });
}

/** Whether the caller is to read the state of a topic now: true on one node in this time. */
export async function claimRefresh(
  db: PortalDatabase,
  topic: LiveTopicName,
  everyMs: number,
): Promise<boolean> {
  const { rows } = await typedSql({ topic: text() })`
    insert into portal.live_topic as known (topic, refreshed_at) values (${topic}, clock_timestamp())
    on conflict (topic) do update set refreshed_at = excluded.refreshed_at
      where known.refreshed_at < clock_timestamp() - make_interval(secs => ${everyMs / 1000})
    returning topic`.execute(db);
  return rows.length > 0;
}

/** Wakes the nodes where one of these subjects is followed; each is named `<topic>:<subject>`. */
export async function announceStates(db: PortalDatabase, events: readonly string[]): Promise<void> {
  await sql`select pg_notify(${liveChannel}, event) from unnest(${[...events]}::text[]) as event`.execute(db);
}
