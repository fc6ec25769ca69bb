import { type RawBuilder, sql } from 'kysely';
import { answer, type ModuleOutput } from '#billing/api/define-module.ts';
import { FIND_SUBJECTS } from '#billing/api/search.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleReadModule } from '#billing/module-handler.ts';
import { addressText, customerNameText } from '#billing/modules/accounts/public.ts';
import { subjectKinds } from '#contract/values/found-subject.ts';
import { type Kopiykas, moneyToWire } from '#domain/money.ts';
import {
  closenesses,
  type FindQuery,
  type FindTerms,
  findTerms,
  type KnownWord,
  mayBeMisspelt,
  phoneBeginnings,
  phoneEnd,
  readFindQuery,
  slipsOfWord,
} from '#domain/search/find-query.ts';
import { stemOf } from '#domain/search/search-words.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import {
  bool,
  int4,
  int8,
  nullable,
  type RowOf,
  text,
  textArray,
  timestamptz,
  typedSql,
} from '#platform/database/typed-sql.ts';

/** Tax codes have 8 or 10 digits; shorter beginnings would be those of phones and accounts. */
const minTaxCode = 6;
/** Account numbers begin order ids: fewer signs than this are of an account. */
const minOrderLength = 8;
/**
 * So many accounts with the words are read for initials and for customers with many accounts: from one part of the table after the
 * other, until there are enough.
 */
const maxHits = 400;
const maxSimilarWords = 20;
/** So many accounts of a customer are named. */
const maxOwnAccounts = 100;

const columns = {
  kind: text<(typeof subjectKinds)[number]>(),
  id: text(),
  account: text(),
  holder: text(),
  address: text(),
  phone: nullable(text()),
  accountCount: int4(),
  ownAccounts: textArray(),
  isPast: bool(),
  orderId: nullable(text()),
  amount: nullable(int8<Kopiykas>()),
  startedAt: nullable(timestamptz<Instant>()),
};
type Subject = RowOf<typeof columns>;

/** Values that begin with a text: the operators of `text_pattern_ops`, whatever the collation; the last sign of Unicode ends them. */
const begins = (value: RawBuilder<unknown>, start: string) =>
  sql`${value} ~>=~ ${start} and ${value} ~<~ ${`${start}\u{10ffff}`}`;

const hitColumns = sql`kind, id, account_number, payment_id, is_past`;
/** Of a customer the account that stands for it: one with a contract first. */
const customerHits = (condition: RawBuilder<unknown>, limit: number) => sql`
  (select 'customer', k.customer_id::text, (select a.account_number from billing.account a where a.customer_id = k.customer_id
      order by a.contract_ended_on is not null, a.account_number limit 1), null::uuid, false
  from billing.customer k where ${condition} limit ${limit}::integer)`;
const accountHits = (condition: RawBuilder<unknown>, limit: number) => sql`
  (select 'account', a.account_number, a.account_number, null::uuid, false
  from billing.account a where ${condition} limit ${limit}::integer)`;

/** Selects of what begins with the digits or the code, or of phones that end with the digits. */
function numberHits({ digits, code }: FindQuery, limit: number): readonly RawBuilder<unknown>[] {
  const hits: RawBuilder<unknown>[] = [];
  if (digits !== '') {
    hits.push(accountHits(begins(sql`a.account_number`, digits), limit));
    for (const start of phoneBeginnings(digits)) hits.push(customerHits(begins(sql`k.phone`, start), limit));
    const end = phoneEnd(digits);
    if (end !== undefined) hits.push(customerHits(begins(sql`reverse(k.phone)`, end), limit));
    if (digits.length >= minTaxCode)
      hits.push(customerHits(sql`k.tax_code <> '' and ${begins(sql`k.tax_code`, digits)}`, limit));
  }
  if (code !== '') {
    hits.push(
      customerHits(sql`k.customer_code = ${code}`, limit),
      sql`(select 'point', m.eic_code, m.account_number, null::uuid, m.ended_on is not null from billing.metering_point m
        where ${begins(sql`(billing.search_code(m.eic_code))`, code)} limit ${limit}::integer)`,
      accountHits(begins(sql`(billing.search_code(a.consumer_eic))`, code), limit),
      sql`(select 'meter', m.serial_number, m.account_number, null::uuid, m.removed_on is not null from billing.meter m
        where ${begins(sql`(billing.search_code(m.serial_number))`, code)} limit ${limit}::integer)`,
    );
    // Orders begin with the account but have no order of time.
    if (code.length >= minOrderLength) {
      hits.push(sql`(select 'payment', m.payment_id::text, m.account_number, m.payment_id, false from billing.payment m
        where m.account_number = ${code} order by m.started_at desc, m.payment_id limit ${limit}::integer)`);
      for (const value of [
        sql`(billing.search_code(m.order_id))`,
        sql`(billing.search_code(m.provider_reference))`,
      ])
        hits.push(sql`(select 'payment', m.payment_id::text, m.account_number, m.payment_id, false from billing.payment m
          where ${begins(value, code)} limit ${limit}::integer)`);
    }
  }
  return hits;
}

/** Selects of customers all of whose words are of the name, and of accounts with words of the address. */
function wordHits(
  { name, any, shortOfName, shortOfAny }: FindTerms,
  limit: number,
): readonly RawBuilder<unknown>[] {
  const accounts = (query: string, short: string) => sql`(select f.account_number from (
      select s.account_number, s.words from billing.account_search s where s.words @@ ${query}::tsquery limit ${maxHits}::integer) f
    ${short === '' ? sql`` : sql`where f.words @@ ${short}::tsquery`})`;
  return [
    sql`(select 'customer', a.customer_id::text, min(a.account_number), null::uuid, false
      from ${accounts(name, shortOfName)} f join billing.account a using (account_number) group by a.customer_id limit ${limit}::integer)`,
    sql`(select 'account', f.account_number, f.account_number, null::uuid, false
      from ${accounts(`(${any}) & !(${name})`, shortOfAny)} f limit ${limit}::integer)`,
  ];
}

/** The rows of hits, by kind. */
async function readSubjects(
  db: BillingDatabase,
  hits: readonly RawBuilder<unknown>[],
  now: Instant,
): Promise<readonly Subject[]> {
  if (hits.length === 0) return [];
  const { rows } = await typedSql(columns)`
    with hit (${hitColumns}) as materialized (select distinct * from (${sql.join(hits, sql` union all `)}) found)
    select h.kind, h.id, a.account_number as account, ${customerNameText} as holder, ${addressText} as address, c.phone,
      case when h.kind = 'customer' then (select count(*) from billing.account own where own.customer_id = c.customer_id)
        else 0 end::integer as "accountCount",
      case when h.kind = 'customer' then array(select own.account_number from billing.account own where own.customer_id = c.customer_id
        order by own.account_number limit ${maxOwnAccounts}::integer) else '{}'::text[] end as "ownAccounts",
      h.is_past or (h.kind = 'account' and coalesce(a.contract_ended_on < ${kyivDateOf(now)}::date, false)) as "isPast",
      y.order_id as "orderId", y.amount_kopiykas as amount, y.started_at as "startedAt"
    from hit h
    join billing.account a using (account_number)
    join billing.customer c using (customer_id)
    left join billing.premises p using (account_number)
    left join billing.payment y on y.account_number = h.account_number and y.payment_id = h.payment_id
    order by h.kind, y.started_at desc, h.id`.execute(db);
  return rows;
}

/** What the index has of the words that are long enough; those that none of its words begins with are taken for misspelt. */
async function readKnownWords(
  db: BillingDatabase,
  words: readonly string[],
): Promise<ReadonlyMap<string, KnownWord>> {
  const doubtful = words.filter(mayBeMisspelt);
  if (doubtful.length === 0) return new Map();
  const last = '\u{10ffff}';
  const typed = JSON.stringify(
    doubtful.map((word) => {
      const stem = stemOf(word);
      return { word, wordEnd: word + last, stem, stemEnd: stem + last, slips: slipsOfWord(word) };
    }),
  );
  const { rows } = await typedSql({
    word: text(),
    isWhole: bool(),
    hasStem: bool(),
    similar: textArray(),
  })`
    select t.word, exists (select from billing.search_word s where s.word = t.word) as "isWhole",
      exists (select from billing.search_word s where s.word ~>=~ t.stem and s.word ~<~ t."stemEnd") as "hasStem",
      case when exists (select from billing.search_word s where s.word ~>=~ t.word and s.word ~<~ t."wordEnd") then '{}'::text[]
        else array(select distinct s.word from billing.search_word s
          where s.slips && array(select jsonb_array_elements_text(t.slips)) limit ${maxSimilarWords}::integer) end as similar
    from jsonb_to_recordset(${typed}::jsonb) as t (word text, "wordEnd" text, stem text, "stemEnd" text, slips jsonb)`.execute(
    db,
  );
  return new Map(rows.map(({ word, ...known }) => [word, known]));
}

async function findByWords(
  db: BillingDatabase,
  { words }: FindQuery,
  limit: number,
  now: Instant,
): Promise<readonly Subject[]> {
  if (words.length === 0) return [];
  const read = (terms: FindTerms) => readSubjects(db, wordHits(terms, limit), now);
  const known = await readKnownWords(db, words);
  const all = [...known.values()];
  // Who is called just so stands before those whose name only begins with it. Of a short word it is not known whether anybody is.
  const mayBeWhole = words.length === 1 && all.every(({ isWhole }) => isWhole);
  const whole = mayBeWhole ? await read(findTerms(words, 'whole')) : [];
  for (const closeness of closenesses) {
    if (closeness === 'slip' && all.every(({ similar }) => similar.length === 0)) continue;
    if (closeness.startsWith('stem') && all.some(({ hasStem }) => !hasStem)) continue;
    // Among words some of which somebody has; else it is the same as another closeness.
    const differs = all.some(({ isWhole }) => isWhole) && all.some(({ isWhole }) => !isWhole);
    if (closeness === 'stemOfUnknown' && !differs) continue;
    const rows = await read(findTerms(words, closeness, known));
    if (rows.length > 0) return [...whole, ...rows];
  }
  return [];
}

/**
 * FIND_SUBJECTS: what is a number alone is looked for among numbers first, and among words when there is none; what may be a code
 * or words among both. Each select ends after so many rows, whatever the size of the table; the planner would read the table
 * itself where it expects many.
 */
export const handleFindSubjects = handleReadModule(
  FIND_SUBJECTS,
  ({ db, clock }) =>
    async ({ query, limit }) => {
      const asked = readFindQuery(query);
      const now = clock.now();
      const rows = await db.transaction().execute(async (transaction) => {
        await sql`set local enable_seqscan = off`.execute(transaction);
        const numbers = await readSubjects(transaction, numberHits(asked, limit + 1), now);
        if (asked.digits !== '' && numbers.length > 0) return numbers;
        return [...numbers, ...(await findByWords(transaction, asked, limit + 1, now))];
      });
      return answer(toAnswer(rows, limit));
    },
);

function toAnswer(rows: readonly Subject[], limit: number): ModuleOutput<typeof FIND_SUBJECTS> {
  const byKind = subjectKinds.map((kind) => {
    const ofKind = new Map(
      rows.filter((row) => row.kind === kind).map((row) => [`${row.id} ${row.account}`, row]),
    );
    return { kind, found: [...ofKind.values()] };
  });
  return {
    subjects: byKind.flatMap(({ found }) => found.slice(0, limit).map(toSubject)),
    more: byKind.filter(({ found }) => found.length > limit).map(({ kind }) => kind),
  };
}

function toSubject({ orderId, amount, startedAt, ...subject }: Subject) {
  const payment =
    orderId === null || amount === null || startedAt === null
      ? null
      : { orderId, sum: moneyToWire(amount), startedAt: instantToIso(startedAt) };
  return { ...subject, payment };
}
