import type { BillingDatabase } from '#billing/billing-database.ts';
import type { SuggestionData } from '#contract/values/bank-statement.ts';
import { nearNumbers } from '#domain/identifiers/account-codes.ts';
import { int4, text, typedSql } from '#platform/database/typed-sql.ts';
import type { StoredStatementRow } from './row-store.ts';

const MOST_OF_A_ROW = 5;
const MOST_NUMBERS = 3;
/** Who pays for more accounts is a network of kiosks, and says nothing of one row. */
const MOST_OF_A_PAYER = 3;
/** The surest first. */
const order: readonly SuggestionData['why'][] = ['named', 'near', 'payer', 'sum'];

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
  const runs = `${accountText} ${purpose}`.replace(/(?<=\d)[ -](?=\d)/g, '').match(/\d+/g) ?? [];
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
 * Accounts that rows nobody knows may belong to, the surest first: one that is named but not alone, one a slip of the hand
 * away, one that the same payer paid for, one on which as much is owed. One statement for all rows of a page.
 */
export async function suggestAccounts(
  db: BillingDatabase,
  statementNumber: number,
  rows: readonly StoredStatementRow[],
  digits: number,
): Promise<ReadonlyMap<number, readonly SuggestionData[]>> {
  if (rows.length === 0) return new Map();
  const asked = rows.flatMap((row) => askedOf(row, digits));
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
    ), hinted as (
      select line, number as account_number, why from asked
      union
      select p.line, o.account_number, 'payer' from payers p
      cross join lateral (
        select account_number, count(*) over () as account_count from (
          select account_number from billing.bank_statement_payer where payer_key = hashtextextended(p.payer, 0)
          limit ${MOST_OF_A_PAYER + 1}
        ) paid
      ) o
      where o.account_count <= ${MOST_OF_A_PAYER}
      union
      select line, account_number, 'sum' from billing.bank_statement_same_sum
      where statement_number = ${statementNumber} and line = any(${lines}::int[])
    )
    select h.line, a.account_number as "accountNumber", h.why,
      case customer_type when 'entity' then company_name else concat_ws(' ', nullif(surname, ''), nullif(name, ''),
        nullif(middle_name, '')) end as customer,
      coalesce(concat_ws(', ', nullif(settlement, ''), nullif(street, ''), nullif(building, ''), nullif(apartment, '')), '')
        as address
    from hinted h join billing.account a using (account_number) join billing.customer c using (customer_id)
    left join billing.premises p using (account_number)
    order by h.line, array_position(${[...order]}::text[], h.why), a.account_number`.execute(db);
  const byLine = new Map<number, SuggestionData[]>();
  for (const { line, ...suggestion } of found) {
    const known = byLine.get(line) ?? [];
    const isThere = known.some(({ accountNumber }) => accountNumber === suggestion.accountNumber);
    if (!isThere && known.length < MOST_OF_A_ROW) known.push(suggestion);
    byLine.set(line, known);
  }
  return byLine;
}
