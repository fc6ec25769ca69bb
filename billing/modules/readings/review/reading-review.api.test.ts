import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CALCULATION_GET, RECALCULATION_BOOK } from '#billing/api/charges.ts';
import type { Module, ModuleInput } from '#billing/api/define-module.ts';
import {
  READING_REVIEW_COUNT,
  READING_REVIEW_DECIDE,
  READING_REVIEW_GET,
  READING_REVIEW_LIST,
  READING_REVIEW_PHOTO,
} from '#billing/api/readings/review.ts';
import {
  METER_LIST,
  READING_CORRECT,
  READING_FIND_PHOTOS,
  READING_LIST,
  READING_SUBMIT,
} from '#billing/api/readings.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { closePeriod } from '#billing/modules/charges/public.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { supersedeReadingsAfter } from '#billing/modules/readings/public.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { queryOn } from '#billing/testing/hooks/query-on.ts';
import { type AccountFixture, type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier, setPeriodState } from '#billing/testing/make-supplier.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { addMonths, type BillingPeriod, billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { usualPart } from '#platform/testing/usual-part.ts';
import { newId } from '#platform/uuid.ts';
import { randomOf } from '#sample/random.ts';

let other: ConnectedDatabase<unknown>;

const billing = provideTestBilling();
const query = queryOn(() => billing.db);

beforeAll(async () => {
  other = connectDatabase<unknown>({ url: billing.url, poolSize: 6 });
  await makeSupplier(billing.db);
});
afterAll(() => other.close());

/** Friday 30 October, the first day of the window. */
const windowDay = instantFromIso('2026-10-30T10:00:00Z');

beforeEach(async () => {
  billing.clock.set(windowDay);
  await query`truncate billing.customer, billing.account, billing.metering_point, billing.meter, billing.register, billing.reading,
    billing.consumption, billing.bill, billing.charge_line, billing.ledger_entry, billing.outbox_event,
    billing.period cascade`;
  await query`update billing.booking_clock set newest_at = 'epoch'`;
  await setPeriodState(billing.db, '2026-09', 'closed');
  await setPeriodState(billing.db, '2026-10', 'open');
});

/** Ten kWh a month last year: what is read now is beyond the second threshold. */
const history = [
  { period: '2025-09', closing: { single: 900 } },
  { period: '2025-10', closing: { single: 910 } },
  { period: '2025-11', closing: { single: 920 } },
  { period: '2025-12', closing: { single: 930 } },
  { period: '2026-08', closing: { single: 1900 } },
  { period: '2026-09', closing: { single: 2000 } },
] as const;

type Values = Partial<Record<Zone, string>>;

const submit = (account: AccountHandle, values: Values, more: { photoId?: string } = {}) =>
  billing.ask(READING_SUBMIT, {
    accountNumber: account.accountNumber,
    values,
    confirmed: ['readings.deviation', 'readings.rollOver', 'readings.sameAsPrevious'],
    requestId: newId(),
    ...more,
  });

async function underReview(values: Values = { single: '2800' }, fixture: AccountFixture = { history }) {
  const account = await makeAccount(billing.db, fixture);
  const { outcome, receipt } = await submit(account, values);
  expect(outcome.kind).toBe('underReview');
  return { account, receipt, reviewId: await reviewOf(account) };
}

async function reviewOf({ accountNumber }: AccountHandle): Promise<string> {
  const rows = await query<{ id: string }>`select submission_id as id from billing.reading_review
    where account_number = ${accountNumber} order by submission_id desc limit 1`;
  return rows[0]?.id ?? '';
}

type Decision = Partial<Omit<ModuleInput<typeof READING_REVIEW_DECIDE>, 'accountNumber' | 'reviewId'>>;

const decide = (account: AccountHandle, reviewId: string, decision: Decision) =>
  billing.call(READING_REVIEW_DECIDE, {
    accountNumber: account.accountNumber,
    reviewId,
    action: 'accept',
    reason: '',
    actorName: 'Olena',
    ...decision,
  });

const queue = async () =>
  (await billing.ask(READING_REVIEW_LIST, { state: 'waiting', after: null, limit: 200 })).reviews;

async function storedOf({ accountNumber }: AccountHandle): Promise<readonly string[]> {
  const rows = await query<{ row: string }>`
    select concat_ws(' ', period, effective_date, zone, value, status, source) as row from billing.reading
    where account_number = ${accountNumber} and submission_id is not null order by submitted_at, zone, reading_id`;
  return rows.map(({ row }) => row);
}

async function toldOf({ accountNumber }: AccountHandle) {
  const rows = await query<{ kind: string }>`select kind from billing.outbox_event
    where account_number = ${accountNumber} and kind like 'reading.%' order by event_id`;
  return rows.map(({ kind }) => kind);
}

const closeMonth = (month: string) => {
  const period = billingPeriod(month);
  return closePeriod({ db: other.db as BillingDatabase, pool: other.pool, clock: billing.clock, period });
};

async function bookAll(): Promise<void> {
  await billing.ask(RECALCULATION_BOOK, { after: '', readUntil: '2100-01-01T00:00:00Z', limit: 500 });
}

/** What was charged for the days of each month, "2026-10 800 345600", and the whole debt. */
async function chargedOf({ accountNumber }: AccountHandle): Promise<readonly string[]> {
  const rows = await query<{ row: string }>`
    select concat_ws(' ', to_char(from_date, 'YYYY-MM'), (sum(energy_wh) / 1000)::int, sum(amount_kopiykas)) as row
    from billing.charge_line where account_number = ${accountNumber} group by to_char(from_date, 'YYYY-MM')
    union all
    select 'debt ' || coalesce(sum(case when debit_account = 'receivable' then amount_kopiykas else -amount_kopiykas end), 0)
    from billing.ledger_entry where account_number = ${accountNumber} order by 1`;
  return rows.map(({ row }) => row);
}

describe('READING_REVIEW_DECIDE', () => {
  test('an accepted reading counts for its open month, and what waited for it goes on', async () => {
    const { account, reviewId } = await underReview();
    const twin = await makeAccount(billing.db, { history });
    const read = { period: '2026-10', effectiveDate: '2026-11-01', values: { single: 2800 } };
    await giveReading(billing.db, { ...twin, ...read });
    const calculate = () => billing.call(CALCULATION_GET, { accountNumber: account.accountNumber });
    expect(await calculate()).toMatchObject({ ok: false, code: 'billing.pendingVerification' });
    expect(await queue()).toMatchObject([
      {
        reviewId,
        account: account.accountNumber,
        code: 'readings.operatorCheck',
        causes: [{ kind: 'deviation', kwh: 800, inARow: 1 }],
        dueOn: '2026-11-02',
        values: { single: 2800 },
      },
    ]);

    billing.clock.set(instantFromIso('2026-10-31T10:00:00Z'));
    const accepted = { decision: 'accepted', isRecalculated: false };
    expect(await decide(account, reviewId, {})).toEqual({ ok: true, data: accepted });
    expect(await storedOf(account)).toEqual(['2026-10 2026-11-01 single 2800 accepted customer']);
    expect(await calculate()).toMatchObject({ ok: true, data: { kwh: 800 } });
    expect(await queue()).toEqual([]);
    expect(await toldOf(account)).toEqual(['reading.underReview', 'reading.decided']);
    const rows = await query<{
      action: string;
      by: string;
    }>`select action, after ->> 'by' as by from billing.audit_entry
      where account_number = ${account.accountNumber} order by audit_id`;
    expect(rows.at(-1)).toEqual({ action: 'reading.accepted', by: 'Olena' });

    billing.clock.set(instantFromIso('2026-11-03T10:00:00Z'));
    expect(await closeMonth('2026-10')).toMatchObject({ kind: 'closed' });
    expect(await chargedOf(account)).toEqual(await chargedOf(twin));
    expect((await chargedOf(account))[0]).toBe('2026-10 800 345600');
  });

  test('of two operators the slower one is told who decided what and when', async () => {
    const { account, reviewId } = await underReview();
    const both = await Promise.all([
      decide(account, reviewId, { action: 'accept', actorName: 'Olena' }),
      decide(account, reviewId, { action: 'reject', reason: 'Не те фото', actorName: 'Ivan' }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const winner = both[0]?.ok ? 'Olena' : 'Ivan';
    expect(both.find(({ ok }) => !ok)).toMatchObject({
      code: 'readings.alreadyDecided',
      params: { by: winner, at: '30.10.2026 12:00' },
      details: { decision: both[0]?.ok ? 'accepted' : 'rejected', by: winner },
    });
    // The same again is no second decision.
    const again =
      winner === 'Olena' ? { actorName: 'Olena' } : { action: 'reject' as const, actorName: 'Ivan' };
    expect(await decide(account, reviewId, { reason: 'Не те фото', ...again })).toMatchObject({ ok: true });
    expect(await toldOf(account)).toEqual(['reading.underReview', 'reading.decided']);
    await expect(
      query`insert into billing.reading_decision (account_number, submission_id, decision, accepted_values, decided_at, decided_by,
        decided_by_name) select account_number, submission_id, 'accepted', '{}', now(), '', '' from billing.reading_review`,
    ).rejects.toMatchObject({ code: '23505' });
    await expect(query`delete from billing.reading_decision`).rejects.toThrow('final');
  });

  test('registers of a submission are decided together, and another value is a reading of the operator', async () => {
    const zones = { meters: [{ zoneScheme: 'two' as const }], verificationRequested: true };
    const { account, reviewId } = await underReview({ day: '300', night: '900' }, zones);
    expect(
      await decide(account, reviewId, { action: 'acceptAnother', values: { night: '90' } }),
    ).toMatchObject({ ok: true, data: { decision: 'acceptedAnother' } });
    expect((await storedOf(account)).toSorted()).toEqual([
      '2026-10 2026-11-01 day 300 accepted customer',
      '2026-10 2026-11-01 night 90 accepted operator',
      '2026-10 2026-11-01 night 900 superseded customer',
    ]);
    const { readings } = await billing.ask(READING_LIST, { accountNumber: account.accountNumber });
    expect(new Set(readings.map(({ review }) => review?.state))).toEqual(new Set(['acceptedAnother']));
    expect(readings[0]?.review?.acceptedValues).toEqual({ day: 300, night: 90 });
    // The verification that was asked for is over.
    const { meters } = await billing.ask(METER_LIST, { accountNumber: account.accountNumber });
    expect(meters[0]?.review).toMatchObject({ state: 'acceptedAnother', values: { day: 300, night: 900 } });
    billing.clock.set(instantFromIso('2026-11-20T10:00:00Z'));
    expect((await submit(account, { day: '310', night: '95' })).outcome.kind).toBe('accepted');
    // An import asks for another one.
    await query`update billing.metering_point set verification_asked_at = '2026-11-21T10:00:00Z'
      where account_number = ${account.accountNumber}`;
    billing.clock.set(instantFromIso('2026-11-22T10:00:00Z'));
    expect(await submit(account, { day: '312', night: '96' })).toMatchObject({
      outcome: { kind: 'underReview', code: 'readings.additionalVerification' },
    });
  });

  test('a rejected reading is as if it had never come, and the customer gives another', async () => {
    const { account, reviewId } = await underReview({ single: '5000' });
    for (const reason of ['', ' x '])
      expect(await decide(account, reviewId, { action: 'reject', reason })).toMatchObject({
        code: 'readings.reasonMissing',
      });
    const rejection = { action: 'reject', reason: 'Інший лічильник' } as const;
    expect(await decide(account, reviewId, rejection)).toMatchObject({ ok: true });
    expect(await storedOf(account)).toEqual(['2026-10 2026-11-01 single 5000 rejected customer']);
    const { meters } = await billing.ask(METER_LIST, { accountNumber: account.accountNumber });
    expect(meters[0]).toMatchObject({
      currentReading: null,
      review: { state: 'rejected', reason: 'Інший лічильник', values: { single: 5000 } },
    });
    expect((await submit(account, { single: '2010' })).outcome.kind).toBe('accepted');
    billing.clock.set(instantFromIso('2026-11-03T10:00:00Z'));
    await closeMonth('2026-10');
    expect(await chargedOf(account)).toEqual(['2026-10 10 4320', 'debt 4320']);
  });

  test('a photo is asked for once, and brings the reading back into the queue', async () => {
    const { account, reviewId, receipt } = await underReview();
    const given = { accountNumber: account.accountNumber, receiptNumber: receipt.number };
    const photo = (photoId: string) => billing.call(READING_REVIEW_PHOTO, { ...given, photoId });
    const photoId = newId();
    expect(await photo(photoId)).toMatchObject({ code: 'readings.photoNotAsked' });
    for (const _ of [1, 2])
      expect(await decide(account, reviewId, { action: 'askPhoto' })).toMatchObject({ ok: true });
    expect(await toldOf(account)).toEqual(['reading.underReview', 'reading.photoAsked']);
    expect(await queue()).toEqual([]);
    const asked = { waiting: 0, photoAsked: 1, overdue: 0 };
    expect(await billing.ask(READING_REVIEW_COUNT, {})).toMatchObject(asked);
    billing.clock.set(instantFromIso('2026-11-06T10:00:00Z'));
    expect(await photo(photoId)).toEqual({ ok: true, data: { dueOn: '2026-11-09' } });
    expect(await photo(newId())).toMatchObject({ code: 'readings.photoNotAsked' });
    expect(await queue()).toMatchObject([{ reviewId, hasPhoto: true, dueOn: '2026-11-09' }]);
    const { named } = await billing.ask(READING_FIND_PHOTOS, { photoIds: [photoId, newId()] });
    expect(named).toEqual([photoId]);
    const { accountNumber } = account;
    const { review } = await billing.ask(READING_REVIEW_GET, { accountNumber, reviewId });
    expect(review).toMatchObject({
      state: 'waiting',
      photoIds: [photoId],
      lastYear: { period: '2025-10', kwh: 10, days: 31 },
      registers: [{ zone: 'single', value: 2800, previous: { value: 2000, date: '2026-10-01' }, next: null }],
    });
    expect(review.months).toHaveLength(6);
    billing.clock.set(instantFromIso('2026-11-10T10:00:00Z'));
    expect(await billing.ask(READING_REVIEW_COUNT, {})).toMatchObject({ waiting: 1, overdue: 1 });
  });

  test('what stands since is respected: a later lower reading, a correction, a meter that was replaced', async () => {
    const { account, reviewId } = await underReview();
    const lower = { period: '2026-11', effectiveDate: '2026-11-10', values: { single: 2100 } };
    await giveReading(billing.db, { ...account, ...lower });
    expect(await decide(account, reviewId, {})).toMatchObject({
      code: 'readings.laterReadingIsLower',
      params: { value: 2100, date: '10.11.2026' },
    });
    expect(
      await decide(account, reviewId, { action: 'acceptAnother', values: { single: '210000' } }),
    ).toMatchObject({ code: 'readings.digitCapacity' });
    expect(
      await decide(account, reviewId, { action: 'acceptAnother', values: { single: '1990' } }),
    ).toMatchObject({ code: 'readings.lowerThanPrevious' });
    expect(
      await decide(account, reviewId, { action: 'acceptAnother', values: { single: '2080' } }),
    ).toMatchObject({ ok: true });

    const corrected = await underReview();
    const correction = { values: { single: '2011' }, requestId: newId(), reason: 'Помилка' };
    await billing.ask(READING_CORRECT, { accountNumber: corrected.account.accountNumber, ...correction });
    const replaced = await underReview();
    const { accountNumber, meterId } = replaced.account;
    await sql
      .raw(
        supersedeReadingsAfter(
          `(select '${accountNumber}'::text as account_number, '${meterId}'::uuid as meter_id, date '2026-10-20' as effective_on)`,
        ),
      )
      .execute(billing.db);
    for (const one of [corrected, replaced])
      expect(await decide(one.account, one.reviewId, {})).toMatchObject({ code: 'readings.reviewReplaced' });
    expect(await queue()).toEqual([]);
  });

  test('a decision is of the account that it names', async () => {
    const { reviewId } = await underReview();
    const stranger = await makeAccount(billing.db, { history });
    expect(await decide(stranger, reviewId, {})).toMatchObject({ code: 'common.notFound' });
    expect(await decide(stranger, newId(), {})).toMatchObject({ code: 'common.notFound' });
  });
});

test('the queue is in the order of the due days, over all accounts, in pages of any size', async () => {
  const accounts = [];
  for (let index = 0; index < 7; index++) {
    billing.clock.set(instantFromIso(`2026-10-${30 + (index % 2)}T10:00:00Z`));
    const fixture = { history, verificationRequested: index % 3 === 0 };
    accounts.push(await underReview({ single: String(2800 + index) }, fixture));
  }
  const all = await queue();
  expect(all.map(({ dueOn }) => dueOn)).toEqual(all.map(({ dueOn }) => dueOn).toSorted());
  expect(new Set(all.map(({ dueOn }) => dueOn))).toEqual(new Set(['2026-11-02', '2026-11-06']));
  expect(all).toHaveLength(accounts.length);
  for (const limit of [1, 2, 3]) {
    const found = [];
    let after: Parameters<typeof pageAfter>[0] = null;
    do {
      const page = await pageAfter(after, limit);
      found.push(...page.reviews);
      after = page.next;
    } while (after !== null);
    expect(found).toEqual(all);
  }
});

const pageAfter = (after: ModuleInput<typeof READING_REVIEW_LIST>['after'], limit: number) =>
  billing.ask(READING_REVIEW_LIST, { state: 'waiting', after, limit });

describe('decided early or late, the books are those of the accepted readings given in time', () => {
  const random = randomOf('decisions about readings');
  const first = billingPeriod('2026-10');
  const months = [first, addMonths(first, 1), addMonths(first, 2), addMonths(first, 3)];
  const last = months.at(-1) as BillingPeriod;

  interface Plan {
    readonly account: AccountHandle;
    readonly twin: AccountHandle;
    readonly pending: { reviewId: string; decideIn: number; decision: Decision }[];
    value: number;
  }

  test('to the kopiyka, whatever the order of decision, closing and replacement of the meter', async () => {
    const indexes = usualPart([...Array(40).keys()], 16);
    const plans: Plan[] = [];
    for (const index of indexes) {
      const fixture = { history, verificationRequested: index % 5 === 0 };
      const account = await makeAccount(billing.db, fixture);
      const twin = await makeAccount(billing.db, { history });
      plans.push({ account, twin, pending: [], value: 2000 });
    }
    const counts: Record<string, number> = {};
    for (const [month, period] of months.entries()) {
      const isLast = period === last;
      const given = instantFromIso(`${firstDayAfter(period)}T08:00:00Z`);
      billing.clock.set(given);
      for (const plan of plans) {
        plan.value += random.between(250, 900);
        const choices = isLast ? (['accept'] as const) : (['accept', 'acceptAnother', 'reject'] as const);
        const decision = random.pick(choices);
        const { value } = plan;
        // What is given instead of the right value is lower than what is read next.
        const typed = decision === 'accept' ? value : value + random.between(1, 200);
        const { outcome } = await submit(plan.account, { single: String(typed) });
        const own = { period, effectiveDate: firstDayAfter(period), values: { single: value } };
        if (decision !== 'reject') await giveReading(billing.db, { ...plan.twin, ...own });
        counts[outcome.kind] = (counts[outcome.kind] ?? 0) + 1;
        if (outcome.kind === 'accepted') {
          // Compared with a month that was just charged high: no operator sees it, so the twin has the same.
          await query`update billing.reading set value = ${typed}, status = 'accepted' where account_number = ${plan.twin.accountNumber}
            and period = ${period}`;
          if (decision === 'reject')
            await giveReading(billing.db, { ...plan.twin, ...own, values: { single: typed } });
          plan.value = Math.max(plan.value, typed);
          continue;
        }
        plan.pending.push({
          reviewId: await reviewOf(plan.account),
          decideIn: isLast ? month : Math.min(month + random.between(0, 2), months.length - 1),
          decision: { action: decision, reason: 'Причина', values: { single: String(value) } },
        });
      }
      const decideAll = async () => {
        for (const plan of plans) {
          const due = plan.pending.filter(({ decideIn }) => decideIn <= month);
          // The newest first now and then: decisions come in any order.
          for (const one of month % 2 === 0 ? due : due.toReversed()) {
            const result = await decide(plan.account, one.reviewId, one.decision);
            expect(result).toMatchObject({ ok: true });
            counts[one.decision.action ?? ''] = (counts[one.decision.action ?? ''] ?? 0) + 1;
            plan.pending.splice(plan.pending.indexOf(one), 1);
          }
        }
      };
      await decideAll();
      billing.clock.set(instantFromIso(`${firstDayAfter(period).slice(0, 8)}04T10:00:00Z`));
      if (month % 2 === 1) await bookAll();
      expect(await closeMonth(period)).toMatchObject({ kind: 'closed' });
    }
    expect(plans.flatMap(({ pending }) => pending)).toEqual([]);
    for (const { account, twin } of plans) expect(await chargedOf(account)).toEqual(await chargedOf(twin));
    expect(counts.reject).toBeGreaterThan(indexes.length / 4);
    expect(counts.acceptAnother).toBeGreaterThan(indexes.length / 4);
    const rows = await query<{
      count: number;
    }>`select count(*)::int as count from billing.recalculation_request
      where cause = 'lateReading' and booked_period is not null`;
    expect(rows[0]?.count).toBeGreaterThan(indexes.length / 4);
    expect(await checkLedger(billing.db)).toEqual([]);
  }, 120_000);

  test('decisions that race with the closing are in the bill of the month or are charged anew in the next', async () => {
    const pairs = usualPart([...Array(60).keys()], 24);
    const made: { account: AccountHandle; twin: AccountHandle; reviewId: string }[] = [];
    for (const index of pairs) {
      const { account, reviewId } = await underReview({ single: String(2500 + index) });
      const twin = await makeAccount(billing.db, { history });
      const read = { period: '2026-10', effectiveDate: '2026-11-01', values: { single: 2500 + index } };
      await giveReading(billing.db, { ...twin, ...read });
      made.push({ account, twin, reviewId });
    }
    billing.clock.set(instantFromIso('2026-11-03T10:00:00Z'));
    const { clock } = billing;
    const servers = [billing.db, other.db as BillingDatabase].map((db) => createBilling({ db, clock }));
    const run = (module: Module, input: unknown, index: number) =>
      servers[index % 2]?.run(module.name, input, { reference: newId(), actor: `admin:${index % 2}` });
    const given = made.flatMap(({ account: { accountNumber }, reviewId }) =>
      [0, 1].map((index) => {
        const by = { action: 'accept', reason: '', actorName: `operator ${index}` };
        return run(READING_REVIEW_DECIDE, { accountNumber, reviewId, ...by }, index);
      }),
    );
    await Promise.race(given);
    const [closed, ...answers] = await Promise.all([closeMonth('2026-10'), ...given]);
    expect(closed).toMatchObject({ kind: 'closed' });
    expect(answers.filter((one) => one?.ok)).toHaveLength(pairs.length);
    const late = answers.filter((one) => one?.ok && (one.data as { isRecalculated: boolean }).isRecalculated);
    await bookAll();
    const ofNovember = { period: '2026-11', effectiveDate: '2026-12-01', values: { single: 3000 } };
    for (const { account, twin } of made) {
      for (const one of [account, twin]) await giveReading(billing.db, { ...one, ...ofNovember });
    }
    billing.clock.set(instantFromIso('2026-12-03T10:00:00Z'));
    expect(await closeMonth('2026-11')).toMatchObject({ kind: 'closed' });
    for (const { account, twin } of made) expect(await chargedOf(account)).toEqual(await chargedOf(twin));
    expect(late.length).toBeLessThan(pairs.length);
  }, 60_000);
});
