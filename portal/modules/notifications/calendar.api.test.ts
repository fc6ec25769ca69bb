import ICAL from 'ical.js';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { giveReading } from '#billing/testing/give-reading.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { renameObject } from '#contract/accounts/accounts.ts';
import { calendarLinkCall, renewCalendarLink } from '#contract/notifications.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { steadyHistory } from '#portal/testing/scenarios/reading-customer.ts';

let account: AccountHandle;
let token: string;

const app = provideTestApp({
  now: '2026-11-10T10:00:00Z',
  environment: { PUBLIC_URL: 'https://cabinet.example.com' },
  hasSupplier: true,
});
beforeEach(async () => {
  app.clock.set(instantFromIso('2026-11-10T10:00:00Z'));
  account = await makeAccount(app.billingDb, { history: steadyHistory });
  token = await app.signIn([account.accountNumber]);
});

const get = (url: string) => app.app.inject({ url });
const makeLink = async () => (await app.post(renewCalendarLink, { token })).body.path ?? '';

/** The events as a calendar program reads them. */
async function eventsAt(path: string) {
  const { payload } = await get(path);
  const calendar = new ICAL.Component(ICAL.parse(payload));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    const alarms = component
      .getAllSubcomponents('valarm')
      .map((alarm) => String(alarm.getFirstPropertyValue('trigger')));
    const { uid, summary, description } = event;
    return { uid, summary, description, start: String(event.startDate), end: String(event.endDate), alarms };
  });
}

async function makeBill(): Promise<void> {
  await sql`
    insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas,
      charged_kopiykas, recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
    values (${account.accountNumber}, '2026-10', '1', '2026-11-03', '2026-11-20', 0, 43250, 0, 0, 43250, 100000, false)
  `.execute(app.billingDb);
  await makeCharge(app.billingDb, account.accountNumber, '2026-10', '432.50');
}

test('a person has no calendar until they make one; then it is shown again', async () => {
  expect((await app.post(calendarLinkCall, { token })).body).toMatchObject({ path: null, madeAt: null });
  const { body } = await app.post(renewCalendarLink, { token });
  expect(body.path).toMatch(/^\/calendar\/[\w-]{27}\.ics$/);
  expect((await app.post(calendarLinkCall, { token })).body).toMatchObject({
    path: body.path,
    madeAt: '2026-11-10T10:00:00.000Z',
  });
});

test('it tells the next three windows with their hour in Kyiv, and two alarms each', async () => {
  const events = await eventsAt(await makeLink());
  const { accountNumber } = account;
  expect(events.map(({ uid, start, end }) => [uid, start, end])).toEqual([
    [`window-2026-11-${accountNumber}@svitlo`, '2026-11-28T22:00:00Z', '2026-12-02T11:00:00Z'],
    [`window-2026-12-${accountNumber}@svitlo`, '2026-12-29T22:00:00Z', '2027-01-02T11:00:00Z'],
    [`window-2027-01-${accountNumber}@svitlo`, '2027-01-29T22:00:00Z', '2027-02-02T11:00:00Z'],
  ]);
  expect(events[0]?.alarms).toEqual(['2026-11-29T08:00:00Z', '2026-12-02T07:00:00Z']);
  expect(events[0]?.description).toContain('показання за листопад 2026 до 02.12.2026 13:00');
});

test('it tells the last day of payment while something is owed, by the alarm of the third day before', async () => {
  await makeBill();
  const path = await makeLink();
  const due = (await eventsAt(path)).find(({ uid }) => uid.startsWith('due-'));
  expect(due).toMatchObject({ start: '2026-11-20', end: '2026-11-21' });
  expect(due?.summary).toContain('432,50 грн');
  // Midnight of the day less two days and fifteen hours: nine in the morning three days before.
  expect(due?.alarms).toEqual(['-P2DT15H']);
  await makeCharge(app.billingDb, account.accountNumber, '2026-10', '-432.50');
  expect((await eventsAt(path)).some(({ uid }) => uid.startsWith('due-'))).toBe(false);
});

test('a window for which the reading was given is in it no more', async () => {
  const reading = { period: '2026-11', effectiveDate: '2026-12-01', values: { single: 2050 } };
  await giveReading(app.billingDb, { ...account, ...reading });
  const uids = (await eventsAt(await makeLink())).map(({ uid }) => uid);
  expect(uids.map((uid) => uid.slice(0, 14))).toEqual(['window-2026-12', 'window-2027-01']);
});

test('it calls objects as the person does; lines are short and end as calendars want it', async () => {
  const name = 'Дача; з комою, та "лапками" \\';
  await app.post(renameObject, { token, account: account.accountNumber, new_name: name });
  const path = await makeLink();
  expect((await eventsAt(path))[0]?.summary).toBe(`Показання лічильника: ${name}`);
  const { payload } = await get(path);
  const lines = payload.split('\r\n');
  expect(payload.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
});

test('the same facts give the same bytes, whenever they are asked for', async () => {
  const path = await makeLink();
  const first = (await get(path)).payload;
  app.clock.set(instantFromIso('2026-11-12T10:00:00Z'));
  expect((await get(path)).payload).toBe(first);
});

test('it is a calendar that nobody keeps on the way; another address takes the place of the old one at once', async () => {
  const old = await makeLink();
  const renewed = await makeLink();
  expect(renewed).not.toBe(old);
  expect((await get(old)).statusCode).toBe(404);
  const { statusCode, headers } = await get(renewed);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
});

test.each(['/calendar/x.ics', `/calendar/${'A'.repeat(27)}.ics`, `/calendar/${'A'.repeat(27)}`])(
  'an address of nobody leads nowhere: %s',
  async (path) => {
    const { statusCode, payload } = await get(path);
    expect([statusCode, payload]).toEqual([404, '']);
  },
);

test.each([
  ['person', 'bills/2026-10?'],
  ['entity', 'bills/invoices?period=2026-10&'],
] as const)('its events lead to the cabinet of the %s', async (customerType, billPage) => {
  account = await makeAccount(app.billingDb, { customerType, history: steadyHistory });
  token = await app.signIn([account.accountNumber], customerType);
  await makeBill();
  const payload = (await get(await makeLink())).payload.replaceAll('\r\n ', '');
  const cabinet = `https://cabinet.example.com/cabinet/${customerType}`;
  expect(payload).toContain(`URL;VALUE=URI:${cabinet}/indication?account=${account.accountNumber}\r\n`);
  expect(payload).toContain(`URL;VALUE=URI:${cabinet}/${billPage}account=${account.accountNumber}\r\n`);
});

test('of a person who is blocked it opens nothing', async () => {
  const path = await makeLink();
  await sql`
    update portal.identity set blocked_at = now() where identity_id = (select identity_id from portal.calendar_link
     order by made_at desc, identity_id desc limit 1)`.execute(app.portalDb);
  expect((await get(path)).statusCode).toBe(404);
});

test('its secret is neither in the tables nor in the log of a fault', async () => {
  const path = await makeLink();
  const secret = path.slice('/calendar/'.length, -'.ics'.length);
  await sql`alter table billing.ledger_entry rename to ledger_entry_away`.execute(app.billingDb);
  const { statusCode, headers } = await get(path);
  await sql`alter table billing.ledger_entry_away rename to ledger_entry`.execute(app.billingDb);
  expect([statusCode, headers['retry-after']]).toEqual([503, '600']);
  await app.flushCallLog();
  const { rows } = await sql<{ row: string }>`
    select l::text as row from portal.calendar_link l
    union all select e::text from portal.error_log e
    union all select f::text from portal.fm_call f`.execute(app.portalDb);
  expect(rows.length).toBeGreaterThan(2);
  expect(JSON.stringify([rows, app.printed])).not.toContain(secret);
});
