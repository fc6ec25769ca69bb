import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { ReactiveRules } from '#domain/invoices/reactive.ts';
import type { ReadingRules } from '#domain/readings/reading-rules.ts';
import { type RuleKey, type RuleValue, startingValues } from '#domain/rules/rule-definitions.ts';
import { makeTimeline, type RuleTimeline, versionAt, versionOfPeriod } from '#domain/rules/rule-timeline.ts';
import type { SupplierRules } from '#domain/rules/supplier-rules.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { cached } from '#platform/cached.ts';
import { insertFrom } from '#platform/database/insert-from.ts';
import {
  compiledSql,
  int4,
  json,
  nullable,
  queryClient,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';

type Values = Readonly<Partial<Record<RuleKey, RuleValue>>>;

const changeColumns = {
  changeId: uuid(),
  number: int4(),
  validFrom: timestamptz<Instant>(),
  values: json<Values>(),
  before: json<Values>(),
  reason: text(),
  authorId: text(),
  authorName: text(),
  savedAt: timestamptz<Instant>(),
  undoneNumber: nullable(int4()),
  undoneAt: nullable(timestamptz<Instant>()),
  undoneByName: nullable(text()),
  undoneReason: nullable(text()),
};
export type StoredChange = RowOf<typeof changeColumns>;

/** All changes, in the order in which they were saved. */
export async function listChanges(db: BillingDatabase): Promise<readonly StoredChange[]> {
  const { rows } = await typedSql(changeColumns)`
    select change_id as "changeId", saved_number::int as number, valid_from as "validFrom", "values", before, reason,
      author_id as "authorId", author_name as "authorName", saved_at as "savedAt", undone_number::int as "undoneNumber",
      undone_at as "undoneAt", undone_by_name as "undoneByName", undone_reason as "undoneReason"
    from billing.rule_change order by saved_number`.execute(db);
  return rows;
}

/** What the supplier began with; undefined: no supplier is loaded. The supplier's row is locked when its rules are to be changed. */
export async function findStart(
  db: BillingDatabase,
  lock: 'locked' | 'read',
): Promise<{ readonly own: unknown } | undefined> {
  const { rows } = await typedSql({ own: json<unknown>() })`
    select rules as own from billing.supplier where singleton ${lock === 'locked' ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** The versions that changes make, without those that were undone. */
export function timelineOf(own: unknown, changes: readonly StoredChange[]): RuleTimeline {
  return makeTimeline(
    startingValues(own),
    changes.filter(({ undoneAt }) => undoneAt === null),
  );
}

/** SQL that adds changes of rules of a relation as they were saved elsewhere. */
export const ruleChangesFrom = insertFrom(
  'billing.rule_change',
  'change_id, saved_number, valid_from, "values", before, reason, author_id, author_name, saved_at',
);

export async function insertChange(
  db: BillingDatabase,
  change: Omit<StoredChange, 'undoneNumber' | 'undoneAt' | 'undoneByName' | 'undoneReason'>,
): Promise<void> {
  await sql`
    insert into billing.rule_change (change_id, saved_number, valid_from, "values", before, reason, author_id, author_name, saved_at)
    values (${change.changeId}::uuid, ${change.number}, ${instantToIso(change.validFrom)}::timestamptz,
      ${JSON.stringify(change.values)}::jsonb, ${JSON.stringify(change.before)}::jsonb, ${change.reason}, ${change.authorId},
      ${change.authorName}, ${instantToIso(change.savedAt)}::timestamptz)`.execute(db);
}

export async function markUndone(
  db: BillingDatabase,
  changeId: string,
  undone: {
    readonly number: number;
    readonly at: Instant;
    readonly by: { readonly id: string; readonly name: string };
    readonly reason: string;
  },
): Promise<void> {
  await sql`
    update billing.rule_change set undone_number = ${undone.number}, undone_at = ${instantToIso(undone.at)}::timestamptz,
      undone_by_id = ${undone.by.id}, undone_by_name = ${undone.by.name}, undone_reason = ${undone.reason}
    where change_id = ${changeId}::uuid`.execute(db);
}

/**
 * Cache TTL. A change is saved, or undone, at least `leadMs` before its moment: by then every node has read it, so that all change
 * their rules at that moment, whenever they read.
 */
const CACHE_TTL_MS = 5_000;
/** Time between the saving or undoing of a change and its moment. */
export const leadMs = 6 * CACHE_TTL_MS;

/** The moment from which a change for a day counts: its midnight; for today as soon as every node knows it. */
export function momentOf(day: LocalDate, now: Instant): Instant {
  return Math.max(kyivMidnight(day), now + 2 * leadMs) as Instant;
}

const storedColumns = {
  own: nullable(json<unknown>()),
  changes: json<readonly { number: number; validFrom: string; values: Values }[]>(),
};
/** What a supplier began with, null when none is loaded, and the changes that were not undone. */
const storedStatement = `select (select rules from billing.supplier where singleton) as own, coalesce((
    select jsonb_agg(jsonb_build_object('number', saved_number, 'validFrom', valid_from, 'values', "values"))
    from billing.rule_change where undone_at is null), '[]') as changes`;

function toTimeline([{ own, changes } = { own: null, changes: [] }]: readonly RowOf<
  typeof storedColumns
>[]): RuleTimeline {
  return makeTimeline(
    startingValues(own),
    changes.map(({ validFrom, ...change }) => ({ ...change, validFrom: Date.parse(validFrom) as Instant })),
  );
}

async function readTimeline(db: BillingDatabase): Promise<RuleTimeline> {
  const { rows } = await db.executeQuery(compiledSql(storedColumns, storedStatement, []));
  return toTimeline(rows);
}

/**
 * The rules in force at a moment, for an import: before a supplier is loaded they are those that it brings, `own`. Read on the client
 * that is in its transaction.
 */
export async function rulesForImport(
  client: ClientBase,
  own: unknown,
  moment: Instant,
): Promise<SupplierRules> {
  const { rows } = await queryClient(client, storedColumns, storedStatement);
  return versionAt(toTimeline(rows.map((row) => ({ ...row, own: row.own ?? own }))), moment).rules;
}

/** All versions of the rules, read at most every five seconds per database. */
const timelines = cached(CACHE_TTL_MS, readTimeline);

/** Clears the cache of the node that changed the rules. */
export const forgetRules = (db: BillingDatabase) => timelines.clear(db);

/** The rules in force at a moment, for what happens then. */
export async function rulesAt(db: BillingDatabase, moment: Instant): Promise<SupplierRules> {
  return versionAt(await timelines.get(db), moment).rules;
}

/** The rules of readings by which months are charged, for one that measures several. */
export async function readingRulesByMonth(
  db: BillingDatabase,
): Promise<(period: BillingPeriod) => ReadingRules> {
  const timeline = await timelines.get(db);
  return (period) => versionOfPeriod(timeline, period).rules.readings;
}

/** The rules of reactive energy by which months are charged, for one that charges several. */
export async function reactiveRulesByMonth(
  db: BillingDatabase,
): Promise<(period: BillingPeriod) => ReactiveRules> {
  const timeline = await timelines.get(db);
  return (period) => versionOfPeriod(timeline, period).rules.reactive;
}

/** The rules by which a month is charged, whenever that is done: later ones never change it. */
export async function rulesOfPeriod(db: BillingDatabase, period: BillingPeriod): Promise<SupplierRules> {
  return versionOfPeriod(await timelines.get(db), period).rules;
}
