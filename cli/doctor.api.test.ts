import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { productVersion } from '#platform/host/version.ts';
import { newKeyRingText, parseKeyRing, sealText } from '#platform/key-ring.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { newId } from '#platform/uuid.ts';
import { createAdministrator } from '#portal/modules/identity/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type DoctorReport, runDoctor } from './doctor.ts';

const script = join(import.meta.dirname, 'doctor.ts');
const production = { NODE_ENV: 'production', CLAMD: 'off' };
const owner = { login: 'boss', fullName: 'Ткачук Оксана', roles: ['owner'] } as const;

let billing: TestBilling;
let account: string;
let dataFolder: string;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'svitlo-doctor-'));
  billing = await startTestBilling();
  await makeSupplier(billing.db);
  account = (await makeAccount(billing.db)).accountNumber;
  await createAdministrator(billing.db as unknown as PortalDatabase, {
    ...owner,
    password: 'Лампа-над-столом-7',
  });
});
beforeEach(async () => {
  await sql`delete from billing.outbox_event`.execute(billing.db);
});
afterAll(async () => {
  await billing.close();
  await rm(dataFolder, { recursive: true, force: true });
});

let opened: ConnectedDatabase<unknown> | undefined;
function connectedTo(url: string) {
  opened = connectDatabase<unknown>({ url, poolSize: 1 });
  return opened.db;
}
const closeConnected = () => opened?.close();

/** Runs the checks; returns output and exit code. */
async function run(
  environment: Record<string, string> = {},
  options: Parameters<typeof runDoctor>[2] = { isAll: false },
) {
  const lines: string[] = [];
  const code = await runDoctor(
    { DATABASE_URL: billing.url, SVITLO_DATA: dataFolder, ...environment },
    (line) => void lines.push(line),
    options,
  );
  return { code, output: lines.join('\n') };
}

test('the command prints the findings and ends with their exit code', async () => {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, DATABASE_URL: billing.url, SVITLO_DATA: dataFolder },
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(output).toContain('добре   книги сходяться');
  expect(code).toBe(0);
});

test('reports a healthy installation', async () => {
  const { code, output } = await run();
  expect(output).toContain('добре   база даних відповідає');
  expect(output).toContain('добре   схема бази даних найновіша');
  expect(output).toContain('добре   книги сходяться, перевірено особових рахунків: 1');
  expect(output).toContain('добре   жодна точка не нараховується двічі');
  expect(output).toContain('увага   LiqPay: тестовий банк замість справжнього');
  expect(output).toContain('добре   база даних приймає запис');
  expect(output).toContain(`добре   тека даних приймає запис: ${dataFolder}`);
  expect(output).toContain('Усе гаразд.');
  expect(code).toBe(0);
});

test('reports a database of another version, and what to do', async () => {
  await sql`insert into portal.kysely_migration (name, timestamp) values ('0099-later', '2026-11-20T10:00:00Z')`.execute(
    billing.db,
  );
  try {
    const { code, output } = await run();
    expect(output).toContain('ПОГАНО  схема бази даних іншої версії');
    expect(output).toContain('portal 0099-later');
    expect(output).toContain('SVITLO_DATA');
    expect(code).toBe(1);
  } finally {
    await sql`delete from portal.kysely_migration where name = '0099-later'`.execute(billing.db);
  }
});

test('reports a missing database in one line, with a code of its own', async () => {
  const { code, output } = await run({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' });
  expect(output).toContain('ПОГАНО  база даних не відповідає');
  expect(output).toContain('Знайдено проблем: 1.');
  expect(code).toBe(2);
});

test('reports a full database disk and an unwritable data folder', async () => {
  await sql`
    create function portal.refuse_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    billing.db,
  );
  await sql`
    create trigger refuse_room before insert on portal.write_probe execute function portal.refuse_room()`.execute(
    billing.db,
  );
  const file = join(dataFolder, 'file');
  await writeFile(file, '');
  const { code, output } = await run({ SVITLO_DATA: join(file, 'data') });
  await sql`drop function portal.refuse_room cascade`.execute(billing.db);
  await rm(file);
  expect(output).toContain(
    'ПОГАНО  база даних не приймає запису: could not extend file: No space left on device',
  );
  expect(output).toContain(`ПОГАНО  тека даних не приймає запису: ${join(file, 'data')}: ENOTDIR`);
  expect(code).toBe(1);
});

test('reports two concurrent meters of one point, but not consecutive ones', async () => {
  const replaced = await makeAccount(billing.db, {
    meters: [
      {
        meterState: 'removed',
        installedOn: '2020-01-01',
        removedOn: '2026-02-10',
        removedValues: { single: 400 },
      },
      { installedOn: '2026-02-10' },
    ],
  });
  expect((await run()).code).toBe(0);
  await sql`update billing.meter set meter_state = 'working', removed_on = null where meter_id = ${replaced.meterId}`.execute(
    billing.db,
  );
  const { code, output } = await run();
  expect(output).toContain(
    'ПОГАНО  точок, де кілька лічильників рахують одне й те саме (можливо, нараховано двічі): 1',
  );
  expect(output).toContain(`о/р ${replaced.accountNumber}, точка ${replaced.eicCode}`);
  expect(code).toBe(1);
  await sql`update billing.meter set meter_state = 'removed', removed_on = '2026-02-10'
    where meter_id = ${replaced.meterId}`.execute(billing.db);
});

test('names a month in which a value went back, and is content with a roll-over', async () => {
  const rolled = await makeAccount(billing.db, {
    history: [
      { period: '2026-08', closing: { single: 99_900 } },
      { period: '2026-09', closing: { single: 50 } },
    ],
  });
  expect((await run()).output).toContain('добре   нараховано стільки, скільки пройшли лічильники');
  await sql`update billing.consumption set closing_value = 99800, energy_wh = 0
    where account_number = ${rolled.accountNumber} and period = '2026-09'`.execute(billing.db);
  const { code, output } = await run();
  expect(output).toContain('увага   місяців, у яких показання менше за попереднє');
  expect(output).toContain(
    `о/р ${rolled.accountNumber}, лічильник ${rolled.meters[0]?.serialNumber}, 2026-09: було 99900, стало 99800, нараховано 0 кВт·год`,
  );
  expect(code).toBe(0);
  await sql`delete from billing.consumption where account_number = ${rolled.accountNumber}`.execute(
    billing.db,
  );
});

test('reports a clock before the newest booking', async () => {
  await sql`update billing.booking_clock set newest_at = now() + interval '1 day'`.execute(billing.db);
  const { code, output } = await run();
  await sql`update billing.booking_clock set newest_at = 'epoch'`.execute(billing.db);
  expect(output).toContain('ПОГАНО  годинник відстає');
  expect(output).toContain('Знайдено проблем: 1.');
  expect(code).toBe(1);
});

test('--clock-is-right lets money be booked after a clock that was ahead, and is a row of the audit', async () => {
  await sql`update billing.booking_clock set newest_at = now() + interval '1 day'`.execute(billing.db);
  const declare = () => run({}, { isAll: false, isClockRight: true });
  const { code, output } = await declare();
  expect(output).toContain('добре   годинник визнано правильним');
  expect(output).toContain('добре   годинник іде правильно');
  expect(code).toBe(0);
  expect((await declare()).output).toContain('увага   останнє проведення не в майбутньому');
  const { rows } = await sql`
    select actor, account_number, (before->>'newestAt')::timestamptz > now() as "wasAhead",
      (after->>'newestAt')::timestamptz <= now() as "isNow"
    from billing.audit_entry where action = 'ledger.clockSet'`.execute(billing.db);
  expect(rows).toEqual([{ actor: 'terminal', account_number: '', wasAhead: true, isNow: true }]);
  await sql`update billing.booking_clock set newest_at = 'epoch'`.execute(billing.db);
});

test('reports unread events', async () => {
  await sql`
    insert into billing.outbox_event (event_id, account_number, kind, payload, created_at)
    values (${newId()}, ${account}, 'test', '{}', now() - interval '2 hours')`.execute(billing.db);
  const { code, output } = await run();
  expect(output).toContain('ПОГАНО  новини рахунків чекають понад годину, штук: 1');
  expect(code).toBe(1);
});

test('reports a permanently failed job and an unprocessed one', async () => {
  await sql`select graphile_worker.add_job('nobody', '{}', run_at => now() - interval '2 hours')`.execute(
    billing.db,
  );
  await sql`select graphile_worker.add_job('broken', '{}')`.execute(billing.db);
  await sql`
    update graphile_worker._private_jobs set created_at = now() - interval '2 hours'`.execute(billing.db);
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no ink'
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'broken')`.execute(
    billing.db,
  );
  const { code, output } = await run();
  await sql`delete from graphile_worker._private_jobs`.execute(billing.db);
  expect(output).toContain('ПОГАНО  завдання broken не вдалося остаточно, разів: 1; останнє: no ink');
  expect(output).toContain('ПОГАНО  завдання nobody чекає понад годину, штук: 1');
  expect(code).toBe(1);
});

test('reports payments that no job ends', async () => {
  await sql`
    insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, amount_kopiykas,
      state, started_at)
    values (${account}, ${newId()}, 'old-1', ${newId()}, 'liqpay', 'energy', 100, 'sent', now() - interval '30 hours')`.execute(
    billing.db,
  );
  const { code, output } = await run();
  await sql`delete from billing.payment`.execute(billing.db);
  expect(output).toContain('ПОГАНО  оплати чекають на платіжну систему понад півтори години, штук: 1');
  expect(code).toBe(1);
});

test('notes confirmed money missing from bank statements', async () => {
  await sql`
    insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, amount_kopiykas,
      state, started_at, confirmed_at, expected_on)
    select ${account}, gen_random_uuid(), 'lost-' || days, gen_random_uuid(), 'liqpay', 'energy', 100, 'confirmed',
      now(), now(), now()::date - days from unnest('{2,9}'::int[]) as days`.execute(billing.db);
  const { output } = await run();
  await sql`delete from billing.payment`.execute(billing.db);
  expect(output).toContain(
    'увага   підтверджені оплати, яких банк не показав і за тиждень після очікуваного дня: 1',
  );
});

test('lists operator events of the last week', async () => {
  await sql`
    insert into billing.operator_event (event_id, kind, subject, happened_at)
    values (gen_random_uuid(), 'payment.mismatch', 'liqpay 2390001111-112026-1 paid 432.49 UAH', now())`.execute(
    billing.db,
  );
  const { output } = await run();
  await sql`delete from billing.operator_event`.execute(billing.db);
  expect(output).toContain('увага   подій для оператора за тиждень: 1');
  expect(output).toContain(
    'подія для оператора: payment.mismatch, liqpay 2390001111-112026-1 paid 432.49 UAH',
  );
});

test('settings that no server starts with can not be examined', async () => {
  const { code, output } = await run({ PORT: 'x' });
  expect(output).toContain('ПОГАНО  налаштування не прийнято: PORT must be a whole number');
  expect(code).toBe(2);
  const unscanned = await run({ ...production, CLAMD: '' });
  expect(unscanned.output).toContain('ПОГАНО  налаштування не прийнято: Production needs a scanner');
  expect(unscanned.code).toBe(2);
});

test('in production providers that were never set up are to do; those that took payments and are off are a fault', async () => {
  const fresh = await run(production);
  expect(fresh.output).toContain('увага   monobank: вимкнено');
  expect(fresh.output).toContain('ще ні   ще не налаштовано: жодна платіжна система не приймає оплату');
  expect(fresh.code).toBe(0);
  const paymentId = newId();
  await sql`
    insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, amount_kopiykas,
      state, started_at)
    values (${account}, ${paymentId}, 'paid-1', ${newId()}, 'liqpay', 'energy', 100, 'failed', now())`.execute(
    billing.db,
  );
  // What an import brought was moved by no provider.
  expect((await run(production)).code).toBe(0);
  await sql`
    insert into billing.payment_event (account_number, payment_id, event_number, happened_at, to_state)
    values (${account}, ${paymentId}, 1, now(), 'started')`.execute(billing.db);
  const { code, output } = await run(production);
  await sql`delete from billing.payment_event`.execute(billing.db);
  await sql`delete from billing.payment`.execute(billing.db);
  expect(output).toContain('ПОГАНО  жодна платіжна система не приймає оплату, хоча раніше приймала');
  expect(code).toBe(1);
});

test('a fresh installation has no fault: what is to be set up is named', async () => {
  const database = await createTestDatabase();
  try {
    const { code, output } = await run({ ...production, DATABASE_URL: database.url });
    expect(output).toContain('ще ні   ще не налаштовано: постачальника не завантажено');
    expect(output).toContain('ще ні   ще не налаштовано: немає жодного адміністратора');
    expect(output).toContain('ще ні   ще не налаштовано: ні SMS, ні пошти');
    expect(output).toContain('ще ні   ще не налаштовано: PUBLIC_URL');
    expect(output).toMatch(/Проблем немає\. Ще не налаштовано: 5\./);
    expect(output).not.toContain('ПОГАНО');
    expect(code).toBe(0);
    const db = connectedTo(database.url);
    const administrator = db as PortalDatabase;
    await createAdministrator(administrator, { ...owner, password: 'Лампа-над-столом-7' });
    // Commands made the schema and added rows two hours before the first server was started.
    await sql`
      insert into portal.staff_action (action_id, actor_id, call, accounts, subjects, happened_at, address, reference, outcome)
      select ${newId()}, identity_id, 'cli', '{}', '{}', now() - interval '2 hours', '', 'r', 'success'
        from portal.administrator`.execute(db);
    const migratedAgo = (hours: number) =>
      sql`update portal.kysely_migration set timestamp = (now() - make_interval(hours => ${hours}::int))::text`.execute(
        db,
      );
    await migratedAgo(2);
    const early = await run({ ...production, DATABASE_URL: database.url });
    expect(early.output).toContain('ще ні   журнал staffAction: ще не запечатано, рядків: 1;');
    expect(early.code).toBe(0);
    await migratedAgo(25);
    const late = await run({ ...production, DATABASE_URL: database.url });
    expect(late.output).toContain('ПОГАНО  журнал staffAction: понад годину без печатки, рядків: 1;');
    await sql`delete from portal.kysely_migration`.execute(db);
    await sql`delete from billing.kysely_migration`.execute(db);
    const empty = await run({ ...production, DATABASE_URL: database.url });
    expect(empty.output).toContain('ще ні   база даних порожня: сервер ще не запускали');
    expect(empty.code).toBe(0);
  } finally {
    await closeConnected();
    await database.close();
  }
});

test('--json is one document with the findings and their counts', async () => {
  const lines: string[] = [];
  const environment = { DATABASE_URL: billing.url, SVITLO_DATA: dataFolder };
  await sql`insert into billing.outbox_event (event_id, account_number, kind, payload, created_at)
    values (${newId()}, ${account}, 'test', '{}', now() - interval '2 hours')`.execute(billing.db);
  const code = await runDoctor(environment, (line) => void lines.push(line), { isJson: true });
  const report = JSON.parse(lines.join('\n')) as DoctorReport;
  expect(report).toMatchObject({ product: 'svitlo', ...productVersion(), exitCode: 1 });
  expect(code).toBe(1);
  expect(report.findings).toContainEqual({
    check: 'flows',
    kind: 'bad',
    code: 'lateNews',
    text: 'новини рахунків чекають понад годину, штук: 1',
    details: { count: 1 },
  });
  const { counts, findings } = report;
  expect(counts.bad).toBe(1);
  expect(counts.well + counts.note + counts.todo + counts.bad).toBe(findings.length);
  expect(new Set(findings.map(({ check }) => check))).toEqual(
    new Set([
      ...[
        'database',
        'installation',
        'write',
        'files',
        'clock',
        'jobs',
        'flows',
        'keys',
        'payments',
        'meters',
        'values',
      ],
      ...['books', 'audit', 'disk', 'certificate', 'messages'],
    ]),
  );
});

test('names the versions of the nodes that run', async () => {
  await sql`insert into portal.node_state (node, at, version, commit)
    values ('a', now(), '1.0.0', 'dev'), ('b', now(), '1.0.1', 'dev'), ('gone', now() - interval '1 hour', '0.9.0', 'dev')`.execute(
    billing.db,
  );
  const { code, output } = await run();
  await sql`delete from portal.node_state`.execute(billing.db);
  expect(output).toContain('увага   вузли працюють різними версіями: 1.0.0 (dev), 1.0.1 (dev)');
  expect(code).toBe(0);
});

test('reports an outdated schema and skips the checks that need it', async () => {
  const applied = sql`from billing.kysely_migration where name = '0009-events'`;
  await sql`create table billing.kysely_kept as select * ${applied}`.execute(billing.db);
  await sql`delete ${applied}`.execute(billing.db);
  const { code, output } = await run();
  expect(output).toContain('ПОГАНО  схему бази даних не оновлено');
  expect(output).toContain('billing 0009-events');
  expect(output).not.toContain('книги');
  expect(code).toBe(1);
  await sql`insert into billing.kysely_migration select * from billing.kysely_kept`.execute(billing.db);
  await sql`drop table billing.kysely_kept`.execute(billing.db);
});

test('lists ledger differences one by one', async () => {
  await sql`insert into billing.ledger_entry
    (account_number, entry_id, posted_at, kind, debit_account, credit_account, amount_kopiykas, period)
    values (${account}, ${newId()}, '2026-11-02', 'landing', 'bank', 'inTransit', 7, '2026-11')`.execute(
    billing.db,
  );
  const { code, output } = await run();
  expect(output).toContain(
    `ПОГАНО  книги не сходяться: transit.negative, о/р ${account}, inTransit: має бути at least 0, є -7`,
  );
  expect(code).toBe(1);
});

test('tells which keys what is sealed needs, and that one is missing', async () => {
  const [old, next] = [newKeyRingText(), newKeyRingText()];
  const [oldId, nextId] = [old, next].map((text) => text.split(':')[0]);
  await sql`
    insert into portal.outgoing_message (message_id, channel, recipient, kind, body_sealed, created_at)
    values (${newId()}, 'mail', 'a@example.com', 'test', ${sealText(parseKeyRing('KEYS', old), '{}')}, now())`.execute(
    billing.db,
  );
  const missing = await run({ MESSAGE_KEYS: next });
  const used = await run({ MESSAGE_KEYS: `${next},${old}` });
  await sql`delete from portal.outgoing_message`.execute(billing.db);
  const unused = await run({ MESSAGE_KEYS: `${next},${old}` });
  expect(missing.output).toContain(
    `ПОГАНО  у MESSAGE_KEYS немає ключа ${oldId}, яким запечатано записів: 1; поверніть його`,
  );
  expect(missing.code).toBe(1);
  expect(used.output).toContain(`увага   MESSAGE_KEYS: попередній ключ ${oldId} ще потрібен, записів: 1`);
  expect(used.output).not.toContain('немає ключа');
  expect(unused.output).toContain('добре   усе запечатане має свій ключ');
  expect(unused.output).toContain(
    `увага   MESSAGE_KEYS: попереднім ключем ${oldId} не запечатано вже нічого`,
  );
  expect(unused.output).not.toContain(`ключем ${nextId}`);
  for (const { output } of [missing, used, unused]) expect(output).not.toContain(old.split(':')[1]);
});

test('reports keys that no server would start with', async () => {
  const keys = {
    SESSION_KEYS: newKeyRingText(),
    MESSAGE_KEYS: newKeyRingText(),
    LINK_KEYS: newKeyRingText(),
  };
  const { code, output } = await run({ ...keys, FACTOR_KEYS: keys.LINK_KEYS });
  expect(output).toContain(
    'ПОГАНО  ключів не прочитано: SESSION_KEYS, MESSAGE_KEYS, FACTOR_KEYS, LINK_KEYS, AUDIT_KEYS must not share',
  );
  expect(code).toBe(1);
});
