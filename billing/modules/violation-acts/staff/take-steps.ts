import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { answer, type Module, refuse } from '#billing/api/define-module.ts';
import {
  ACT_CANCEL,
  ACT_DECIDE,
  ACT_DRAW,
  ACT_INSTALMENTS,
  ACT_INVITE,
} from '#billing/api/violation-acts.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { type AuditOrigin, claimRequestId, insertAudit } from '#billing/modules/events/public.ts';
import type { ActStep, SteppedValues } from '#contract/values/managed-act.ts';
import { debtOf } from '#domain/ledger/due-now.ts';
import { formatMoney, kopiykas, moneyFromWire, moneyToWire, zeroMoney } from '#domain/money.ts';
import { priceFromText } from '#domain/price.ts';
import { tableOf } from '#domain/table-of.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { formatDate, localDate } from '#domain/time/local-date.ts';
import { type ActAction, actActionsOf, droppingTakesTwo } from '#domain/violation-acts/act-states.ts';
import { earliestHearing } from '#domain/violation-acts/act-terms.ts';
import { computeDecision } from '#domain/violation-acts/compute-decision.ts';
import { scheduleProblem } from '#domain/violation-acts/instalments.ts';
import { bool, text, typedSql } from '#platform/database/typed-sql.ts';
import { type ActKey, lockActs } from '../act-store.ts';
import { findStanding, managedData, readManaged, type StandingAct, standingOf } from './read-acts.ts';
import { hasStep, insertDrawnAct, insertStep, listSteps } from './step-store.ts';
import { takeEffect } from './take-effect.ts';

interface Administrator {
  readonly id: string;
  readonly name: string;
}

/** Above any act; sums of thousands of them fit a bigint column. */
const mostSum = moneyFromWire('999999999.99');
const mostKwh = 999_999_999;

/** A step that its author asks for. */
interface AskedStep {
  readonly module: Module;
  readonly key: ActKey;
  readonly requestId: string;
  readonly revision: number;
  readonly administrator: Administrator;
  readonly kind: ActStep['kind'];
  readonly action: ActAction;
  readonly reason: string;
  /** What makes it the same request when it comes again. */
  readonly asked: Readonly<Record<string, unknown>>;
}

/** What a step makes of an act, or why it can't be. */
type Planned = { readonly after: SteppedValues; readonly isProposal?: boolean } | ReturnType<typeof refuse>;

/** What the fields of a step are before it. */
function valuesBefore(standing: StandingAct, after: SteppedValues): SteppedValues {
  const { row, facts } = standing;
  const all = tableOf<unknown>({
    ...row,
    ...facts,
    sum: moneyToWire(row.amount),
    vat: moneyToWire(row.vat),
    instalments: row.schedule?.map(({ dueOn, sum }) => ({ dueOn, sum: moneyToWire(kopiykas(sum)) })) ?? null,
  });
  return Object.fromEntries(
    Object.keys(after)
      .filter((field) => field in all)
      .map((field) => [field, all[field]]),
  );
}

/**
 * Saves a step in one transaction with its audit; the act's row is the lock, as payments take it. Of two at once the second is refused
 * with what the first has written. A step that waits for another person changes nothing but the number of the act.
 */
function takeStep(
  db: BillingDatabase,
  { module, key, requestId, revision, administrator, kind, action, reason, asked }: AskedStep,
  plan: (standing: StandingAct) => Planned,
  { now, ...by }: AuditOrigin & { readonly now: Instant },
) {
  return db.transaction().execute(async (trx) => {
    await lockActs(trx, [key]);
    const standing = await findStanding(trx, key, now);
    if (standing === undefined) return refuse('common.notFound');
    const act = managedData(key, standing, administrator.id);
    const claim = await claimRequestId(trx, module, { requestId, accountNumber: key.accountNumber });
    const known = standing.steps.find(({ stepId }) => stepId === requestId);
    if (known !== undefined && isDeepStrictEqual(known.asked, asked)) return answer({ act });
    if (claim === 'taken' || (await hasStep(trx, key.accountNumber, requestId)))
      return refuse('common.requestReused');
    if (standing.facts.revision !== revision) return refuse('acts.changedMeanwhile', undefined, { act });
    if (standing.steps.some(({ state }) => state === 'proposed')) return refuse('acts.proposalWaits');
    if (!actActionsOf(standingOf(standing)).includes(action)) return refuse('acts.wrongState');
    const planned = plan(standing);
    if ('ok' in planned) return planned;
    const { after, isProposal = false } = planned;
    const before = valuesBefore(standing, after);
    const step = { stepId: requestId, number: revision + 1, kind, after, before } as const;
    await insertStep(trx, key, {
      ...step,
      ...{ state: isProposal ? 'proposed' : 'applied', asked, reason },
      ...{ authorId: administrator.id, authorName: administrator.name, savedAt: now },
    });
    await takeEffect(trx, key, {
      ...{ ...by, standing, step, isProposal, revision: step.number, now },
    });
    const payload = { actNumber: key.actNumber, ...after, reason };
    const change = isProposal ? `violationAct.${kind}Proposed` : `violationAct.${kind}`;
    const audited = { accountNumber: key.accountNumber, kind: change, payload, before };
    await insertAudit(trx, by, [audited], now);
    return readManaged(trx, key, { now, administratorId: administrator.id });
  });
}

/** ACT_INVITE: the act is handed over, and the hearing is not before the days of the rules have passed. */
export const handleActInvite = handleModule(
  ACT_INVITE,
  ({ db, clock }) =>
    ({ accountNumber, actNumber, servedOn, hearingOn, ...asked }, by) =>
      takeStep(
        db,
        {
          ...{ module: ACT_INVITE, key: { accountNumber, actNumber }, kind: 'invited', action: 'invite' },
          ...{ ...asked, reason: '', asked: { servedOn, hearingOn } },
        },
        ({ row, terms, today }) => {
          if (servedOn < row.drawnOn || (hearingOn !== null && hearingOn < servedOn))
            return refuse('acts.badDays');
          if (servedOn > today) return refuse('acts.futureDay');
          const earliest = earliestHearing(localDate(servedOn), terms);
          if (hearingOn !== null && hearingOn < earliest)
            return refuse('acts.hearingTooSoon', { n: terms.hearingDays, date: formatDate(earliest) });
          return { after: { state: hearingOn === null ? 'served' : 'hearingSet', servedOn, hearingOn } };
        },
        { ...by, now: clock.now() },
      ),
);

/**
 * ACT_DECIDE: the protocol of the commission. Days, energy, sum and VAT are computed by the basis; what makes a customer owe waits for
 * another person, and so does that a decided act was none.
 */
export const handleActDecide = handleModule(
  ACT_DECIDE,
  ({ db, clock }) =>
    ({ accountNumber, actNumber, decision, ...asked }, by) =>
      takeStep(
        db,
        {
          ...{ module: ACT_DECIDE, key: { accountNumber, actNumber }, kind: 'decided', action: 'decide' },
          ...{ ...asked, asked: { decision, reason: asked.reason } },
        },
        (standing) => {
          const { row, today } = standing;
          const { protocolNumber, protocolOn } = decision;
          if (protocolOn < row.drawnOn) return refuse('acts.badDays');
          if (protocolOn > today) return refuse('acts.futureDay');
          if (decision.kind === 'noViolation') {
            const isProposal = droppingTakesTwo(standingOf(standing));
            return { after: { state: 'cancelled', protocolNumber, protocolOn }, isProposal };
          }
          const { periodFrom, periodTo, basis } = decision;
          const { volume, amount } = basis;
          const figures = computeDecision(
            { from: localDate(periodFrom), to: localDate(periodTo) },
            {
              volume,
              amount:
                amount.kind === 'byPrice'
                  ? { kind: 'byPrice', price: priceFromText(amount.price) }
                  : { kind: 'byProtocol', sum: moneyFromWire(amount.sum) },
            },
          );
          if (figures === undefined || periodTo > protocolOn) return refuse('acts.badDays');
          const { days, kwh, sum, vat } = figures;
          if (sum <= zeroMoney || sum > mostSum || kwh > mostKwh)
            return refuse('acts.sumOutOfRange', { most: formatMoney(mostSum) });
          const after: SteppedValues = {
            ...{
              state: 'billed' as const,
              protocolNumber,
              protocolOn,
              periodFrom,
              periodTo,
              days,
              kwh,
              basis,
            },
            ...{ sum: moneyToWire(sum), vat: moneyToWire(vat) },
          };
          return { after, isProposal: true };
        },
        { ...by, now: clock.now() },
      ),
);

/** ACT_INSTALMENTS: parts by day that are what is unpaid now. */
export const handleActInstalments = handleModule(
  ACT_INSTALMENTS,
  ({ db, clock }) =>
    ({ accountNumber, actNumber, parts, ...asked }, by) =>
      takeStep(
        db,
        {
          ...{ module: ACT_INSTALMENTS, key: { accountNumber, actNumber } },
          ...{ kind: 'instalments', action: 'instalments', ...asked, asked: { parts, reason: asked.reason } },
        },
        ({ row, today }) => {
          const unpaid = debtOf(row.debt);
          const instalments = parts.map(({ dueOn, sum }) => {
            return { dueOn: localDate(dueOn), sum: moneyFromWire(sum) };
          });
          const problem = scheduleProblem(instalments, unpaid, today);
          if (problem === 'wrongSum') return refuse('acts.wrongSum', { sum: formatMoney(unpaid) });
          if (problem !== undefined) return refuse('acts.badDays');
          const written = instalments.map(({ dueOn, sum }) => ({ dueOn, sum: moneyToWire(sum) }));
          return { after: { state: 'instalments', instalments: written, dueOn: written[0]?.dueOn ?? null } };
        },
        { ...by, now: clock.now() },
      ),
);

/** ACT_CANCEL: at once while nothing was decided or paid. */
export const handleActCancel = handleModule(
  ACT_CANCEL,
  ({ db, clock }) =>
    ({ accountNumber, actNumber, ...asked }, by) =>
      takeStep(
        db,
        {
          ...{ module: ACT_CANCEL, key: { accountNumber, actNumber }, kind: 'cancelled', action: 'cancel' },
          ...{ ...asked, asked: { reason: asked.reason } },
        },
        (standing) => ({
          after: { state: 'cancelled' },
          isProposal: droppingTakesTwo(standingOf(standing)),
        }),
        { ...by, now: clock.now() },
      ),
);

/** The account of an act with this number, whatever the case of its letters; undefined: the number is free. */
async function findNumber(db: BillingDatabase, actNumber: string) {
  const { rows } = await typedSql({ account: text(), actNumber: text() })`
    select account_number as account, act_number as "actNumber" from billing.violation_act
    where upper(act_number) = upper(${actNumber}) order by account_number limit 1`.execute(db);
  return rows[0];
}

/** Whether the account is there, and has a meter of this serial number. */
async function findAccount(db: BillingDatabase, accountNumber: string, meterSerial: string | null) {
  const { rows } = await typedSql({ hasMeter: bool() })`
    select ${meterSerial}::text is null or exists (select from billing.meter m
      where m.account_number = a.account_number and m.serial_number = ${meterSerial}) as "hasMeter"
    from billing.account a where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

/** Of two that draw up the same number at once, the second waits and then finds it. */
const numberLock = 'violation act number';

/** ACT_DRAW: a number is the only one of the supplier, also beside imported ones. */
export const handleActDraw = handleModule(
  ACT_DRAW,
  ({ db, clock }) =>
    ({ accountNumber, actNumber, facts, requestId, administrator }, by) =>
      db.transaction().execute(async (trx) => {
        const now = clock.now();
        const key = { accountNumber, actNumber };
        const account = await findAccount(trx, accountNumber, facts.meterSerial);
        if (account === undefined) return refuse('common.notFound');
        await sql`select pg_advisory_xact_lock(hashtextextended(${`${numberLock} ${actNumber.toUpperCase()}`}, 0))`.execute(
          trx,
        );
        const claim = await claimRequestId(trx, ACT_DRAW, { requestId, accountNumber });
        const known = (await listSteps(trx, key)).find(({ stepId }) => stepId === requestId);
        if (known !== undefined && isDeepStrictEqual(known.asked, facts))
          return readManaged(trx, key, { now, administratorId: administrator.id });
        if (claim === 'taken' || (await hasStep(trx, accountNumber, requestId)))
          return refuse('common.requestReused');
        const holder = await findNumber(trx, actNumber);
        if (holder !== undefined) return refuse('acts.numberTaken', { number: holder.actNumber }, holder);
        if (facts.drawnOn > kyivDateOf(now)) return refuse('acts.futureDay');
        if (!account.hasMeter) return refuse('acts.unknownMeter', { value: facts.meterSerial ?? '' });
        const after = { state: 'drawn', ...facts } as const;
        if (!(await insertDrawnAct(trx, key, after)))
          return refuse('acts.numberTaken', { number: actNumber });
        await insertStep(trx, key, {
          ...{
            stepId: requestId,
            number: 1,
            kind: 'drawn',
            state: 'applied',
            asked: facts,
            after,
            before: {},
          },
          ...{ reason: '', authorId: administrator.id, authorName: administrator.name, savedAt: now },
        });
        const change = { accountNumber, kind: 'violationAct.drawn', payload: { actNumber, ...after } };
        await insertAudit(trx, by, [change], now);
        return readManaged(trx, key, { now, administratorId: administrator.id });
      }),
);
