import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { SecondPersonInput } from '#billing/api/identity.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import {
  type SupplierChange,
  type SupplierData,
  type SupplierField,
  supplierDataSchema,
} from '#contract/values/supplier.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  int4,
  json,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';

/** Each field by its column of billing.supplier. */
const columnOf = {
  name: 'name',
  edrpou: 'edrpou',
  iban: 'iban',
  bankName: 'bank_name',
  shortName: 'short_name',
  address: 'address',
  mainUrl: 'main_url',
  email: 'email',
  readingsEmail: 'readings_email',
  phones: 'phones',
  mobilePhones: 'mobile_phones',
  emergencyPhones: 'emergency_phones',
  complaintContacts: 'complaint_contacts',
  offices: 'offices',
  fuelMix: 'fuel_mix',
  fuelMixYear: 'fuel_mix_year',
  co2GramsPerKwh: 'co2_grams_per_kwh',
} as const satisfies Record<SupplierField, string>;

const fields = Object.keys(columnOf) as SupplierField[];
const columns = sql.join(fields.map((field) => sql.ref(columnOf[field])));

export type SupplierValues = { readonly [Field in SupplierField]?: SupplierData[Field] | undefined };

const toColumns = (values: SupplierValues) =>
  Object.fromEntries(
    fields.flatMap((field) => (values[field] === undefined ? [] : [[columnOf[field], values[field]]])),
  );
const fromColumns = (stored: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    fields.flatMap((field) => (columnOf[field] in stored ? [[field, stored[columnOf[field]]]] : [])),
  );

/** The supplier as staff see it, undefined: none is loaded. Locked when it is to be changed. */
export async function readSupplier(
  db: BillingDatabase,
  lock: 'locked' | 'read',
): Promise<SupplierData | undefined> {
  const { rows } = await typedSql({ row: json<Record<string, unknown>>() })`
    select to_jsonb(s) as row from billing.supplier s where singleton ${lock === 'locked' ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows[0] && supplierDataSchema.parse(fromColumns(rows[0].row));
}

/** Gives fields of the supplier other values. */
export async function updateSupplier(db: BillingDatabase, values: SupplierValues): Promise<void> {
  await sql`
    update billing.supplier s set (${columns}) =
      (select ${columns} from jsonb_populate_record(s, ${JSON.stringify(toColumns(values))}::jsonb))`.execute(
    db,
  );
}

/** Those fields of `values` that differ from the supplier of now, with what is there now; undefined: none does. */
export function differencesOf(
  now: SupplierData,
  values: SupplierValues,
): { readonly before: SupplierValues; readonly after: SupplierValues } | undefined {
  const differing = fields.filter(
    (field) => values[field] !== undefined && !isDeepStrictEqual(values[field], now[field]),
  );
  if (differing.length === 0) return undefined;
  const only = (of: SupplierValues) => Object.fromEntries(differing.map((field) => [field, of[field]]));
  return { before: only(now), after: only(values) };
}

const changeColumns = {
  changeId: uuid(),
  number: int4(),
  state: text<SupplierChange['state']>(),
  stored: json<Record<string, unknown>>(),
  storedBefore: json<Record<string, unknown>>(),
  reason: text(),
  authorId: text(),
  authorName: text(),
  savedAt: timestamptz<Instant>(),
  decidedNumber: nullable(int4()),
  decidedAt: nullable(timestamptz<Instant>()),
  decidedByName: nullable(text()),
  decidedReason: nullable(text()),
  decidedAccountSince: nullable(timestamptz<Instant>()),
};
export type StoredChange = Omit<RowOf<typeof changeColumns>, 'stored' | 'storedBefore'> & {
  readonly before: SupplierValues;
  readonly after: SupplierValues;
};

/** All changes, the newest first. */
export async function listSupplierChanges(db: BillingDatabase): Promise<readonly StoredChange[]> {
  const { rows } = await typedSql(changeColumns)`
    select change_id as "changeId", saved_number::int as number, state, "values" as stored, before as "storedBefore", reason,
      author_id as "authorId", author_name as "authorName", saved_at as "savedAt", decided_number::int as "decidedNumber",
      decided_at as "decidedAt", decided_by_name as "decidedByName", decided_reason as "decidedReason",
      decided_account_since as "decidedAccountSince"
    from billing.supplier_change order by saved_number desc`.execute(db);
  return rows.map(({ stored, storedBefore, ...row }) => ({
    ...row,
    before: fromColumns(storedBefore),
    after: fromColumns(stored),
  }));
}

export async function insertSupplierChange(
  db: BillingDatabase,
  change: Pick<
    StoredChange,
    'changeId' | 'number' | 'state' | 'before' | 'after' | 'reason' | 'authorId' | 'authorName' | 'savedAt'
  >,
): Promise<void> {
  await sql`
    insert into billing.supplier_change (change_id, saved_number, state, "values", before, reason, author_id, author_name, saved_at)
    values (${change.changeId}::uuid, ${change.number}, ${change.state}, ${JSON.stringify(toColumns(change.after))}::jsonb,
      ${JSON.stringify(toColumns(change.before))}::jsonb, ${change.reason}, ${change.authorId}, ${change.authorName},
      ${instantToIso(change.savedAt)}::timestamptz)`.execute(db);
}

export async function decideSupplierChange(
  db: BillingDatabase,
  changeId: string,
  decided: {
    readonly state: 'confirmed' | 'withdrawn';
    readonly number: number;
    readonly at: Instant;
    readonly by: SecondPersonInput;
    readonly reason: string;
  },
): Promise<void> {
  await sql`
    update billing.supplier_change set state = ${decided.state}, decided_number = ${decided.number},
      decided_at = ${instantToIso(decided.at)}::timestamptz, decided_by_id = ${decided.by.id},
      decided_by_name = ${decided.by.name}, decided_reason = ${decided.reason},
      decided_account_since = ${decided.by.accountSince}::timestamptz
    where change_id = ${changeId}::uuid`.execute(db);
}
