import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeEntity } from '#billing/testing/make-contract.ts';
import { entityOverview } from '#contract/accounts/entity-accounts.ts';
import type { InputOf } from '#contract/define-call.ts';
import {
  decideVolumeRequest,
  waitingVolumeRequest,
  waitingVolumeRequests,
} from '#contract/volumes/waiting-volumes.ts';
import {
  exportVolumes,
  getVolumeRequest,
  getVolumeSheet,
  getVolumeYear,
  listVolumeRequests,
  listVolumes,
  moveVolumeRequest,
  saveVolumeDraft,
} from '#contract/volumes.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { signInMember } from '#portal/testing/callers/make-member.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let account: string;
let token: string;
let staff: string;
/** Of the company's accountant. */
let accountant: string;
let eics: readonly string[];

async function agree(period: string, kwh: readonly (number | null)[], applied?: string) {
  const document = applied === undefined ? 'Annex 1' : `Correction ${applied}`;
  for (const [index, one] of kwh.entries()) {
    if (one === null) continue;
    await sql`insert into billing.contract_volume (account_number, period, eic_code, document, kwh, applied_at)
      values (${account}, ${period}, ${eics[index]}, ${document}, ${one}, ${applied ?? null}::timestamptz)`.execute(
      app.billingDb,
    );
  }
}

async function bill(period: string, kwh: readonly number[]) {
  for (const [index, one] of kwh.entries()) {
    await sql`insert into billing.invoice_quantity (account_number, period, eic_code, metered_kwh, loss_kwh, sub_loss_kwh,
        sub_kwh, billed_kwh)
      values (${account}, ${period}, ${eics[index]}, ${one}, 0, 0, 0, ${one})`.execute(app.billingDb);
  }
}

const app = provideTestApp({ now: '2026-11-16T10:00:00Z' });

beforeAll(async () => {
  const entity = await makeEntity(app.billingDb, {
    period: '2026-11' as BillingPeriod,
    contract: { priceKind: 'spot' },
    points: [
      { before: 1000, after: undefined },
      { before: 500, after: undefined },
    ],
  });
  account = entity.accountNumber;
  eics = entity.points.map(({ eicCode }) => eicCode);
  await sql`update billing.entity_contract set correction_rule = 'monthBefore', correction_day = 20,
    volume_tolerance_hundredths = 1000 where account_number = ${account}`.execute(app.billingDb);
  token = await app.signIn([account], 'entity');
  staff = await app.signIn([], 'admin', ['billing']);
  accountant = await signInMember(app, account, { role: 'accountant' });
  await sql`insert into billing.period (period, state) values ('2026-10', 'closed')
    on conflict (period) do update set state = 'closed'`.execute(app.billingDb);
  await agree('2026-09', [30_000, 10_000]);
  await bill('2026-09', [33_360, 10_000]);
  await agree('2026-10', [10_000, 5_000]);
  await agree('2026-10', [12_000, null], '2026-09-15T09:00:00Z');
  await agree('2026-10', [11_000, null], '2026-09-10T09:00:00Z');
  await bill('2026-10', [12_000, 4_000]);
  await agree('2026-11', [3_000, 100_000]);
  // Ten days of the first point: 100 kWh a day.
  for (let day = 1; day <= 10; day++)
    await sql`insert into billing.hourly_value (account_number, eic_code, day, channel, hours)
      values (${account}, ${eics[0]}, ${`2026-11-${String(day).padStart(2, '0')}`}::date, 'import',
        ${[100, ...new Array<number>(23).fill(0)]}::integer[])`.execute(app.billingDb);
  await agree('2027-01', [20_000, 8_000]);
});

const list = (more: Partial<InputOf<typeof listVolumes>> = {}) =>
  app.post(listVolumes, { token, account, year: 2026, period: '2026-09', ...more });

describe('volumes', () => {
  test('a month has contracted, corrected and used energy with the deviation and what is outside the tolerance', async () => {
    const { body } = await list();
    expect(body).toMatchObject({
      status: 'success',
      points: [
        {
          ...{
            eic: eics[0],
            contractedKwh: 30_000,
            correctedKwh: 30_000,
            usedKwh: 33_360,
            isForecast: false,
          },
          ...{ deltaKwh: 3_360, deltaHundredths: 1_120, outsideKwh: 360, isNear: true, document: 'Annex 1' },
        },
        { eic: eics[1], deltaKwh: 0, outsideKwh: 0 },
      ],
      total: { correctedKwh: 40_000, usedKwh: 43_360, deltaKwh: 3_360, deltaHundredths: 840, outsideKwh: 0 },
    });
  });

  test('the correction that was applied last counts, whatever came first', async () => {
    const { body } = await list({ period: '2026-10' });
    const document = 'Correction 2026-09-15T09:00:00Z';
    const corrected = { contractedKwh: 10_000, correctedKwh: 12_000, document, deltaKwh: 0 };
    expect(body.points[0]).toMatchObject(corrected);
  });

  test('the open month is foreseen by the days known so far; a point without them by its average', async () => {
    const { body } = await list({ period: '2026-11', sort: 'share' });
    expect(body.points[0]).toMatchObject({ eic: eics[0], usedKwh: 3_000, isForecast: true, isNear: true });
    expect(body.points[1]).toMatchObject({ eic: eics[1], isForecast: true, isNear: false });
  });

  test.each([
    [{ show: 'outside' }, ['2026-09 0', '2026-10 1', '2026-11 1']],
    [{ show: 'near', sort: 'delta' }, ['2026-09 0', '2026-09 1', '2026-10 0', '2026-11 0']],
  ] as const)('filter %o of a year', async (filter, expected) => {
    const { body } = await list({ period: undefined, ...filter });
    const found = body.points.map(({ period, eic }) => `${period} ${eics.indexOf(eic)}`);
    expect(found.toSorted()).toEqual(expected);
  });

  test('words find a point, and nothing else', async () => {
    expect((await list({ q: eics[1] })).body.points.map(({ eic }) => eic)).toEqual([eics[1]]);
    expect((await list({ q: 'no such words' })).body.points).toEqual([]);
  });

  test('a year has its twelve months, deadlines, and what is left', async () => {
    const { body } = await app.post(getVolumeYear, { token, account, year: 2026 });
    expect(body.months).toHaveLength(12);
    expect(body).toMatchObject({ toleranceHundredths: 1_000, openPeriod: '2026-11', correctable: '2026-12' });
    expect(body.total).toEqual({
      contractedKwh: 40_000 + 15_000 + 103_000,
      correctedKwh: 40_000 + 17_000 + 103_000,
      usedKwh: 43_360 + 16_000,
      leftKwh: 160_000 - 59_360,
    });
    expect(body.months[8]).toMatchObject({ points: 2, nearPoints: 2, outsidePoints: 1 });
    expect(body.months[11]).toMatchObject({ deadline: '2026-11-20', canCorrect: true, usedKwh: null });
    expect(body.months[10]).toMatchObject({ deadline: '2026-10-20', canCorrect: false });
  });

  test('a deadline of the first month that may be named is a day of the year before', async () => {
    const { body: sheet } = await app.post(getVolumeSheet, { token, account, period: '2000-01' });
    const { body: year } = await app.post(getVolumeYear, { token, account, year: 2000 });
    expect([sheet.deadline, year.months[0]?.deadline]).toEqual(['1999-12-20', '1999-12-20']);
  });

  test('the file has a row for each month and point', async () => {
    const asked = { token, account, year: 2026, period: '2026-09', format: 'csv' };
    const text = String((await app.post(exportVolumes, asked)).body);
    expect(text).toContain('33360');
    expect(text).toContain('11,2');
  });
});

describe('a correction', () => {
  const period = '2027-01';
  const draft = (revision: number, kwh: readonly number[], more: { period?: string } = {}) =>
    app.post(saveVolumeDraft, {
      token,
      account,
      period,
      revision,
      note: 'A new shop opens',
      rows: kwh.map((one, index) => ({ eic: eics[index] ?? '', kwh: one })),
      ...more,
    });
  const move = (requestId: string, revision: number, action: 'send' | 'withdraw', by = token) =>
    app.post(moveVolumeRequest, { token: by, account, correctionId: requestId, revision, action });
  const decide = (
    requestId: string,
    revision: number,
    action: 'approve' | 'decline' | 'apply',
    reason = '',
    by = staff,
  ) =>
    app.post(decideVolumeRequest, { token: by, account, correctionId: requestId, revision, action, reason });
  let requestId: string;

  test('a draft keeps what differs from the volume that counts; the same change again is answered alike', async () => {
    const { body } = await draft(0, [25_000, 8_000]);
    const made = { state: 'draft', revision: 1, points: 1, beforeKwh: 20_000, afterKwh: 25_000 };
    expect(body.request).toMatchObject(made);
    requestId = body.request.requestId;
    expect((await draft(0, [25_000, 8_000])).body.request.requestId).toBe(requestId);
    expect((await draft(0, [26_000, 8_000])).body).toMatchObject({ code: 'limits.changedMeanwhile' });
    const sheet = await app.post(getVolumeSheet, { token, account, period });
    expect(sheet.body).toMatchObject({
      canCorrect: true,
      deadline: '2026-12-20',
      request: { requestId },
      rows: [
        { contractedKwh: 20_000, correctedKwh: 20_000, requestedKwh: 25_000 },
        { correctedKwh: 8_000, requestedKwh: null },
      ],
    });
    const hidden = await app.post(waitingVolumeRequest, { token: staff, account, correctionId: requestId });
    expect(hidden.body).toMatchObject({ code: 'common.notFound' });
  });

  test('refuses a point of nobody and a month whose deadline is over', async () => {
    const save = async (more: object) =>
      (await app.post(saveVolumeDraft, { token, account, note: '', ...more } as never)).body;
    const rows = [{ eic: '62Z0000000000000', kwh: 1 }];
    expect((await save({ period, revision: 1, rows })).code).toBe('limits.unknownPoint');
    const late = { code: 'limits.deadlinePassed', message: expect.stringContaining('20.10.2026') };
    expect(await save({ period: '2026-11', revision: 0, rows: [] })).toMatchObject(late);
  });

  test('is sent, taken back, sent again, approved and applied; each step once, with who and when', async () => {
    expect((await decide(requestId, 1, 'approve')).body).toMatchObject({ code: 'limits.wrongState' });
    expect((await move(requestId, 1, 'send')).body.request).toMatchObject({ state: 'sent', revision: 2 });
    expect((await move(requestId, 1, 'send')).body.request).toMatchObject({ state: 'sent', revision: 2 });
    expect((await draft(2, [1, 2])).body).toMatchObject({ code: 'limits.wrongState' });
    await move(requestId, 2, 'withdraw');
    await move(requestId, 3, 'send', accountant);
    const waiting = await app.post(waitingVolumeRequests, { token: staff });
    expect(waiting.body).toMatchObject({ count: 1, requests: [{ account, requestId, state: 'sent' }] });
    await decide(requestId, 4, 'approve', 'Agreed');
    expect((await move(requestId, 5, 'withdraw')).body).toMatchObject({ code: 'limits.wrongState' });
    const applied = await decide(requestId, 5, 'apply');
    expect(applied.body.request).toMatchObject({ state: 'applied', reason: 'Agreed' });
    const actions = ['send', 'withdraw', 'send', 'approve', 'apply'];
    expect(applied.body.request.events.map(({ action }) => action)).toEqual(actions);
    expect((await decide(requestId, 5, 'apply')).body.request).toMatchObject({ state: 'applied' });
    // The company reads who of its people acted, and that the supplier answered; staff read the names of both.
    const asCompany = await app.post(getVolumeRequest, { token, account, correctionId: requestId });
    const names = (events: readonly { actorName: string }[]) => events.map(({ actorName }) => actorName);
    expect(names(asCompany.body.request.events)).toEqual(['', '', 'Олена Коваль', '', '']);
    const clerk = expect.stringMatching(/^admin-/);
    expect(names(applied.body.request.events)).toEqual(['', '', 'Олена Коваль', clerk, clerk]);
    const { body } = await list({ year: 2027, period });
    expect(body.points[0]).toMatchObject({ contractedKwh: 20_000, correctedKwh: 25_000 });
    expect(body.points[0]?.document).toContain('01.2027');
    const { rows } = await sql`select from billing.audit_entry
      where account_number = ${account} and action like 'volumes.%'`.execute(app.billingDb);
    expect(rows).toHaveLength(6);
  });

  test('a declined one has its reason, and the month may be asked for anew', async () => {
    const { body } = await draft(0, [30_000]);
    const second = body.request.requestId;
    expect(second).not.toBe(requestId);
    await move(second, 1, 'send');
    expect((await decide(second, 2, 'decline')).body).toMatchObject({ code: 'limits.reasonMissing' });
    await decide(second, 2, 'decline', 'No capacity');
    const history = await app.post(listVolumeRequests, { token, account });
    expect(history.body.requests.map(({ state }) => state).toSorted()).toEqual(['applied', 'declined']);
    const seen = await app.post(getVolumeRequest, { token, account, correctionId: second });
    const rows = [{ beforeKwh: 25_000, kwh: 30_000 }];
    expect(seen.body).toMatchObject({ request: { reason: 'No capacity' }, rows });
    const told = { account, period, reason: 'No capacity', deadline: '2026-12-20' };
    expect((await app.post(entityOverview, { token })).body).toMatchObject({
      limitsNear: [{ account, period: '2026-11', points: 1 }],
      limitsDeclined: [told],
    });
    expect((await draft(0, [30_000])).body.request).toMatchObject({ state: 'draft' });
    expect((await app.post(entityOverview, { token })).body.limitsDeclined).toEqual([]);
  });

  test('an empty one is not sent, nor one whose deadline has passed', async () => {
    const { body } = await draft(1, [25_000]);
    expect((await move(body.request.requestId, 2, 'send')).body.code).toBe('limits.nothingChanged');
    const late = await draft(0, [1], { period: '2026-12' });
    await sql`update billing.entity_contract set correction_day = 15 where account_number = ${account}`.execute(
      app.billingDb,
    );
    expect((await move(late.body.request.requestId, 1, 'send')).body.code).toBe('limits.deadlinePassed');
  });

  test('of two colleagues who decide at once one counts, and the other is told that the request has changed', async () => {
    const colleague = await app.signIn([], 'admin', ['billing']);
    const { body } = await draft(0, [31_000], { period: '2027-05' });
    const asked = body.request.requestId;
    await move(asked, 1, 'send');
    const answers = await Promise.all([
      decide(asked, 2, 'approve'),
      decide(asked, 2, 'approve', '', colleague),
      decide(asked, 2, 'decline', 'No capacity', colleague),
    ]);
    expect(answers.map(({ body: { status } }) => status).toSorted()).toEqual(['fail', 'fail', 'success']);
    for (const { body: refused } of answers.filter(({ body: { status } }) => status === 'fail'))
      expect(refused).toMatchObject({ code: 'limits.decidedMeanwhile' });
    const seen = await app.post(waitingVolumeRequest, { token: staff, account, correctionId: asked });
    expect(seen.body.request).toMatchObject({ revision: 3 });
    expect(seen.body.request.events).toHaveLength(2);
    const { rows } = await sql`select from billing.outbox_event
      where account_number = ${account} and payload->>'requestId' = ${asked}`.execute(app.billingDb);
    expect(rows).toHaveLength(1);
  });

  test.each(['closing', 'closed'])('a month that is %s meanwhile is declined only', async (state) => {
    const period = state === 'closed' ? '2027-06' : '2027-07';
    const { body } = await draft(0, [32_000], { period });
    const asked = body.request.requestId;
    await move(asked, 1, 'send');
    await decide(asked, 2, 'approve');
    await sql`insert into billing.period (period, state) values (${period}, ${state})`.execute(app.billingDb);
    const { body: refused } = await decide(asked, 3, 'apply');
    const message = expect.stringContaining(period === '2027-06' ? '06.2027' : '07.2027');
    expect(refused).toMatchObject({ code: 'limits.monthClosed', message });
    const { rows } = await sql`select from billing.contract_volume
      where account_number = ${account} and period = ${period}`.execute(app.billingDb);
    expect(rows).toEqual([]);
    const declined = await decide(asked, 3, 'decline', 'The month is over');
    expect(declined.body.request.state).toBe('declined');
  });

  test('the history of a request can’t be changed', async () => {
    const change = sql`update billing.volume_request_event set actor_name = 'x'`.execute(app.billingDb);
    await expect(change).rejects.toThrow('append-only');
  });
});
