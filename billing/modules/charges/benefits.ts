import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { BENEFIT_ADD, BENEFIT_LIST, BENEFIT_REMOVE } from '#billing/api/charges.ts';
import { answer, type ModuleInput, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { type AuditOrigin, claimRequestId, insertAudit } from '#billing/modules/events/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import type { BenefitData } from '#contract/values/benefit.ts';
import { correctionLimitOf, needsSecondAdministrator } from '#domain/ledger/correction-limits.ts';
import { formatMoney, type Kopiykas, moneyFromWire, moneyToWire } from '#domain/money.ts';
import type { PeriodState } from '#domain/readings/submission-window.ts';
import { type BillingPeriod, billingPeriod, formatPeriod, periodOf } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { bool, int8, nullable, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import { isBilled, isCharged } from './closing/closing-statements.ts';
import { firstOpenPeriod, isPeriodClosed } from './period-store.ts';

/**
 * Key of the lock of benefits: an import holds it alone, from its checks to its commit, and staff beside each other. So what an
 * import compares with the rows of staff is what it loads.
 */
export const benefitLock = `hashtextextended('billing.benefit', 0)`;

type Kind = BenefitData['kind'];

const storedColumns = {
  benefitId: uuid(),
  period: text<BillingPeriod>(),
  kind: text<Kind>(),
  title: text(),
  amount: int8<Kopiykas>(),
  postingPeriod: text<BillingPeriod>(),
  source: text<'import' | 'staff'>(),
  periodState: nullable(text<PeriodState>()),
  isBooked: bool(),
  author: nullable(text()),
  savedAt: nullable(timestamptz<Instant>()),
  reason: nullable(text()),
};

/** Benefits of an account, the newest month first. */
async function listStored(
  db: BillingDatabase,
  accountNumber: string,
  which: { readonly benefitId: string } | { readonly limit: number; readonly after: PlaceInList | undefined },
) {
  const isOne = 'benefitId' in which;
  const after = isOne ? undefined : which.after;
  const chosen = isOne
    ? sql`b.benefit_id = ${which.benefitId}::uuid`
    : after === undefined
      ? sql`true`
      : sql`(b.period < ${after.period} or (b.period = ${after.period} and b.kind > ${after.kind}))`;
  const { rows } = await typedSql(storedColumns)`
    select b.benefit_id as "benefitId", b.period, b.kind, b.title, b.amount_kopiykas as amount,
      b.posting_period as "postingPeriod", b.source, p.state as "periodState", e.entry_id is not null as "isBooked",
      s.author_name as author, s.saved_at as "savedAt", s.reason
    from billing.benefit b
    left join billing.period p on p.period = b.posting_period
    left join billing.ledger_entry e
      on e.account_number = b.account_number and e.period = b.posting_period and e.entry_id = b.benefit_id
    left join billing.benefit_step s
      on s.account_number = b.account_number and s.benefit_id = b.benefit_id and s.step = 'added'
    where b.account_number = ${accountNumber} and ${chosen}
    order by b.period desc, b.kind limit ${isOne ? 1 : which.limit}`.execute(db);
  return rows;
}
type StoredBenefit = Awaited<ReturnType<typeof listStored>>[number];
type PlaceInList = NonNullable<ModuleInput<typeof BENEFIT_LIST>['after']>;

function benefitData(stored: StoredBenefit): BenefitData {
  const { benefitId, period, kind, title, amount, postingPeriod, source, periodState } = stored;
  const { isBooked, author, savedAt, reason } = stored;
  return {
    ...{ benefitId, period, kind, title, sum: moneyToWire(amount), postingPeriod },
    state: isBooked ? 'booked' : periodState === 'closed' ? 'missed' : 'waiting',
    entered:
      author === null || savedAt === null || reason === null
        ? null
        : { by: author, at: instantToIso(savedAt), reason },
    canRemove: source === 'staff' && !isBooked && (periodState ?? 'open') === 'open',
  };
}

/** The account of a benefit; undefined: there is none. The first month is the first of the books. */
async function findGranted(db: BillingDatabase, accountNumber: string, now: Instant) {
  const last = periodOf(kyivDateOf(now));
  const { rows } = await typedSql({ isHousehold: bool(), first: text<BillingPeriod>() })`
    select c.customer_type = 'person' as "isHousehold",
      coalesce((select least(min(period), ${last}) from billing.period), ${last}) as first
    from billing.account a join billing.customer c using (customer_id)
    where a.account_number = ${accountNumber}`.execute(db);
  const [row] = rows;
  return row && { isHousehold: row.isHousehold, first: row.first, last };
}

/** BENEFIT_LIST. */
export const handleBenefitList = handleModule(
  BENEFIT_LIST,
  ({ db, clock }) =>
    async ({ accountNumber, limit, after }) => {
      const account = await findGranted(db, accountNumber, clock.now());
      if (account === undefined) return refuse('common.notFound');
      const rows = await listStored(db, accountNumber, { limit: limit + 1, after });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      const { isHousehold, ...months } = account;
      return answer({
        benefits: shown.map(benefitData),
        next: last ? { period: last.period, kind: last.kind } : null,
        months: isHousehold ? months : null,
      });
    },
);

/** What staff did with a benefit. */
interface Step {
  readonly step: 'added' | 'removed';
  readonly benefitId: string;
  readonly period: BillingPeriod;
  readonly kind: Kind;
  readonly postingPeriod: BillingPeriod;
  readonly amount: Kopiykas;
  readonly title: string;
}

/** What a request has done already. */
async function findStep(db: BillingDatabase, accountNumber: string, requestId: string) {
  const { rows } = await typedSql({
    step: text<Step['step']>(),
    benefitId: uuid(),
    period: text<BillingPeriod>(),
    kind: text<Kind>(),
    amount: int8<Kopiykas>(),
    title: text(),
    reason: text(),
  })`
    select step, benefit_id as "benefitId", period, kind, amount_kopiykas as amount, title, reason
    from billing.benefit_step where account_number = ${accountNumber} and request_id = ${requestId}::uuid`.execute(
    db,
  );
  return rows[0];
}

type Change = Pick<
  ModuleInput<typeof BENEFIT_ADD>,
  'accountNumber' | 'requestId' | 'reason' | 'administrator'
>;

/** Keeps a step with its audit, in the transaction that takes it. */
async function insertStep(
  db: BillingDatabase,
  { accountNumber, requestId, reason, administrator }: Change,
  { step, benefitId, period, kind, postingPeriod, amount, title }: Step,
  { now, ...by }: AuditOrigin & { readonly now: Instant },
): Promise<void> {
  await sql`
    insert into billing.benefit_step (account_number, request_id, step, benefit_id, period, kind, posting_period,
      amount_kopiykas, title, reason, author_id, author_name, saved_at)
    values (${accountNumber}, ${requestId}, ${step}, ${benefitId}, ${period}, ${kind}, ${postingPeriod}, ${amount}, ${title},
      ${reason}, ${administrator.id}, ${administrator.name}, ${instantToIso(now)}::timestamptz)`.execute(db);
  const granted = { period, benefitKind: kind, title, sum: moneyToWire(amount), postingPeriod };
  const change =
    step === 'added'
      ? { kind: 'benefit.added', payload: { ...granted, reason } }
      : { kind: 'benefit.removed', before: granted, payload: { reason } };
  await insertAudit(db, by, [{ accountNumber, ...change }], now);
}

/** Holds benefits against an import until the transaction ends; false: an import holds them. */
async function holdBenefits(db: BillingDatabase): Promise<boolean> {
  const { rows } = await typedSql({ held: bool() })`
    select pg_try_advisory_xact_lock_shared(${sql.raw(benefitLock)}) as held`.execute(db);
  return rows[0]?.held === true;
}

/** Whether the closing of a month charges the account, and so books what is granted to it. */
async function isChargedIn(db: BillingDatabase, accountNumber: string, period: BillingPeriod) {
  const { rows } = await sql`
    select from billing.account a where a.account_number = ${accountNumber} and ${isCharged(period)}
      and not ${isBilled(period)}`.execute(db);
  return rows.length > 0;
}

async function findLimit(db: BillingDatabase, { administrator }: Change, now: Instant) {
  return correctionLimitOf(administrator.roles, (await rulesAt(db, now)).corrections);
}

/**
 * BENEFIT_ADD: what the state grants and no file has told yet. It is posted to the first open month, never before its own; the row
 * of that month is held, so a closing of it begins before, and the next month is taken, or afterwards, and books it. Above the limit
 * of corrections (decision 0143) it is refused: that takes a correction by two.
 */
export const handleBenefitAdd = handleModule(
  BENEFIT_ADD,
  ({ db, clock }) =>
    ({ period: month, kind, title, sum, ...change }, by) =>
      db.transaction().execute(async (trx) => {
        const now = clock.now();
        const { accountNumber, requestId } = change;
        const limit = await findLimit(trx, change, now);
        if (limit === undefined) return refuse('common.forbidden');
        const account = await findGranted(trx, accountNumber, now);
        if (account === undefined) return refuse('common.notFound');
        if (!(await holdBenefits(trx))) return refuse('benefits.importRuns');
        const period = billingPeriod(month);
        const amount = moneyFromWire(sum);
        const claim = await claimRequestId(trx, BENEFIT_ADD, { requestId, accountNumber });
        const known = await findStep(trx, accountNumber, requestId);
        const asked = { step: 'added', period, kind, amount, title, reason: change.reason } as const;
        if (
          known !== undefined &&
          isDeepStrictEqual({ ...known, benefitId: '' }, { ...asked, benefitId: '' })
        ) {
          const [stored] = await listStored(trx, accountNumber, { benefitId: known.benefitId });
          // Somebody may have removed it since.
          return stored ? answer({ benefit: benefitData(stored) }) : refuse('management.changedMeanwhile');
        }
        if (known !== undefined || claim === 'taken') return refuse('common.requestReused');
        if (!account.isHousehold) return refuse('benefits.notHousehold');
        const { first, last } = account;
        if (period < first || period > last)
          return refuse('benefits.monthOutOfRange', { from: formatPeriod(first), to: formatPeriod(last) });
        if (needsSecondAdministrator(amount, limit))
          return refuse('benefits.takesTwo', { most: formatMoney(limit) });
        const open = await firstOpenPeriod(trx, last);
        const postingPeriod = open > period ? open : period;
        if (!(await isChargedIn(trx, accountNumber, postingPeriod)))
          return refuse('benefits.notCharged', { period: formatPeriod(postingPeriod) });
        const benefitId = newId();
        const { rows } = await sql`
          insert into billing.benefit (account_number, period, kind, posting_period, benefit_id, amount_kopiykas, title, source)
          values (${accountNumber}, ${period}, ${kind}, ${postingPeriod}, ${benefitId}, ${amount}, ${title}, 'staff')
          on conflict do nothing returning true`.execute(trx);
        if (rows.length === 0) return refuse('benefits.alreadyThere');
        const step = { step: 'added', benefitId, period, kind, postingPeriod, amount, title } as const;
        await insertStep(trx, change, step, { ...by, now });
        const [stored] = await listStored(trx, accountNumber, { benefitId });
        if (stored === undefined) throw new Error(`the benefit ${benefitId} is not there`);
        return answer({ benefit: benefitData(stored) });
      }),
);

/** BENEFIT_REMOVE: one that was entered wrongly, until the closing of its month begins; the row of that month is held as above. */
export const handleBenefitRemove = handleModule(
  BENEFIT_REMOVE,
  ({ db, clock }) =>
    ({ benefitId, ...change }, by) =>
      db.transaction().execute(async (trx) => {
        const now = clock.now();
        const { accountNumber, requestId } = change;
        if ((await findLimit(trx, change, now)) === undefined) return refuse('common.forbidden');
        if ((await findGranted(trx, accountNumber, now)) === undefined) return refuse('common.notFound');
        if (!(await holdBenefits(trx))) return refuse('benefits.importRuns');
        const claim = await claimRequestId(trx, BENEFIT_REMOVE, { requestId, accountNumber });
        const known = await findStep(trx, accountNumber, requestId);
        const isSame =
          known?.step === 'removed' && known.benefitId === benefitId && known.reason === change.reason;
        if (isSame) return answer({ benefitId });
        if (known !== undefined || claim === 'taken') return refuse('common.requestReused');
        const [stored] = await listStored(trx, accountNumber, { benefitId });
        if (stored === undefined) return refuse('management.changedMeanwhile');
        if (stored.source !== 'staff') return refuse('benefits.ofImport');
        const { period, kind, postingPeriod, amount, title } = stored;
        if (await isPeriodClosed(trx, postingPeriod)) return refuse('benefits.booked');
        const { numAffectedRows } = await sql`
          delete from billing.benefit
          where account_number = ${accountNumber} and period = ${period} and kind = ${kind}
            and benefit_id = ${benefitId}::uuid`.execute(trx);
        // Another one of the staff was first.
        if (numAffectedRows === 0n) return refuse('management.changedMeanwhile');
        const step = { step: 'removed', benefitId, period, kind, postingPeriod, amount, title } as const;
        await insertStep(trx, change, step, { ...by, now });
        return answer({ benefitId });
      }),
);
