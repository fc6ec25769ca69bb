import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { findApiByFm, jobsWord } from '#contract/reports/calls/find-api-by-fm.ts';
import { findFmByApi } from '#contract/reports/calls/find-fm-by-api.ts';
import { threadsCharts } from '#contract/reports/calls/threads-charts.ts';
import type { Report, ReportRow } from '#contract/reports/define-report.ts';
import { accountAuthInfo, signInOutcomes } from '#contract/reports/people/account-auth-info.ts';
import { accountsStats, customerTypes } from '#contract/reports/people/accounts-stats.ts';
import {
  contactWords,
  getRegistrations,
  registrationWays,
} from '#contract/reports/people/get-registrations-xlsx.ts';
import { usersCountDays } from '#contract/reports/people/users-count-days.ts';
import { usersCountHours } from '#contract/reports/people/users-count-hours.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivMidnight, kyivTimeOf } from '#domain/time/kyiv.ts';
import { addDays, earlierOf, type LocalDate, localDate } from '#domain/time/local-date.ts';
import { weekdayNames } from '#domain/time/weekday-names.template.ts';
import { newId } from '#platform/uuid.ts';
import { addUpRegistrations } from '#portal/modules/identity/public.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { seeded } from '#portal/testing/seed-calls.ts';
import {
  type SeededModuleCall,
  type SeededSample,
  type SeededTry,
  seedModuleCalls,
  seedSamples,
  seedSignIns,
} from '#portal/testing/seed-people.ts';

// Clocks went back on 25 October 2026.
const now = '2026-11-03T10:00:00.000Z';
const firstDay = localDate('2026-10-20');
const dayCount = 15;
const hourMs = 3_600_000;

const random = seeded(20_261_128);
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
const someMoment = () => Date.parse('2026-10-19T21:00:00Z') + random(dayCount * 24 * 3600 - 50_000) * 1000;

let token: string;
interface Person {
  readonly id: string;
  readonly type: 'person' | 'entity';
  readonly createdAt: number;
  readonly phone: string;
  readonly accounts: readonly string[];
  readonly isPhoneConfirmed: boolean;
  readonly isConsenting: boolean;
}
const people: Person[] = [];
/** People of a company beside its owner, by its cabinet. */
const members = new Map<string, number>();
const accountTypes = new Map<string, 'person' | 'entity'>();
/** Calls with their users. */
const calls: { at: number; id: string; type: string }[] = [];
const tries: SeededTry[] = [];
const moduleCalls: SeededModuleCall[] = [];
const apiCalls: { at: number; name: string }[] = [];
const samples: SeededSample[] = [];

const cabinet = provideTestApp({ now });

beforeAll(async () => {
  const { portalDb: db, billingDb } = cabinet;
  await makeSupplier(billingDb);
  token = await cabinet.signIn([], 'admin', ['analyst']);
  await sql`update portal.identity set created_at = '2026-01-01T00:00:00Z'`.execute(db);
  for (let n = 0; n < 30; n += 1) {
    const type = pick(['person', 'person', 'entity'] as const);
    const accounts: string[] = [];
    for (let m = random(3); m > 0; m -= 1) {
      const { accountNumber } = await makeAccount(billingDb, { customerType: type });
      accounts.push(accountNumber);
      accountTypes.set(accountNumber, type);
    }
    const createdAt = someMoment();
    const id = newId();
    const [isPhoneConfirmed, isConsenting] = [random(2) === 0, random(3) > 0];
    const phone = `+3805011${String(n).padStart(5, '0')}`;
    const moment = instantToIso(createdAt as Instant);
    await sql`
      insert into portal.identity (identity_id, identity_type, phone, password_hash, created_at, phone_confirmed_at)
      values (${id}::uuid, ${type}, ${phone}, '', ${moment}::timestamptz, ${isPhoneConfirmed ? moment : null}::timestamptz)`.execute(
      db,
    );
    for (const account of accounts)
      await sql`insert into portal.identity_account (identity_id, account_number, owner_type, added_at)
                values (${id}::uuid, ${account}, ${type}, ${moment}::timestamptz)`.execute(db);
    if (isConsenting)
      await sql`insert into portal.consent (consent_id, identity_id, kind, act, version, happened_at, address, device)
                values (${newId()}::uuid, ${id}::uuid, 'personalData', 'given', '1', ${moment}::timestamptz, '', '')`.execute(
        db,
      );
    await sql`insert into portal.session (session_id, identity_id, started_at, expires_at)
              values (${id}::uuid, ${id}::uuid, ${moment}::timestamptz, ${moment}::timestamptz)`.execute(db);
    people.push({ id, type, createdAt, phone, accounts, isPhoneConfirmed, isConsenting });
  }
  for (const { id: companyId, type } of people.filter((one) => one.type === 'entity')) {
    const count = random(4);
    members.set(companyId, count);
    for (let n = 0; n < count; n += 1) await addMember(companyId, type);
  }
  for (let n = 0; n < 600; n += 1) {
    const at = someMoment();
    const person = pick(people);
    const name = pick(['/api/bills/list', '/api/pairs', '/api/readings/submit']);
    calls.push({ at, id: person.id, type: person.type });
    apiCalls.push({ at, name });
  }
  await sql`
    insert into portal.api_call (happened_at, reference, name, duration_us, outcome_code, http_status, session_id)
    select happened_at, gen_random_uuid(), name, 1000, 'success', 200, id
      from jsonb_to_recordset(${JSON.stringify(
        calls.map(({ at, id }, n) => ({
          happened_at: instantToIso(at as Instant),
          id,
          name: apiCalls[n]?.name,
        })),
      )}::jsonb) as call (happened_at timestamptz, name text, id uuid)`.execute(db);
  for (let n = 0; n < 500; n += 1) {
    moduleCalls.push({
      happenedAt: someMoment(),
      name: pick(['BILL_LIST', 'READING_SUBMIT', 'LEDGER_CHECK', 'BALANCE_GET']),
      api: pick(['/api/bills/list', '/api/pairs', '/api/readings/submit', null]),
      durationUs: 100 + random(50_000),
      status: pick([200, 200, 200, 500]),
    });
  }
  await seedModuleCalls(db, moduleCalls);
  const outcomes = Object.keys(signInOutcomes) as (keyof typeof signInOutcomes)[];
  for (let n = 0; n < 150; n += 1) {
    const person = pick(people);
    const [account] = person.accounts;
    const isAccount = person.type === 'entity' && account !== undefined;
    tries.push({
      at: someMoment(),
      kind: isAccount ? 'entity' : 'person',
      login: isAccount ? account : person.phone,
      way: pick(['password', 'code']),
      address: pick(['192.0.2.1', '192.0.2.2']),
      device:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
      outcome: pick(
        outcomes.filter(
          (outcome) => !['wrongPassword', 'wrongCode', 'unknownLogin', 'blocked'].includes(outcome),
        ),
      ),
    });
  }
  await seedSignIns(db, tries);
  for (let n = 0; n < 400; n += 1)
    samples.push({
      node: pick(['node-1', 'node-2']),
      at: Date.parse('2026-11-01T22:00:00Z') + n * 10_000 + random(9000),
      inFlight: random(40),
      poolBusy: random(10),
      lagUs: random(90_000),
    });
  await seedSamples(db, samples);
});

/** A person of a company with a sign-in of some moment; also moved to another day. */
async function addMember(companyId: string, type: string): Promise<void> {
  const { portalDb: db } = cabinet;
  const id = newId();
  const moment = () => instantToIso(someMoment() as Instant);
  await sql`insert into portal.identity (identity_id, identity_type, password_hash, created_at)
            values (${id}::uuid, ${type}, '', ${moment()}::timestamptz)`.execute(db);
  await sql`
    insert into portal.company_member
      (member_id, company_id, identity_id, role, full_name, email, unique_code, invited_by, invited_at, sent_at, expires_at, accepted_at)
    values (${newId()}::uuid, ${companyId}::uuid, ${id}::uuid, 'viewer', '', ${id}, ${id.slice(-8).toUpperCase()},
      ${companyId}::uuid, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)`.execute(
    db,
  );
  await sql`update portal.identity set created_at = ${moment()}::timestamptz where identity_id = ${id}::uuid`.execute(
    db,
  );
}

async function read(report: Report, payload: object = {}) {
  const rows: ReportRow[] = [];
  const { body: first } = await cabinet.post(report.read, { token, ...payload, limit: 200 });
  expect(first).toMatchObject({ status: 'success' });
  rows.push(...first.rows);
  for (let { next } = first; next; ) {
    const { body } = await cabinet.post(report.read, { token, ...payload, limit: 200, cursor: next });
    rows.push(...body.rows);
    next = body.next;
  }
  return { ...first, rows };
}

/** Random days, with what is in them. */
const periods = Array.from({ length: 6 }, () => {
  const from = addDays(firstDay, random(dayCount - 2));
  // The calls of the test itself are those of the last day.
  const to = earlierOf(addDays(from, random(8)), localDate('2026-11-02'));
  const has = (at: number) =>
    at >= kyivMidnight(from) && at < kyivMidnight(addDays(to, 1)) && at < Date.parse(now);
  const days: LocalDate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return { from, to, has, days };
});
const dayOf = (at: number) => kyivDateOf(at as Instant);
const distinct = (list: readonly string[]) => new Set(list).size;

describe.each(periods)('$from – $to', ({ from, to, has, days }) => {
  test('users_count_days counts each user of a day once, as the raw calls do', async () => {
    const { rows, charts } = await read(usersCountDays, { from, to, sort: 'day' });
    const of = (day: string, type?: string) =>
      distinct(
        calls
          .filter((call) => has(call.at) && dayOf(call.at) === day && (!type || call.type === type))
          .map(({ id }) => id),
      );
    const shown = days.filter((day) => day <= dayOf(Date.parse(now)));
    expect(rows).toMatchObject(
      shown.map((day) => ({
        ...{ day, person: of(day, 'person'), entity: of(day, 'entity'), admin: 0, all: of(day) },
        hours: day === '2026-10-25' ? 25 : 24,
      })),
    );
    expect(charts.days?.values[0]).toEqual(shown.map((day) => of(day, 'person')));
  });

  test('users_count_hours has each hour once, 25 on the day when clocks go back, and its heat map is their mean', async () => {
    const { rows, charts } = await read(usersCountHours, { from, to, sort: 'hour' });
    const end = Math.min(kyivMidnight(addDays(to, 1)), Date.parse(now));
    const hours: number[] = [];
    for (let at = kyivMidnight(from) as number; at < end; at += hourMs) hours.push(at);
    const of = (hour: number) =>
      distinct(calls.filter(({ at }) => has(at) && at >= hour && at < hour + hourMs).map(({ id }) => id));
    expect(rows.map(({ hour, all }) => [hour, all])).toEqual(
      hours.map((hour) => [instantToIso(hour as Instant), of(hour)]),
    );
    const { values = [], columns = [] } = charts.week ?? {};
    expect(charts.week?.rows).toEqual(Object.keys(weekdayNames));
    for (const [row, cells] of values.entries()) {
      for (const [place, value] of cells.entries()) {
        const those = hours.filter((hour) => {
          const { date, hour: ofClock } = kyivTimeOf(hour as Instant);
          const weekday = new Date(`${date}T12:00:00Z`).getUTCDay() || 7;
          return weekday === row + 1 && String(ofClock).padStart(2, '0') === columns[place];
        });
        const mean = those.reduce((all, hour) => all + of(hour), 0) / those.length;
        expect(value).toEqual(those.length === 0 ? null : expect.closeTo(mean, 0));
      }
    }
  });

  test('get_registrations_xlsx lists the cabinets of the days, how they were made and what is confirmed', async () => {
    const expected = people
      .filter(({ createdAt }) => has(createdAt))
      .toSorted((one, other) => one.createdAt - other.createdAt)
      .map(({ id, createdAt, type, accounts, isPhoneConfirmed, isConsenting }) => ({
        createdAt: instantToIso(createdAt as Instant),
        type: { person: 'Побутовий споживач', entity: 'Компанія' }[type],
        way: registrationWays[isConsenting ? (type === 'person' ? 'phone' : 'contract') : 'supplier'],
        accounts: accounts.length > 0 ? accounts.toSorted().join(', ') : null,
        objects: accounts.length,
        people: 1 + (members.get(id) ?? 0),
        contacts: isPhoneConfirmed ? contactWords.phone : null,
        lastSignIn: instantToIso(createdAt as Instant),
        isBlocked: false,
      }));
    const all = await read(getRegistrations, { from, to, sort: 'createdAt' });
    expect(all.rows).toEqual(expected);
    const newestFirst = await read(getRegistrations, { from, to });
    expect(newestFirst.rows).toEqual(expected.toReversed());
    expect([all.count, newestFirst.count]).toEqual([expected.length, expected.length]);
    const [account = '99999999'] =
      people.find(({ createdAt, accounts }) => has(createdAt) && accounts.length > 0)?.accounts ?? [];
    for (const [filter, has] of [
      [{ user: 'entity' }, ({ type }) => type === 'Компанія'],
      [{ user: 'entity', way: 'contract' }, ({ way }) => way === registrationWays.contract],
      [{ way: 'supplier' }, ({ way }) => way === registrationWays.supplier],
      [{ account }, ({ accounts }) => accounts?.includes(account) ?? false],
    ] as const satisfies [object, (row: (typeof expected)[number]) => boolean][]) {
      const { rows, count } = await read(getRegistrations, { from, to, ...filter });
      expect([rows.length, count]).toEqual([expected.filter(has).length, expected.filter(has).length]);
    }
  });

  test('registrations are counted as they are, before and after the rows of a day are added up', async () => {
    const counted = async () =>
      (
        await sql<{ day: string }>`
          select day::text as day, identity_type as type, sum(registrations)::integer as registrations
            from portal.registration_count group by 1, 2 having sum(registrations) <> 0 order by 1, 2`.execute(
          cabinet.portalDb,
        )
      ).rows;
    const { rows } = await sql`
      select (created_at at time zone 'Europe/Kyiv')::date::text as day, identity_type as type, count(*)::integer as registrations
        from portal.identity
       where not exists (select from portal.company_member member where member.identity_id = identity.identity_id)
       group by 1, 2 order by 1, 2`.execute(cabinet.portalDb);
    expect(await counted()).toEqual(rows);
    await sql`select portal.recount_registrations()`.execute(cabinet.portalDb);
    expect(await counted()).toEqual(rows);
    await addUpRegistrations(cabinet.portalDb);
    expect(await counted()).toEqual(rows);
    expect(await sql`select from portal.registration_count`.execute(cabinet.portalDb)).toMatchObject({
      rows: { length: rows.length },
    });
  });

  test('accounts_stats adds registrations of the portal to the accounts of the billing, by day and as a whole', async () => {
    const shown = days;
    const registered = (day: string, of = 'person') =>
      people.filter(({ type, createdAt }) => type === of && has(createdAt) && dayOf(createdAt) === day)
        .length;
    const companies = await read(accountsStats, { from, to, user: 'entity', sort: 'day' });
    expect(companies.rows.map(({ day, registrations, cabinets }) => [day, registrations, cabinets])).toEqual(
      shown.map((day) => [
        day,
        registered(day, 'entity'),
        people.filter(({ type, createdAt }) => type === 'entity' && dayOf(createdAt) <= day).length,
      ]),
    );
    const { rows } = await read(accountsStats, { from, to, user: 'person', sort: 'day' });
    expect(rows.map(({ day, registrations }) => [day, registrations])).toEqual(
      shown.map((day) => [day, registered(day)]),
    );
    const used = calls.filter(({ at, type }) => has(at) && type === 'person');
    const [whole] = (await read(accountsStats, { from, to, user: 'person', by: 'period' })).rows;
    expect(whole).toMatchObject({
      day: null,
      type: customerTypes.person,
      registrations: shown.reduce((all, day) => all + registered(day), 0),
      users: distinct(used.map(({ id }) => id)),
      activeAccounts: distinct(
        used.flatMap(({ id }) => people.find((person) => person.id === id)?.accounts ?? []),
      ),
      accounts: [...accountTypes.values()].filter((type) => type === 'person').length,
    });
  });

  test.each([
    ['find_api_by_fm', findApiByFm, 'fm'],
    ['find_fm_by_api', findFmByApi, 'api'],
  ] as const)('%s has the pairs of the raw calls with shares of the whole', async (_, report, of) => {
    const inside = moduleCalls.filter(({ happenedAt }) => has(happenedAt));
    const pairs = [...new Set(inside.map(({ api, name }) => `${api ?? jobsWord}\n${name}`))].map((pair) => {
      const [api = '', fm = ''] = pair.split('\n');
      const those = inside.filter((call) => (call.api ?? jobsWord) === api && call.name === fm);
      const whole = inside.filter((call) =>
        of === 'fm' ? call.name === fm : (call.api ?? jobsWord) === api,
      );
      const made = apiCalls.filter(({ at, name }) => has(at) && name === api).length;
      return {
        api,
        fm,
        share: expect.closeTo(those.length / whole.length, 6),
        calls: those.length,
        failed: those.filter(({ status }) => status >= 400).length,
        apiCalls: made || null,
        perApi: made === 0 ? null : expect.closeTo(those.length / made, 1),
        took: expect.closeTo(
          those.reduce((all, { durationUs }) => all + durationUs, 0) / those.length / 1000,
          0,
        ),
      };
    });
    const order = (row: { api?: unknown; fm?: unknown }) => `${row.api}|${row.fm}`;
    const { rows, charts } = await read(report, { from, to });
    expect(rows.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))).toEqual(
      pairs.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)),
    );
    const drawn = charts.picture?.values.flat().filter((value) => value !== null) ?? [];
    expect(drawn).toHaveLength(Math.min(12, pairs.length));
    const asked = await read(report, { from, to, fm: 'bill_' });
    expect(asked.rows.every(({ fm }) => fm === 'BILL_LIST')).toBe(true);
    expect(asked.suggestions?.fm).toContain('BILL_LIST');
  });

  test('account_auth_info has the tries of the days, newest first', async () => {
    const inside = tries.filter(({ at }) => has(at)).toSorted((one, other) => other.at - one.at);
    const { rows } = await read(accountAuthInfo, { from, to });
    expect(rows.map(({ happenedAt, outcome, address }) => [happenedAt, outcome, address])).toEqual(
      inside.map(({ at, outcome, address }) => [
        instantToIso(at as Instant),
        signInOutcomes[outcome],
        address,
      ]),
    );
    const entered = await read(accountAuthInfo, { from, to, outcome: 'entered', address: '192.0.2.2' });
    expect(entered.rows).toHaveLength(
      inside.filter(({ outcome, address }) => outcome === 'success' && address === '192.0.2.2').length,
    );
  });
});

test('get_registrations_xlsx has no cabinet of days that have not come', async () => {
  // Cabinets of the moment of the report are not among those before it.
  await cabinet.signIn([]);
  const tomorrow = addDays(localDate('2026-11-03'), 1);
  for (const period of [{ from: tomorrow }, { to: '2199-12-30' }]) {
    const { rows, count } = await read(getRegistrations, period);
    expect({ rows, count }).toEqual({ rows: [], count: 0 });
    const file = await cabinet.post(getRegistrations.export, { token, ...period, format: 'csv' });
    expect(file.httpStatus).toBe(200);
  }
  await sql`update portal.identity set created_at = '2026-01-01T00:00:00Z' where created_at = ${now}::timestamptz`.execute(
    cabinet.portalDb,
  );
});

test('sign-ins are found by a whole phone in any form, an account and an unknown login, and show no phone', async () => {
  const known = people.find(
    ({ type, accounts, phone }) =>
      type === 'person' && accounts.length > 0 && tries.some(({ login }) => login === phone),
  );
  if (!known) throw new Error('no person with tries');
  const days = { from: firstDay, to: '2026-11-03' };
  const count = tries.filter(({ login }) => login === known.phone).length;
  const digits = known.phone.slice(4);
  for (const who of [
    known.phone,
    `0${digits}`,
    `+38 (0${digits.slice(0, 2)}) ${digits.slice(2)}`,
    known.accounts[0],
  ]) {
    const { rows } = await read(accountAuthInfo, { ...days, who });
    expect([who, rows.length]).toEqual([who, count]);
    expect(rows[0]?.login).toBe(`+380 ${known.phone.slice(4, 6)} ••• •• ${known.phone.slice(-2)}`);
    expect(rows[0]?.device).toBe('Chrome на Windows');
    expect(rows[0]?.accounts).toBe(known.accounts.toSorted().join(', '));
    expect(JSON.stringify(rows)).not.toContain(known.phone);
  }
  for (const part of [known.phone.slice(0, -1), digits.slice(2)])
    expect((await read(accountAuthInfo, { ...days, who: part })).rows).toEqual([]);
  const tried = { kind: 'admin', way: 'password', address: '192.0.2.9', device: '' } as const;
  await seedSignIns(cabinet.portalDb, [
    { ...tried, login: 'hidden-password', at: Date.parse('2026-11-02T10:00:00Z'), outcome: 'wrongPassword' },
  ]);
  const { rows } = await read(accountAuthInfo, { ...days, who: 'Hidden-Password' });
  expect(rows).toMatchObject([{ login: null, outcome: signInOutcomes.unknownLogin, address: '192.0.2.9' }]);
});

test('threads_charts has the samples by node, and at most 400 steps over time that show what is between', async () => {
  const days = { from: '2026-11-01', to: '2026-11-02' };
  const { rows, charts } = await read(threadsCharts, days);
  expect(rows).toMatchObject(
    ['node-1', 'node-2'].map((node) => {
      const of = samples.filter((sample) => sample.node === node);
      return {
        node,
        samples: of.length,
        inFlight: Math.max(...of.map(({ inFlight }) => inFlight)),
        poolBusy: Math.max(...of.map(({ poolBusy }) => poolBusy)),
        lag: expect.closeTo(Math.max(...of.map(({ lagUs }) => lagUs)) / 1000, 0),
      };
    }),
  );
  const { columns = [], values = [] } = charts.lag ?? {};
  expect(columns.length).toBeLessThanOrEqual(400);
  expect(Math.max(...(values[1] ?? []).map(Number))).toBeCloseTo(
    Math.max(...samples.map(({ lagUs }) => lagUs)) / 1000,
    0,
  );
  expect(values[0]).toContain(null);
  const one = await read(threadsCharts, { ...days, node: 'node-1' });
  expect(one.rows.map(({ node }) => node)).toEqual(['node-1']);
});
