import { type RawBuilder, sql } from 'kysely';
import { answer } from '#billing/api/define-module.ts';
import { RECIPIENT_CHOICES, RECIPIENT_COUNT, RECIPIENT_LIST } from '#billing/api/notifications.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { addressText, customerNameText } from '#billing/modules/accounts/public.ts';
import { dueStateOf, type StoredDueState, toDueNow } from '#billing/modules/ledger/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import type { RecipientRule } from '#contract/values/recipient-rule.ts';
import { overdueFor } from '#domain/ledger/due-now.ts';
import { moneyFromWire } from '#domain/money.ts';
import { nextWindow } from '#domain/readings/submission-window.ts';
import { firstDayAfter } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { int4, json, nullable, text, textArray, typedSql } from '#platform/database/typed-sql.ts';
import { registersOf } from './read-reminder-facts.ts';

const candidateColumns = {
  accountNumber: text(),
  customerName: text(),
  address: text(),
  /** null: the rule asks for no debt. */
  dueState: nullable(json<StoredDueState>()),
};

/** SQL of the accounts that a rule selects, but for the sum of their debts: `a`, with the customer `c` and the premises `p`. */
async function candidatesOf(
  db: BillingDatabase,
  rule: RecipientRule,
  now: Instant,
): Promise<RawBuilder<unknown>> {
  const { customerType = null, tariff = null, region = null, settlement = null, debt } = rule;
  const today = kyivDateOf(now);
  const { window } = (await rulesAt(db, now)).readings;
  const [person, entity] = [nextWindow(now, window.person).period, nextWindow(now, window.entity).period];
  const period = sql`case c.customer_type when 'person' then ${person}::text else ${entity}::text end`;
  const firstAfter = sql`case c.customer_type when 'person' then ${firstDayAfter(person)}::date
    else ${firstDayAfter(entity)}::date end`;
  // A bill that old is what a debt that old needs; its sum is added up in TypeScript, by the rule of all screens.
  const overdueOn = debt === undefined ? null : addDays(today, -Math.max(1, debt.days));
  return sql`
    from billing.account a
    join billing.customer c on c.customer_id = a.customer_id
    left join billing.premises p on p.account_number = a.account_number
    where (a.contract_ended_on is null or a.contract_ended_on > ${today}::date)
      and (${customerType}::text is null or c.customer_type = ${customerType})
      and (${tariff}::text is null or a.tariff_code = ${tariff})
      and (${region}::text is null or p.region = ${region})
      and (${settlement}::text is null or p.settlement = ${settlement})
      and (${overdueOn}::date is null or exists (
        select from billing.bill b where b.account_number = a.account_number and b.due_on <= ${overdueOn}::date))
      and (not ${rule.awaitsReading === true}::boolean
        or (select r.waiting_registers > 0 from (${registersOf(period, firstAfter)}) r))`;
}

/** A part of the accounts that a rule selects, after an account number. */
async function listSelected(
  db: BillingDatabase,
  rule: RecipientRule,
  { after, limit }: { readonly after: string; readonly limit: number },
  now: Instant,
) {
  const candidates = await candidatesOf(db, rule, now);
  const { rows } = await typedSql(candidateColumns)`
    select a.account_number as "accountNumber", ${customerNameText} as "customerName", ${addressText} as address,
      case when ${rule.debt !== undefined}::boolean then ${dueStateOf(sql`a.account_number`)} end as "dueState"
    ${candidates} and a.account_number > ${after}
    order by a.account_number limit ${limit}::integer`.execute(db);
  const { debt } = rule;
  const today = kyivDateOf(now);
  const selected = rows.filter(({ dueState }) => {
    if (debt === undefined || dueState === null) return true;
    const overdue = overdueFor(toDueNow(dueState, today), debt.days, today);
    return overdue > 0n && overdue >= moneyFromWire(debt.sum);
  });
  return { selected, next: rows.length < limit ? null : (rows.at(-1)?.accountNumber ?? null) };
}

/** RECIPIENT_LIST: a part in one statement, so that it takes the same time however many accounts there are. */
export const handleRecipientList = handleModule(
  RECIPIENT_LIST,
  ({ db, clock }) =>
    async ({ rule, ...part }) => {
      const { selected, next } = await listSelected(db, rule, part, clock.now());
      return answer({ accountNumbers: selected.map(({ accountNumber }) => accountNumber), next });
    },
);

const sampleSize = 5;
const partSize = 2000;
/** Parts of a count of debts. */
const maxParts = 50;

/** RECIPIENT_COUNT: by one statement, but for debts, which are added up part by part. */
export const handleRecipientCount = handleModule(RECIPIENT_COUNT, ({ db, clock }) => async ({ rule }) => {
  const now = clock.now();
  const toSample = ({ dueState: _, ...row }: Awaited<ReturnType<typeof listSelected>>['selected'][number]) =>
    row;
  if (rule.debt === undefined) {
    const candidates = await candidatesOf(db, rule, now);
    const [{ rows }, { selected }] = await Promise.all([
      typedSql({ count: int4() })`select count(*)::int as count ${candidates}`.execute(db),
      listSelected(db, rule, { after: '', limit: sampleSize }, now),
    ]);
    return answer({ count: rows[0]?.count ?? 0, isWhole: true, sample: selected.map(toSample) });
  }
  let count = 0;
  let next: string | null = '';
  const sample = [];
  for (let part = 0; part < maxParts && next !== null; part += 1) {
    const found: Awaited<ReturnType<typeof listSelected>> = await listSelected(
      db,
      rule,
      { after: next, limit: partSize },
      now,
    );
    count += found.selected.length;
    sample.push(...found.selected.slice(0, sampleSize - sample.length).map(toSample));
    next = found.next;
  }
  return answer({ count, isWhole: next === null, sample });
});

/** RECIPIENT_CHOICES: names as the import brought them. */
export const handleRecipientChoices = handleModule(RECIPIENT_CHOICES, ({ db }) => async () => {
  const { rows } = await typedSql({
    tariffs: json<{ code: string; title: string }[]>(),
    regions: textArray(),
    settlements: textArray(),
  })`
    select (select coalesce(jsonb_agg(jsonb_build_object('code', tariff_code, 'title', title) order by title), '[]')
        from billing.tariff) as tariffs,
      array(select distinct region from billing.premises where region <> '' order by region) as regions,
      array(select settlement from (
          select settlement from billing.premises group by settlement order by count(*) desc limit 500) s
        order by settlement) as settlements`.execute(db);
  const { tariffs, regions, settlements } = rows[0] ?? { tariffs: [], regions: [], settlements: [] };
  return answer({ tariffs, regions: [...regions], settlements: [...settlements] });
});
