import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { USUAL_CLASS } from '#billing/modules/contracts/public.ts';
import { noteBooking } from '#billing/modules/ledger/public.ts';
import { readingRulesByMonth, rulesOfPeriod } from '#billing/modules/rules/public.ts';
import { type AccountTariffs, tariffHistoryColumn, versionsOf } from '#billing/modules/tariffs/public.ts';
import type { VoltageClass } from '#domain/invoices/contract-terms.ts';
import { type PriceTerms, priceOfPoint } from '#domain/invoices/price-formula.ts';
import type { Price } from '#domain/price.ts';
import type { ReadingRules, WindowRules } from '#domain/readings/reading-rules.ts';
import { lastDayInTime } from '#domain/readings/submission-window.ts';
import { type BillingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivMidnight } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { bool, int4, int8, json, nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import { componentsOfMonth, missingPriceWords } from '../charge-entity.ts';
import { type ChargePrices, loadPrices } from '../charge-prices.ts';
import { hasTariffFor } from '../condition-refusal.ts';
import {
  findOpenPeriodBefore,
  findPeriod,
  finishClosing,
  openPeriodsUpTo,
  startClosing,
} from '../period-store.ts';
import { closeChunks } from './close-chunks.ts';
import { type ClosingRequest, type ClosingResult, withClosingLock } from './closing.ts';
import { isBilled, isCharged, type KnownUntil } from './closing-statements.ts';
import { noteRun } from './period-progress-store.ts';
import { countUndecided } from './undecided-readings.ts';

/**
 * Closes a period (product.md §7): charges every account with a contract, makes the bills and the entries of the ledger,
 * and opens the next period. Chunks of accounts are transactions that also say how far the closing came, so that it may be
 * cut off at any point and started again with the same result; a closed period is never touched again.
 */
export async function closePeriod(request: ClosingRequest): Promise<ClosingResult> {
  const { period } = request;
  const result = await withClosingLock(request.pool, () => closeLocked(request));
  return result ?? { kind: 'refused', code: 'closingElsewhere', period, subject: period };
}

async function closeLocked(request: ClosingRequest): Promise<ClosingResult> {
  const { db, period, clock, signal } = request;
  const now = request.asOf ?? clock.now();
  await noteBooking(db, clock.now());
  const before = await findPeriod(db, period);
  if (before?.state === 'closed') return { kind: 'alreadyClosed', period };
  const refusal = await findRefusal(db, period, now, await loadPrices(db));
  if (refusal !== undefined) return refusal;
  const more = before?.state === 'closing' ? undefined : await findUnconfirmed(request);
  if (more !== undefined) return { kind: 'refused', code: 'undecided', period, subject: String(more) };

  if (before === undefined) await openPeriodsUpTo(db, period, period);
  await startClosing(db, period, instantToIso(now));
  // A version of a tariff that was activated before the closing began counts, and none of these months is activated after it.
  const prices = await loadPrices(db);
  const row = await findPeriod(db, period);
  const startedAt = (row?.startedAt ?? now) as Instant;
  const closedThrough = row?.closedThrough ?? '';
  await analyzeNewTables(db);

  const rules = await readingRulesByMonth(db);
  const until = request.asOf === undefined ? undefined : knownUntil(period, rules(period));
  const accounts = await countAccounts(db, period, closedThrough, until);
  await noteRun(db, period, accounts, clock.now());
  const { isFinished, accountCount } = await chargeAccounts(request, {
    prices,
    startedAt,
    closedThrough,
    knownUntil: until,
    accounts,
  });
  const isResumed = before?.state === 'closing';
  const ended = { period, billCount: accountCount, isResumed };
  if (!isFinished || signal?.aborted) return { kind: 'interrupted', ...ended };
  await finishClosing(db, period, instantToIso(now));
  return { kind: 'closed', ...ended };
}

/** How many readings are undecided when they are more than were confirmed. */
async function findUnconfirmed({
  db,
  period,
  confirmedUndecided,
}: ClosingRequest): Promise<number | undefined> {
  if (confirmedUndecided === undefined) return undefined;
  const { readings } = await countUndecided(db, period);
  return readings > confirmedUndecided ? readings : undefined;
}

/** What charging the accounts of a period begins with. */
interface ChargingStart {
  readonly prices: ChargePrices;
  readonly startedAt: Instant;
  /** The last account that is done; '' when none is. */
  readonly closedThrough: string;
  readonly knownUntil: KnownUntil | undefined;
  readonly accounts: { readonly done: number; readonly total: number };
}

/** Charges the accounts that are not done yet, of a closing and of a dry run alike. */
async function chargeAccounts(request: ClosingRequest, start: ChargingStart) {
  const { db, period } = request;
  const { startedAt, accounts, ...same } = start;
  const [rules, { bills: dueDateTerms }] = await Promise.all([
    readingRulesByMonth(db),
    rulesOfPeriod(db, period),
  ]);
  let accountCount = 0;
  const isFinished = await closeChunks({
    request,
    issue: {
      period,
      issuedOn: kyivDateOf(startedAt),
      postedAt: instantToIso(startedAt),
      withEvents: request.asOf === undefined,
      dueDateTerms,
    },
    rules,
    ...same,
    onChunk(count) {
      accountCount += count;
      request.onProgress?.({ period, done: accounts.done + accountCount, total: accounts.total });
    },
  });
  return { isFinished, accountCount };
}

/** From where a dry run goes on. */
interface DryRunStart {
  /** The last account that it has looked at, or that the closing has charged; '' when there is none. */
  readonly doneThrough: string;
  /** Told once it is known. */
  readonly onCount: (accounts: number) => Promise<void>;
}

/**
 * Charges the accounts of a period as its closing would, in the same chunks by the same rules, and writes nothing but what its record
 * notes. What stops a closing at its start (a tariff or a price that lacks) is looked at account by account.
 */
export async function dryRunPeriod(
  request: ClosingRequest & Required<Pick<ClosingRequest, 'record'>>,
  { doneThrough, onCount }: DryRunStart,
): Promise<{ readonly kind: 'done' | 'interrupted' }> {
  const { db, period, clock, signal } = request;
  await analyzeNewTables(db);
  const accounts = await countAccounts(db, period, doneThrough, undefined);
  await onCount(accounts.total - accounts.done);
  const { isFinished } = await chargeAccounts(request, {
    prices: await loadPrices(db),
    startedAt: clock.now(),
    closedThrough: doneThrough,
    knownUntil: undefined,
    accounts,
  });
  return { kind: isFinished && !signal?.aborted ? 'done' : 'interrupted' };
}

/** A history knows of a month what came while readings of it were taken; an import tells days alone. */
function knownUntil(period: BillingPeriod, { window }: ReadingRules): KnownUntil {
  const end = (rules: WindowRules) => kyivMidnight(addDays(lastDayInTime(period, rules), 1));
  return { person: end(window.person), entity: end(window.entity) };
}

async function findRefusal(
  db: BillingDatabase,
  period: BillingPeriod,
  now: Instant,
  prices: ChargePrices,
): Promise<ClosingResult | undefined> {
  const refuse = (
    code: 'notOver' | 'earlierPeriodOpen' | 'noTariff' | 'noPrice',
    subject: string,
  ): ClosingResult => ({
    kind: 'refused',
    code,
    period,
    subject,
  });
  if (kyivDateOf(now) < firstDayAfter(period)) return refuse('notOver', period);
  const earlier = await findOpenPeriodBefore(db, period);
  if (earlier !== undefined) return refuse('earlierPeriodOpen', earlier);
  const { rows } = await typedSql<AccountTariffs>({ tariffCode: text(), tariffHistory: nullable(json()) })`
    with changed as (select distinct account_number from billing.account_tariff),
    charged as (
      select account_number, tariff_code from billing.account a
      where not exists (select from billing.entity_contract k
          where k.account_number = a.account_number and k.valid_from < ${firstDayAfter(period)})
        and opened_on < ${firstDayAfter(period)}
        and (contract_ended_on is null or contract_ended_on >= ${firstDay(period)}))
    select distinct tariff_code as "tariffCode", null::jsonb as "tariffHistory" from charged c
    where not exists (select from changed where changed.account_number = c.account_number)
    union all
    select distinct tariff_code, history
    from changed join charged a using (account_number)
    cross join lateral (select ${tariffHistoryColumn('a')} as history) dated`.execute(db);
  const without = rows.find((account) => !hasTariffFor(versionsOf(prices.tariffs, account), period));
  if (without !== undefined) return refuse('noTariff', without.tariffCode);
  const missing = await findMissingComponent(db, period, prices);
  return missing === undefined ? undefined : refuse('noPrice', missing);
}

/** A part of a price that contracts need in the period and nobody has set, with its subject and class. */
async function findMissingComponent(
  db: BillingDatabase,
  period: BillingPeriod,
  { components }: ChargePrices,
): Promise<string | undefined> {
  const { rows } = await typedSql({
    priceKind: text<PriceTerms['priceKind']>(),
    operatorCode: text(),
    offerCode: text(),
    fixedPrice: nullable(int8<Price>()),
    withTransmission: bool(),
    withDistribution: bool(),
    voltageClass: int4<VoltageClass>(),
  })`
    select distinct k.price_kind as "priceKind", k.operator_code as "operatorCode", k.offer_code as "offerCode",
      k.fixed_price_micro as "fixedPrice",
      k.with_transmission as "withTransmission", k.with_distribution as "withDistribution",
      coalesce(p.voltage_class, ${USUAL_CLASS})::integer as "voltageClass"
    from billing.account a
    cross join lateral (
      select * from billing.entity_contract k
      where k.account_number = a.account_number and k.valid_from < ${firstDayAfter(period)}
      order by k.valid_from desc limit 1) k
    join billing.meter m on m.account_number = a.account_number
    left join billing.contract_point p on p.account_number = a.account_number and p.eic_code = m.eic_code
      and p.valid_from < ${firstDayAfter(period)}
    where k.price_kind <> 'fixedGross' and a.opened_on < ${firstDayAfter(period)}
      and (a.contract_ended_on is null or a.contract_ended_on >= ${firstDay(period)})`.execute(db);
  const ofMonth = componentsOfMonth(components, period);
  for (const { voltageClass, ...terms } of rows) {
    const price = priceOfPoint({ ...terms, isOnePrice: false }, ofMonth, period, voltageClass);
    if (price.kind === 'missing') return missingPriceWords(price, voltageClass);
  }
  return undefined;
}

async function countAccounts(
  db: BillingDatabase,
  period: BillingPeriod,
  closedThrough: string,
  until: KnownUntil | undefined,
) {
  const { rows } = await typedSql({ done: int4(), total: int4() })`
    select count(*) filter (where a.account_number <= ${closedThrough})::int as done, count(*)::int as total
    from billing.account a where ${isCharged(period, until)}
      and (a.account_number <= ${closedThrough} or not ${isBilled(period)})`.execute(db);
  return rows[0] ?? { done: 0, total: 0 };
}

/** A table that was filled and never analyzed would be read whole for each chunk. The audit is another role's to analyze. */
async function analyzeNewTables(db: BillingDatabase): Promise<void> {
  const { rows } = await typedSql({ name: text() })`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'billing' and c.relkind = 'r' and c.reltuples < 0 and pg_relation_size(c.oid) > 0
      and pg_has_role(c.relowner, 'usage')`.execute(db);
  if (rows.length === 0) return;
  await sql`analyze ${sql.join(rows.map(({ name }) => sql.id('billing', name)))}`.execute(db);
}
