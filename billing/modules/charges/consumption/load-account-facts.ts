import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type ContractFacts, loadContractFacts } from '#billing/modules/contracts/public.ts';
import { kopiykas } from '#domain/money.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { json, type RowOf, typedSql } from '#platform/database/typed-sql.ts';
import type { AccountPast, ClosingAccount, UsageHistory } from '../closing/closing-facts.ts';
import {
  type AccountRow,
  accountRows,
  type BenefitRow,
  benefitRows,
  earlierRows,
  type InJson,
  jsonRows,
  type MovedRow,
  movedRows,
  ofPoint,
  type PreviousRow,
  previousRows,
  type RegisterRow,
  readingRows,
  registerRows,
  type ValueRow,
} from '../closing/closing-statements.ts';
import { combineClosingFacts, lacksOpening } from '../closing/combine-closing-facts.ts';
import { loadAccountPast } from './load-account-past.ts';
import {
  type LastYearRow,
  lacksLastYear,
  lastYearRows,
  makeUsageHistory,
  type ObservationRow,
  observationRows,
} from './load-usage-history.ts';
import { needsPast, planAccount } from './measure-account.ts';

/** All that charging one account for a period may need. */
export interface AccountFacts {
  readonly account: ClosingAccount;
  readonly history: UsageHistory;
  /** Absent: nothing can change months before. */
  readonly past: AccountPast | undefined;
}

const factsColumns = {
  account: json<InJson<AccountRow>>(),
  registers: json<readonly RegisterRow[]>(),
  previous: json<readonly PreviousRow[]>(),
  readings: json<readonly ValueRow[]>(),
  moved: json<readonly InJson<MovedRow>[]>(),
  benefits: json<readonly InJson<BenefitRow>[]>(),
  earlier: json<readonly ValueRow[]>(),
  lastYear: json<readonly LastYearRow[]>(),
  observations: json<readonly ObservationRow[]>(),
};
type FactsRow = RowOf<typeof factsColumns>;

/**
 * The facts of one account for a period: what `loadClosingFacts` and `loadUsageHistory` read of it for a closing in one
 * statement, by the same sub-selects; and its past when a reading that may come, or a request, changes it. Undefined: no such
 * account, or the period has nothing to charge for it.
 * @param eicCode Only of this metering point; absent: of all.
 */
export async function loadAccountFacts(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
  eicCode?: string,
): Promise<AccountFacts | undefined> {
  const numbers = [accountNumber];
  const point = eicCode === undefined ? undefined : { accountNumber, eicCode };
  const metersRows = (rows: RawBuilder<unknown>) => jsonRows(ofPoint(rows, point));
  const result = await typedSql(factsColumns)`
    with account as materialized (${accountRows(period, { accountNumbers: numbers })})
    select to_jsonb(account) as account,
      ${metersRows(registerRows(period, numbers))} as registers,
      ${metersRows(previousRows(sql`(select number, "measuredPeriod" from account)`))} as previous,
      ${metersRows(readingRows(period, numbers))} as readings,
      ${jsonRows(movedRows(period, sql`(select number, "billPeriod" from account)`))} as moved,
      ${jsonRows(benefitRows(period, numbers))} as benefits,
      ${metersRows(earlierRows(period, numbers))} as earlier,
      ${jsonRows(lastYearRows(period, numbers, eicCode))} as "lastYear",
      ${metersRows(observationRows(period, numbers))} as observations
    from account`.execute(db);
  const [row] = result.rows;
  const contracts = row?.account.hasEntityContract
    ? await loadContractFacts(db, period, numbers, { eicCode })
    : noContracts;
  const facts = row && combine(row, contracts, period);
  if (facts === undefined) return undefined;
  const { account } = facts;
  const mayChange =
    needsPast(account, planAccount(account, period)) ||
    account.registers.some(({ previous }) => previous?.isActual === false);
  const past = mayChange
    ? await loadAccountPast(db, { period, accounts: [account], forAnyReading: true, point })
    : undefined;
  return { ...facts, past: past?.get(accountNumber) };
}

/** Of households. */
const noContracts: ReadonlyMap<string, ContractFacts> = new Map();

function combine(
  row: FactsRow,
  contracts: ReadonlyMap<string, ContractFacts>,
  period: BillingPeriod,
): Omit<AccountFacts, 'past'> | undefined {
  const { registers, previous, readings, lastYear } = row;
  const [account] = combineClosingFacts({
    accounts: [{ ...row.account, previousClosing: kopiykas(BigInt(row.account.previousClosing)) }],
    registers,
    previous,
    readings,
    moved: row.moved.map(({ accountNumber, ...sums }) => ({
      accountNumber,
      before: kopiykas(BigInt(sums.before)),
      paid: kopiykas(BigInt(sums.paid)),
      recalculated: kopiykas(BigInt(sums.recalculated)),
      benefit: kopiykas(BigInt(sums.benefit)),
      corrected: kopiykas(BigInt(sums.corrected)),
    })),
    benefits: row.benefits.map((one) => ({ ...one, amount: kopiykas(BigInt(one.amount)) })),
    earlier: lacksOpening(period, registers, previous).length === 0 ? [] : row.earlier,
    contracts,
  });
  if (account === undefined) return undefined;
  return {
    account,
    history: makeUsageHistory(lastYear, lacksLastYear(lastYear).length === 0 ? [] : row.observations),
  };
}
