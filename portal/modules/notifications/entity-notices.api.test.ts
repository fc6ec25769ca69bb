import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { closeMonth } from '#billing/testing/close-month.ts';
import { type ContractFixture, makeEntity, makePrices } from '#billing/testing/make-contract.ts';
import { saveNotification } from '#contract/notifications.ts';
import { decideVolumeRequest } from '#contract/volumes/waiting-volumes.ts';
import { moveVolumeRequest, saveVolumeDraft } from '#contract/volumes.ts';
import { billingPeriod, firstDay } from '#domain/time/billing-period.ts';
import { makeMember } from '#portal/testing/callers/make-member.ts';
import { identityOf } from '#portal/testing/callers/sign-in-dependent.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { askForLimitReminders } from './public.ts';
import { relayNews, remindOnce } from './testing/notify-once.ts';

const period = billingPeriod('2026-11');

const app = provideTestApp({ now: '2026-12-03T10:05:00Z', hasSupplier: true });

/** A few minutes after November was closed, on the 3rd of December. */
beforeAll(async () => {
  const prices = { dayAhead: '5.98037', margin: '0.15', transmission: '0.74291', distribution: '2.75218' };
  await makePrices(app.billingDb, firstDay(period), prices);
});

/** A company with a confirmed e-mail whose contract exchanges documents so. */
async function makeCompany(
  documentExchange: NonNullable<ContractFixture['documentExchange']>,
  more: { readonly after?: number; readonly contract?: Partial<ContractFixture> } = {},
) {
  const { accountNumber } = await makeEntity(app.billingDb, {
    period,
    contract: { priceKind: 'spot', documentExchange, ...more.contract },
    points: [{ before: 0, after: more.after ?? 100 }],
  });
  const token = await app.signIn([accountNumber], 'entity');
  const email = `${accountNumber}@example.test`;
  const phone = `+38050${accountNumber.slice(-7)}`;
  await sql`update portal.identity set email = ${email}, phone = ${phone}, email_confirmed_at = now()
    where identity_id = (select identity_id from portal.identity order by identity_id desc limit 1)
  `.execute(app.portalDb);
  const sent = async () => {
    const { rows } = await sql<{ message: string }>`select concat_ws(' ', kind, channel) as message
      from portal.outgoing_message where recipient in (${email}, ${phone}) order by kind, channel
    `.execute(app.portalDb);
    return rows.map(({ message }) => message);
  };
  return { accountNumber, token, email, phone, sent };
}

/** What is sent to an address, as one text. */
async function textsTo(email: string): Promise<string> {
  await app.deliverMessages();
  return (await app.readOutbox(email)).map(({ text }) => text).join('\n');
}

const relay = () => relayNews(app);

const remind = (ask?: typeof askForLimitReminders) => remindOnce(app, ask);

test('a closing tells companies of the invoice and of the act, and of the planned payment before its day, each once', async () => {
  const plannedParts = [
    { day: 5, percent: 40 },
    { day: 25, percent: 60 },
  ];
  const planned = await makeCompany('signature', { contract: { plannedParts } });
  const byCabinet = await makeCompany('cabinet');
  const byPaper = await makeCompany('paper');
  const withoutAct = await makeCompany('signature', { after: 0 });
  for (const [channel, isOn] of [
    ['sms', true],
    ['mail', false],
  ] as const)
    await app.post(saveNotification, { token: byCabinet.token, kind: 'actToSign', channel, isOn });
  await closeMonth(app.url, period);
  await relay();
  await relay();
  expect(await planned.sent()).toEqual(['actToSign mail', 'billIssued mail']);
  expect(await byCabinet.sent()).toEqual(['actToSign sms', 'billIssued mail']);
  expect(await byPaper.sent()).toEqual(['actToSign mail', 'billIssued mail']);
  expect(await withoutAct.sent()).toEqual(['billIssued mail']);

  await remind();
  await remind();
  expect(await planned.sent()).toContain('plannedSoon mail');
  expect((await planned.sent()).filter((one) => one.startsWith('plannedSoon'))).toHaveLength(1);
  for (const company of [byCabinet, byPaper, withoutAct])
    expect((await company.sent()).join()).not.toContain('plannedSoon');

  const texts = await textsTo(planned.email);
  expect(texts).toContain('чекає вашого підпису');
  expect(await textsTo(byPaper.email)).toContain('Паперовий примірник надійде');
  expect(await textsTo(byCabinet.phone)).toContain('акт за листопад 2026 у кабінеті');
  const site = 'https://cabinet.example.com/cabinet/entity';
  for (const page of [
    `docs/payment?period=${period}&account=${planned.accountNumber}`,
    `bills/invoices?period=${period}&account=${planned.accountNumber}`,
    `bills/balance?account=${planned.accountNumber}`,
  ])
    expect(texts).toContain(`${site}/${page}`);
});

test('an account that comes to 90 % of a contract volume is told once a month, with the worst point', async () => {
  const near = await makeCompany('cabinet');
  const far = await makeCompany('cabinet');
  for (const [{ accountNumber }, kwh] of [
    [near, 2_000],
    [far, 900_000],
  ] as const) {
    const { rows } = await sql<{ eic: string }>`select eic_code as eic from billing.meter
      where account_number = ${accountNumber}`.execute(app.billingDb);
    const eic = rows[0]?.eic ?? '';
    await sql`insert into billing.contract_volume (account_number, period, eic_code, document, kwh)
      values (${accountNumber}, '2026-12', ${eic}, 'Annex 1', ${kwh})`.execute(app.billingDb);
    // Two days of 100 kWh: 3100 in the month.
    await sql`insert into billing.hourly_value (account_number, eic_code, day, channel, hours)
      select ${accountNumber}, ${eic}, day::date, 'import', array_fill(0, array[23]) || 100
      from generate_series('2026-12-01'::date, '2026-12-02'::date, interval '1 day') as day
    `.execute(app.billingDb);
  }
  await remind(askForLimitReminders);
  await remind(askForLimitReminders);
  expect((await near.sent()).filter((one) => one.startsWith('limitNear'))).toEqual(['limitNear mail']);
  expect((await far.sent()).join()).not.toContain('limitNear');
  const texts = await textsTo(near.email);
  expect(texts).toContain('(155 %)');
  expect(texts).toContain(`/cabinet/entity/limits?month=2026-12&account=${near.accountNumber}`);
});

test('a company is told by its channels that its correction is approved, declined with the reason, or applied', async () => {
  const company = await makeCompany('cabinet');
  const companyId = await identityOf(app, company.token);
  const accountant = await makeMember(app.portalDb, app.clock, { companyId, role: 'accountant' });
  const limits = { accounts: [company.accountNumber], points: ['62Z0000000000001'] };
  const limited = { companyId, role: 'powerEngineer', ...limits } as const;
  const ofPoints = await makeMember(app.portalDb, app.clock, limited);
  const staff = await app.signIn([], 'admin', ['billing']);
  const { rows: points } = await sql<{ eic: string }>`select eic_code as eic from billing.meter
    where account_number = ${company.accountNumber}`.execute(app.billingDb);
  const account = company.accountNumber;
  const [declined, applied] = ['2027-02', '2027-03'];
  for (const [of, actions] of [
    [declined, ['decline']],
    [applied, ['approve', 'apply']],
  ] as const) {
    const rows = [{ eic: points[0]?.eic ?? '', kwh: 5000 }];
    const draft = { token: company.token, account, period: of, revision: 0, note: '', rows };
    const { body } = await app.post(saveVolumeDraft, draft);
    const correctionId = body.request.requestId;
    const sending = { account, correctionId, revision: 1, action: 'send' };
    await app.post(moveVolumeRequest, { token: company.token, ...sending });
    let revision = 2;
    for (const action of actions) {
      const reason = action === 'decline' ? 'Замало потужності точки' : '';
      const decided = { token: staff, account, correctionId, revision, action, reason };
      expect((await app.post(decideVolumeRequest, decided)).httpStatus).toBe(200);
      revision += 1;
    }
  }
  await relay();
  await relay();
  const sentTo = async (email: string) => {
    const { rows: kinds } = await sql<{ kind: string }>`select kind from portal.outgoing_message
      where recipient = ${email} order by kind`.execute(app.portalDb);
    return kinds.map(({ kind }) => kind);
  };
  const news = ['limitApplied', 'limitApproved', 'limitDeclined'];
  expect(await sentTo(company.email)).toEqual(news);
  expect(await sentTo(accountant.email)).toEqual(news);
  expect(await sentTo(ofPoints.email)).toEqual([]);
  const texts = await textsTo(company.email);
  expect(texts).toContain('Причина: Замало потужності точки');
  expect(texts).toContain(`/cabinet/entity/limits?month=${declined}&account=${account}`);
});
