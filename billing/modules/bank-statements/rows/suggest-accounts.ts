import type { BillingDatabase } from '#billing/billing-database.ts';
import type { ReversibleData, SuggestionData } from '#contract/values/bank-statement.ts';
import { nearNumbers } from '#domain/identifiers/account-codes.ts';
import { findEicCodes } from '#domain/identifiers/eic-code.ts';
import { type Kopiykas, moneyToWire } from '#domain/money.ts';
import { date, int4, int8, text, typedSql } from '#platform/database/typed-sql.ts';
import type { StoredStatementRow } from './row-store.ts';

const MOST_OF_A_ROW = 5;
const MOST_NUMBERS = 3;
/** Who pays for more accounts is a network of kiosks, and says nothing of one row. */
const MOST_OF_A_PAYER = 3;
/** The surest first. */
const order: readonly SuggestionData['why'][] = ['named', 'eic', 'near', 'payer', 'sum'];

interface Asked {
  readonly line: number;
  readonly number: string;
  readonly why: 'named' | 'near';
}

/** Numbers of a row that may be an account written wrong: those read, and runs of digits of nearly the right length. */
function numbersOf(
  { accountText, accountNumbers, purpose }: StoredStatementRow,
  digits: number,
): readonly string[] {
  const text = `${accountText} ${purpose}`.replace(/(?<=\d)[ -](?=\d)/g, '');
  // A letter O between digits is a zero.
  const runs =
    text.replace(/(?<=\d)[Oo\u041e\u043e]+/g, (letters) => '0'.repeat(letters.length)).match(/\d+/g) ?? [];
  const nearly = runs.filter((run) => Math.abs(run.length - digits) <= 1);
  return [...new Set([...accountNumbers, ...nearly])].slice(0, MOST_NUMBERS);
}

function askedOf(row: StoredStatementRow, digits: number): Asked[] {
  return numbersOf(row, digits).flatMap((number) => [
    { line: row.line, number, why: 'named' as const },
    ...nearNumbers(number, [digits]).map((near) => ({ line: row.line, number: near, why: 'near' as const })),
  ]);
}

/**
 * Accounts that unmatched rows may belong to, the surest first: one that is named but not alone, one of a named metering point
 * (where it is in force before where it was), one a slip of the hand away, one that the same payer paid for, one on which as much is
 * owed. One statement for all rows of a page.
 */
export async function suggestAccounts(
  db: BillingDatabase,
  statementNumber: number,
  rows: readonly StoredStatementRow[],
  digits: number,
): Promise<ReadonlyMap<number, readonly SuggestionData[]>> {
  if (rows.length === 0) return new Map();
  const asked = rows.flatMap((row) => askedOf(row, digits));
  const eics = rows.flatMap(({ line, accountText, purpose }) =>
    findEicCodes(`${accountText} ${purpose}`).map((eic) => ({ line, eic })),
  );
  const payers = rows.flatMap(({ line, payer }) => (payer === '' ? [] : [{ line, payer }]));
  const lines = rows.map(({ line }) => line);
  const { rows: found } = await typedSql<SuggestionData & { line: number }>({
    accountNumber: text(),
    why: text(),
    customer: text(),
    address: text(),
    line: int4(),
  })`
    with asked as (
      select line, number, why from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as one (line int, number text, why text)
    ), payers as (
      select line, payer from jsonb_to_recordset(${JSON.stringify(payers)}::jsonb) as one (line int, payer text)
    ), eics as (
      select line, eic from jsonb_to_recordset(${JSON.stringify(eics)}::jsonb) as one (line int, eic text)
    ), hinted as (
      select line, number as account_number, why, null::date as ended_on from asked
      union
      select e.line, m.account_number, 'eic', m.ended_on from eics e
      join billing.metering_point m on billing.search_code(m.eic_code) = e.eic
      union
      select p.line, o.account_number, 'payer', null from payers p
      cross join lateral (
        select account_number, count(*) over () as account_count from (
          select account_number from billing.bank_statement_payer where payer_key = hashtextextended(p.payer, 0)
          limit ${MOST_OF_A_PAYER + 1}
        ) paid
      ) o
      where o.account_count <= ${MOST_OF_A_PAYER}
      union
      select line, account_number, 'sum', null from billing.bank_statement_same_sum
      where statement_number = ${statementNumber} and line = any(${lines}::int[])
    )
    select h.line, a.account_number as "accountNumber", h.why,
      case customer_type when 'entity' then company_name else concat_ws(' ', nullif(surname, ''), nullif(name, ''),
        nullif(middle_name, '')) end as customer,
      coalesce(concat_ws(', ', nullif(settlement, ''), nullif(street, ''), nullif(building, ''), nullif(apartment, '')), '')
        as address
    from hinted h join billing.account a using (account_number) join billing.customer c using (customer_id)
    left join billing.premises p using (account_number)
    order by h.line, array_position(${[...order]}::text[], h.why), h.ended_on desc nulls first, a.account_number`.execute(
    db,
  );
  const byLine = new Map<number, SuggestionData[]>();
  for (const { line, ...suggestion } of found) {
    const known = byLine.get(line) ?? [];
    const isThere = known.some(({ accountNumber }) => accountNumber === suggestion.accountNumber);
    if (!isThere && known.length < MOST_OF_A_ROW) known.push(suggestion);
    byLine.set(line, known);
  }
  return byLine;
}

/** A bank takes back what it booked lately. */
const REVERSIBLE_DAYS = 60;

/**
 * Booked rows of the accounts that are suggested for rows below zero, of the same sum and of the days before: what the bank may take
 * back, the surest account and the newest row first. Where there is none, rows of a larger sum
 * of the surest account: the bank may take back a part. One
 * statement for all rows of a page.
 */
export async function suggestReversible(
  db: BillingDatabase,
  rows: readonly StoredStatementRow[],
  suggestions: ReadonlyMap<number, readonly SuggestionData[]>,
): Promise<ReadonlyMap<number, readonly ReversibleData[]>> {
  const asked = rows
    .filter(({ amount }) => amount < 0n)
    .flatMap(({ line, amount, paidOn }) =>
      (suggestions.get(line) ?? []).map(({ accountNumber }, rank) => ({
        line,
        rank,
        kopiykas: String(-amount),
        account: accountNumber,
        day: paidOn,
      })),
    );
  if (asked.length === 0) return new Map();
  const { rows: found } = await typedSql<
    Omit<ReversibleData, 'sum' | 'line'> & { amount: Kopiykas; line: number; ofLine: number }
  >({
    statement: int4(),
    line: int4(),
    accountNumber: text(),
    paidOn: date(),
    amount: int8(),
    ofLine: int4(),
  })`
    select asked.line, (e.evidence ->> 'statement')::int as statement, (e.evidence ->> 'line')::int as "ofLine",
      p.account_number as "accountNumber", p.landed_on as "paidOn", p.amount_kopiykas as amount
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (line int, rank int, kopiykas bigint, account text, day date)
    join billing.payment p on p.account_number = asked.account and p.provider = 'bank' and p.state = 'matched'
      and p.amount_kopiykas >= asked.kopiykas and p.landed_on between asked.day - ${REVERSIBLE_DAYS}::int and asked.day
    join billing.payment_event e on e.account_number = p.account_number and e.payment_id = p.payment_id and e.event_number = 1
    where e.evidence ? 'line'
    order by asked.line, asked.rank, p.landed_on desc, p.payment_id`.execute(db);
  const byLine = Map.groupBy(found, ({ line }) => line);
  const sumOf = new Map(rows.map(({ line, amount }) => [line, -amount]));
  return new Map(
    [...byLine].map(([line, list]) => {
      const whole = list.filter(({ amount }) => amount === sumOf.get(line));
      const ofSurest = list.filter(({ accountNumber }) => accountNumber === list[0]?.accountNumber);
      return [
        line,
        (whole.length > 0 ? whole : ofSurest)
          .slice(0, MOST_OF_A_ROW)
          .map(({ line: _, ofLine, amount, ...row }) => ({ ...row, line: ofLine, sum: moneyToWire(amount) })),
      ];
    }),
  );
}
