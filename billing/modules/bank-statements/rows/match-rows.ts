import { type RawBuilder, sql } from 'kysely';
import {
  decisionTable,
  matchNamed,
  matchOrder,
  type NamedFacts,
  namedFactNames,
  type OrderFacts,
  orderFactNames,
} from '#domain/payments/match-row.ts';
import { int4, int8, type RowOf, text, typedSql } from '#platform/database/typed-sql.ts';
import { maxIdentical, mayBeInTransit } from './decided-row.ts';

/** Which rows of a statement: after a line, up to one. */
export interface RowRange {
  readonly statementNumber: number;
  readonly after: number;
  readonly through: number;
}

export interface MatchRange extends RowRange {
  /** The format has numbers of the bank: a row with the same number is the same row, or one that an operator looks at. */
  readonly hasRowIds: boolean;
}

/** How many rows became what, and their sum. */
const totalColumns = {
  outcome: text<'matched' | 'duplicate' | 'unmatched'>(),
  count: int4(),
  kopiykas: int8(),
};
export type OutcomeTotal = RowOf<typeof totalColumns>;

/**
 * SQL of the verdict that a rule of domain/payments gives to facts: its decisions come with the statement, and each row finds
 * its own by its facts. A fact that is unknown does not hold.
 */
function verdictOf<Name extends string>(
  names: readonly Name[],
  decide: (facts: Readonly<Record<Name, boolean>>) => string | undefined,
  facts: Readonly<Partial<Record<Name, RawBuilder<unknown>>>>,
): RawBuilder<unknown> {
  const known = names.filter((name) => facts[name] !== undefined);
  const none = Object.fromEntries(names.map((name) => [name, false])) as Record<Name, boolean>;
  const table = decisionTable(known, (some: Readonly<Record<Name, boolean>>) => decide({ ...none, ...some }));
  const bits = known.map((name, bit) => sql`case when ${facts[name]} then ${sql.lit(2 ** bit)} else 0 end`);
  return sql`(${[...table]}::text[])[1 + ${sql.join(bits, sql` + `)}]`;
}
const orderVerdict = (facts: Readonly<Partial<Record<keyof OrderFacts, RawBuilder<unknown>>>>) =>
  verdictOf(orderFactNames, matchOrder, facts);
const namedVerdict = (facts: Readonly<Partial<Record<keyof NamedFacts, RawBuilder<unknown>>>>) =>
  verdictOf(namedFactNames, matchNamed, facts);

/** Rows of a range. */
export const inRange = ({ statementNumber, after, through }: RowRange, alias = 'r') =>
  sql`${sql.ref(`${alias}.statement_number`)} = ${statementNumber} and ${sql.ref(`${alias}.line`)} > ${after}
    and ${sql.ref(`${alias}.line`)} <= ${through}`;

/** The account that a row names first, and alone unless the row is intricate. */
const firstNumber = sql`coalesce(r.own_account, case cardinality(r.account_numbers) when 1 then r.account_numbers[1] end)`;

/** An order is on its way to the account that the row names. */
const hasOrderOnItsWay = sql`exists (select from billing.payment p where p.account_number = ${firstNumber} and ${mayBeInTransit})`;

/** A key of the day and the format of another one, with other last digits: those of a text. */
const keyVariant = (text: RawBuilder<unknown>) =>
  sql`(left(r.base_key::text, 24) || right(md5(r.base_key::text || ':' || ${text}), 12))::uuid`;

const contentOf = (alias: string) => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`(${of('amount_kopiykas')}, ${of('payer')}, ${of('purpose')}, ${of('account_text')})`;
};

/** The rows of a range, of a format with numbers of the bank beside the rows that differ. */
const rowsOf = (hasRowIds: boolean) =>
  hasRowIds
    ? sql`billing.bank_statement_row r left join differing on differing.line = r.line`
    : sql`billing.bank_statement_row r`;

/** What every row is checked by. */
const judgedBy = (hasRowIds: boolean) => sql`r.line, r.amount_kopiykas, r.own_account,
  r.account_text is not null or r.account_numbers is not null as names_account,
  ${
    hasRowIds
      ? sql`coalesce(differing.nth, r.occurrence) > 1 as is_repeated, differing.line is not null as differs,
        coalesce(differing.row_key, r.base_key) as row_key`
      : sql`r.occurrence = ${maxIdentical} as is_repeated, false as differs,
        case when r.occurrence = 1 then r.base_key else ${keyVariant(sql`r.occurrence`)} end as row_key`
  }`;

/**
 * Rows with a number of the bank that another row of its day has, in the file or in an earlier one, and another sum, payer,
 * purpose or account: money that nobody may take for booked. Their key is of what they say, so that each waits once.
 */
const differingRows = (range: RowRange) => sql`
  select r.line, r.row_key, row_number() over (partition by r.row_key order by r.line) as nth
  from (
    select r.line, ${keyVariant(sql`concat_ws(E'\\n', r.amount_kopiykas, coalesce(r.payer, ''), coalesce(r.purpose, ''),
      coalesce(r.account_text, ''))`)} as row_key
    from billing.bank_statement_row r
    left join billing.bank_statement_outcome seen on seen.row_key = r.base_key and seen.outcome <> 'duplicate'
    left join billing.bank_statement_row known on known.statement_number = seen.statement_number and known.line = seen.line
    left join billing.bank_statement_row first on first.base_key = r.base_key and first.occurrence = 1
      and ${inRange(range, 'first')}
    where ${inRange(range)} and (seen.row_key is not null or r.occurrence > 1)
      and ${contentOf('r')} is distinct from
        (case when seen.row_key is null then ${contentOf('first')} else ${contentOf('known')} end)
  ) r`;

/** Orders that the rows of a range name, by their first parts. */
const namedOrders = sql`
  select c.line, c.amount_kopiykas, p.order_id, 'order' as rule,
    coalesce(p.order_kopiykas, p.amount_kopiykas) as order_kopiykas, p.state
  from (select line, amount_kopiykas, unnest(order_ids) as order_id from intricate where order_ids is not null) c
  join billing.payment p on p.order_id = c.order_id and p.part_number = 1
  union all
  -- a number of a provider may be any number: only the sum makes it one. Numbers are looked up before sums are compared, else
  -- each row of a sum that many pay would meet every payment of that sum
  select c.line, c.amount_kopiykas, p.order_id, 'reference', p.order_kopiykas, p.state
  from (
    select line, amount_kopiykas, unnest(provider_references) as reference from intricate where provider_references is not null
  ) c
  cross join lateral (
    select order_id, coalesce(order_kopiykas, amount_kopiykas) as order_kopiykas, state from billing.payment
    where provider_reference = c.reference and part_number = 1 offset 0
  ) p
  where p.order_kopiykas = c.amount_kopiykas`;

/** What is owed for an act. */
const owedForAct = sql`
  select coalesce(sum(case e.debit_account when 'actReceivable' then e.amount_kopiykas else -e.amount_kopiykas end), 0)
  from billing.ledger_entry e
  where e.account_number = a.account_number and e.act_number = a.act_number
    and 'actReceivable' in (e.debit_account, e.credit_account)`;

/**
 * Parts of a statement that find the facts of the rows of a range, by which domain/payments/match-row.ts decides: the row that
 * was there before, or whose number was there with something else; our order, or the provider's reference; the account in its
 * column; the account in the purpose; the act in the purpose; an order of its sum on its way. An order lands, and what is owed for
 * an act is used up, by the rows whose verdict says so. Each row has its verdict in one of two: `judged_plain`, when it
 * names one account at most and no order is on its way there, else `judged_intricate`.
 */
function judging({ hasRowIds, ...range }: MatchRange): RawBuilder<unknown> {
  const intricateRows = sql`
    select ${judgedBy(hasRowIds)}, r.paid_on, r.account_numbers, r.order_ids, r.act_numbers, r.provider_references,
      ${firstNumber} as first_number
    from ${rowsOf(hasRowIds)} where ${inRange(range)}`;
  const differing = hasRowIds ? sql`differing as materialized (${differingRows(range)}),` : sql``;
  return sql`
    ${differing} intricate as materialized (
      ${intricateRows} and r.has_references
      union all
      ${intricateRows} and not r.has_references and ${hasOrderOnItsWay}
    ), orders as (
      select named.*, count(*) over (partition by line) as order_count,
        row_number() over (partition by order_id order by line) as nth,
        exists (select from billing.bank_statement_outcome o where o.order_id = named.order_id and o.outcome = 'matched') as is_taken
      from (
        select line, amount_kopiykas, order_id, min(rule) as rule, min(order_kopiykas) as order_kopiykas, min(state) as state
        from (${namedOrders}) found group by line, amount_kopiykas, order_id
      ) named
    ), one_order as (
      select distinct on (line) * from orders order by line, rule
    ), named_account as (
      select c.line, count(distinct a.account_number) as account_count, min(a.account_number) as account_number
      from (
        select line, unnest(account_numbers) as number from intricate
        where cardinality(account_numbers) > 1 or (own_account is not null and account_numbers is not null)
      ) c join billing.account a on a.account_number = c.number
      group by c.line
    ), known as (
      select c.*, coalesce(a.account_number, case named.account_count when 1 then named.account_number end) as account_number,
        case when a.account_number is not null and c.own_account is not null then 'accountColumn' else 'purpose' end as rule,
        a.account_number is null and coalesce(named.account_count, 0) > 1 as has_several,
        seen.row_key is not null as is_known
      from intricate c
      -- looked up one by one: those of one account are a few among all
      left join lateral (
        select account_number from billing.account where account_number = c.first_number offset 0
      ) a on true
      left join named_account named using (line)
      left join billing.bank_statement_outcome seen on seen.row_key = c.row_key and seen.outcome <> 'duplicate'
    ), acts as (
      select k.line, count(*) as act_count, min(a.account_number) as account_number, min(a.act_number) as act_number,
        max(case when a.state in ('billed', 'partPaid', 'instalments', 'overdue') then (${owedForAct}) else 0 end) as owed
      from (
        select line, account_number, unnest(act_numbers) as named_act from known where act_numbers is not null and not has_several
      ) k
      join billing.violation_act a on upper(a.act_number) = k.named_act
        and (k.account_number is null or a.account_number = k.account_number)
      group by k.line
    ), by_order as (
      select k.line, ${orderVerdict({
        isDuplicate: sql`k.is_known or k.is_repeated`,
        differs: sql`k.differs`,
        namesOrder: sql`o.order_id is not null`,
        namesSeveralOrders: sql`o.order_count > 1`,
        orderLanded: sql`o.is_taken or o.nth > 1 or o.state in ('landed', 'matched')`,
        orderReturned: sql`o.state in ('reversed', 'refunded')`,
        hasOtherSum: sql`o.order_kopiykas <> k.amount_kopiykas`,
      })} as verdict, o.order_id, o.rule as order_rule
      from known k left join one_order o using (line)
    ), paid_act as (
      select acts.*, sum(k.amount_kopiykas) over (partition by acts.account_number, acts.act_number order by acts.line) as so_far
      from acts join known k using (line) join by_order using (line)
      where act_count = 1 and by_order.verdict is null
    ), landing as (
      select order_id from by_order where verdict = 'matched.order'
    ), on_way as (
      -- "not in" is a look-up in a hash whatever the planner expects: nobody knows beforehand how many orders a range names
      select distinct r.line
      from known r left join acts act on act.line = r.line and act.act_count = 1
      join billing.payment p on p.account_number = coalesce(act.account_number, r.account_number) and ${mayBeInTransit}
        and (act.act_number is null or p.act_number = act.act_number)
      where (r.act_numbers is null or act.act_number is not null)
        and r.line not in (select line from one_order) and p.order_id not in (select order_id from landing)
    ), judged_intricate as (
      select k.line, k.row_key, k.amount_kopiykas, k.account_number, k.rule, o.order_id, o.order_rule,
        act.account_number as act_account, act.act_number,
        coalesce(o.verdict, ${namedVerdict({
          namesSeveralAccounts: sql`k.has_several`,
          hasAccount: sql`k.account_number is not null`,
          namesAccount: sql`k.names_account`,
          namesAct: sql`k.act_numbers is not null`,
          hasAct: sql`act.act_number is not null`,
          namesSeveralActs: sql`many.act_count > 1`,
          isActOwed: sql`act.owed > 0`,
          exceedsAct: sql`act.so_far > act.owed`,
          mayBeInTransit: sql`on_way.line is not null`,
        })}) as verdict
      from known k join by_order o using (line) left join paid_act act using (line) left join acts many using (line)
        left join on_way using (line)
    ), judged_plain as (
      select c.line, c.row_key, c.amount_kopiykas, a.account_number,
        case when c.own_account is not null then 'accountColumn' else 'purpose' end as rule,
        coalesce(${orderVerdict({
          isDuplicate: sql`c.is_repeated or seen.row_key is not null`,
          differs: sql`c.differs`,
          isReversal: sql`c.amount_kopiykas < 0`,
        })}, ${namedVerdict({
          hasAccount: sql`a.account_number is not null`,
          namesAccount: sql`c.names_account`,
        })}) as verdict
      from (
        select ${judgedBy(hasRowIds)}, ${firstNumber} as first_number
        from ${rowsOf(hasRowIds)} where ${inRange(range)} and not r.has_references and not ${hasOrderOnItsWay}
      ) c
      left join billing.account a on a.account_number = c.first_number
      left join billing.bank_statement_outcome seen on seen.row_key = c.row_key and seen.outcome <> 'duplicate'
    )`;
}

const outcomeOf = sql`case when verdict = 'duplicate' then 'duplicate' when verdict like 'matched.%' then 'matched'
  else 'unmatched' end`;

/** What some checked rows come to, in one row: of groups the planner would expect as many as of rows, and count in one process. */
const totalsOf = (judged: RawBuilder<unknown>) => sql`
  select count(*) filter (where ${outcomeOf} = 'matched') as matched,
    sum(amount_kopiykas) filter (where ${outcomeOf} = 'matched') as matched_kopiykas,
    count(*) filter (where ${outcomeOf} = 'duplicate') as duplicate,
    sum(amount_kopiykas) filter (where ${outcomeOf} = 'duplicate') as duplicate_kopiykas,
    count(*) filter (where ${outcomeOf} = 'unmatched') as unmatched,
    sum(amount_kopiykas) filter (where ${outcomeOf} = 'unmatched') as unmatched_kopiykas
  from ${judged}`;

/** Checks the rows of a range and writes nothing: what would become of them. */
export function dryRunSql(judgement: MatchRange) {
  return typedSql(totalColumns)`
    with ${judging(judgement)}, counted as (
      ${totalsOf(sql`judged_intricate`)} union all ${totalsOf(sql`judged_plain`)}
    )
    select outcome, sum(count)::int as count, coalesce(sum(kopiykas), 0)::bigint as kopiykas
    from counted cross join lateral (values ('matched', matched, matched_kopiykas),
      ('duplicate', duplicate, duplicate_kopiykas), ('unmatched', unmatched, unmatched_kopiykas)) total (outcome, count, kopiykas)
    group by outcome`;
}

/** Checks the rows of a range and writes what became of each; answers the sums. The money is booked by others. */
export function outcomeSql(judgement: MatchRange) {
  return typedSql(totalColumns)`
    with ${judging(judgement)}, judged as (
      select * from judged_intricate
      union all
      select line, row_key, amount_kopiykas, account_number, rule, null, null, null, null, verdict from judged_plain
    ), written as (
      insert into billing.bank_statement_outcome (statement_number, line, row_key, outcome, reason, account_number, act_number,
        order_id, payment_id)
      select ${judgement.statementNumber}, j.line, j.row_key, ${outcomeOf},
        case verdict when 'duplicate' then '' when 'matched.order' then j.order_rule when 'matched.act' then 'act'
          when 'matched.account' then j.rule else verdict end,
        case verdict when 'matched.order' then first.account_number when 'matched.act' then j.act_account
          when 'matched.account' then j.account_number end,
        case verdict when 'matched.act' then j.act_number end,
        case verdict when 'matched.order' then j.order_id end,
        case when verdict in ('matched.act', 'matched.account') then j.row_key end
      from judged j
      left join billing.payment first on verdict = 'matched.order' and first.order_id = j.order_id and first.part_number = 1
    )
    select ${outcomeOf} as outcome, count(*)::int as count, sum(amount_kopiykas)::bigint as kopiykas
    from judged group by 1`;
}

/** SQL of the orders that rows of a range name, by their number or that of the provider. */
function orderIdsIn(range: RowRange): RawBuilder<unknown> {
  return sql`
    select unnest(r.order_ids) from billing.bank_statement_row r where ${inRange(range)}
    union
    select held.order_id from billing.bank_statement_row r cross join lateral unnest(r.provider_references) named (reference)
    join billing.payment held on held.provider_reference = named.reference where ${inRange(range)}`;
}

/** Holds the orders that rows of a range name until the transaction ends; whoever holds part 1 holds the order. */
export function lockNamedOrders(range: RowRange): RawBuilder<unknown> {
  return sql`
    select from billing.payment p where p.order_id in (${orderIdsIn(range)})
    order by p.order_id, p.part_number for update`;
}

/**
 * Locks the acts that rows of a range name or pay by their orders, in the order in which all lock acts: two payments of one act are
 * serialized, so that the second one sees what the first has settled.
 */
export function lockNamedActs(range: RowRange): RawBuilder<unknown> {
  return sql`
    select from billing.violation_act a where (a.account_number, a.act_number) in (
      select named.account_number, named.act_number from billing.violation_act named where upper(named.act_number) in (
        select unnest(r.act_numbers) from billing.bank_statement_row r where ${inRange(range)})
      union
      select p.account_number, p.act_number from billing.payment p
      where p.act_number is not null and p.order_id in (${orderIdsIn(range)})
    ) order by a.account_number, a.act_number for update`;
}
