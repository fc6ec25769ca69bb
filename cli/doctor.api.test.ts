import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { newId } from '#platform/uuid.ts';

const script = join(import.meta.dirname, 'doctor.ts');
const production = { NODE_ENV: 'production', TOKEN_SECRET: 'x'.repeat(40) };

let billing: TestBilling;
let account: string;
let dataFolder: string;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'svitlo-doctor-'));
  billing = await startTestBilling();
  await makeSupplier(billing.db);
  account = (await makeAccount(billing.db)).accountNumber;
});
beforeEach(async () => {
  await sql`delete from billing.outbox_event`.execute(billing.db);
});
afterAll(async () => {
  await billing.close();
  await rm(dataFolder, { recursive: true, force: true });
});

/** Runs the command; answers what it printed and its exit code. */
async function run(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, DATABASE_URL: billing.url, SVITLO_DATA: dataFolder, ...environment },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, said };
}

test('an installation that is well is told so', async () => {
  const { code, said } = await run();
  expect(said).toContain('добре   база даних відповідає');
  expect(said).toContain('добре   схема бази даних найновіша');
  expect(said).toContain('добре   книги сходяться, перевірено особових рахунків: 1');
  expect(said).toContain('добре   жодна точка не нараховується двічі');
  expect(said).toContain('увага   LiqPay: тестовий банк замість справжнього');
  expect(said).toContain('добре   база даних приймає запис');
  expect(said).toContain(`добре   тека даних приймає запис: ${dataFolder}`);
  expect(said).toContain('Усе гаразд.');
  expect(code).toBe(0);
});

test('no database at all is a problem in one line', async () => {
  const { code, said } = await run({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' });
  expect(said).toContain('ПОГАНО  база даних не відповідає');
  expect(said).toContain('Знайдено проблем: 1.');
  expect(code).toBe(1);
});

test('a disk of the database that is full, and a data folder that takes no file, are problems', async () => {
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
  const { code, said } = await run({ SVITLO_DATA: join(file, 'data') });
  await sql`drop function portal.refuse_room cascade`.execute(billing.db);
  await rm(file);
  expect(said).toContain(
    'ПОГАНО  база даних не приймає запису: could not extend file: No space left on device',
  );
  expect(said).toContain(`ПОГАНО  тека даних не приймає запису: ${join(file, 'data')}: ENOTDIR`);
  expect(code).toBe(1);
});

test('two meters that count the same at one point are a problem; one after the other they are none', async () => {
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
  const { code, said } = await run();
  expect(said).toContain(
    'ПОГАНО  точок, де кілька лічильників рахують одне й те саме (можливо, нараховано двічі): 1',
  );
  expect(said).toContain(`о/р ${replaced.accountNumber}, точка ${replaced.eicCode}`);
  expect(code).toBe(1);
  await sql`update billing.meter set meter_state = 'removed', removed_on = '2026-02-10'
    where meter_id = ${replaced.meterId}`.execute(billing.db);
});

test('a clock before the newest booking is a problem', async () => {
  await sql`update billing.booking_clock set newest_at = now() + interval '1 day'`.execute(billing.db);
  const { code, said } = await run();
  await sql`update billing.booking_clock set newest_at = 'epoch'`.execute(billing.db);
  expect(said).toContain('ПОГАНО  годинник відстає');
  expect(said).toContain('Знайдено проблем: 1.');
  expect(code).toBe(1);
});

test('news that nobody fetches are a problem', async () => {
  await sql`
    insert into billing.outbox_event (event_id, account_number, kind, payload, created_at)
    values (${newId()}, ${account}, 'test', '{}', now() - interval '2 hours')`.execute(billing.db);
  const { code, said } = await run();
  expect(said).toContain('ПОГАНО  новини рахунків чекають понад годину, штук: 1');
  expect(code).toBe(1);
});

test('a job that failed for good, and one that nobody does, are problems', async () => {
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
  const { code, said } = await run();
  await sql`delete from graphile_worker._private_jobs`.execute(billing.db);
  expect(said).toContain('ПОГАНО  завдання broken не вдалося остаточно, разів: 1; останнє: no ink');
  expect(said).toContain('ПОГАНО  завдання nobody чекає понад годину, штук: 1');
  expect(code).toBe(1);
});

test('payments that nobody ends are a problem', async () => {
  await sql`
    insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, amount_kopiykas,
      state, started_at)
    values (${account}, ${newId()}, 'old-1', ${newId()}, 'liqpay', 'energy', 100, 'sent', now() - interval '30 hours')`.execute(
    billing.db,
  );
  const { code, said } = await run();
  await sql`delete from billing.payment`.execute(billing.db);
  expect(said).toContain('ПОГАНО  оплати чекають на платіжну систему понад добу, штук: 1');
  expect(code).toBe(1);
});

test('money that a provider confirmed and no register showed is to be known', async () => {
  await sql`
    insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, amount_kopiykas,
      state, started_at, confirmed_at, expected_on)
    select ${account}, gen_random_uuid(), 'lost-' || days, gen_random_uuid(), 'liqpay', 'energy', 100, 'confirmed',
      now(), now(), now()::date - days from unnest('{2,9}'::int[]) as days`.execute(billing.db);
  const { said } = await run();
  await sql`delete from billing.payment`.execute(billing.db);
  expect(said).toContain(
    'увага   підтверджені оплати, яких банк не показав і за тиждень після очікуваного дня: 1',
  );
});

test('what waits for an operator is named', async () => {
  await sql`
    insert into billing.operator_event (event_id, kind, subject, happened_at)
    values (gen_random_uuid(), 'payment.mismatch', 'liqpay 2390001111-112026-1 paid 432.49 UAH', now())`.execute(
    billing.db,
  );
  const { said } = await run();
  await sql`delete from billing.operator_event`.execute(billing.db);
  expect(said).toContain('увага   подій для оператора за тиждень: 1');
  expect(said).toContain('подія для оператора: payment.mismatch, liqpay 2390001111-112026-1 paid 432.49 UAH');
});

test('in production a provider without credentials is off, and none at all is a problem', async () => {
  const { code, said } = await run(production);
  expect(said).toContain('увага   monobank: вимкнено');
  expect(said).toContain('ПОГАНО  жодна платіжна система не приймає оплату');
  expect(code).toBe(1);
});

test('a database that is not up to date is told, and nothing that stands on it', async () => {
  await sql`delete from billing.kysely_migration where name like '0013%'`.execute(billing.db);
  const { code, said } = await run();
  expect(said).toContain('ПОГАНО  схему бази даних не оновлено');
  expect(said).toContain('billing 0013-orders-on-their-way');
  expect(said).not.toContain('книги');
  expect(code).toBe(1);
  await sql`
    insert into billing.kysely_migration (name, timestamp) values ('0013-orders-on-their-way', '2026-01-01')`.execute(
    billing.db,
  );
});

test('books that do not agree are told place by place', async () => {
  await sql`insert into billing.ledger_entry
    (account_number, entry_id, posted_at, kind, debit_account, credit_account, amount_kopiykas, period)
    values (${account}, ${newId()}, '2026-11-02', 'landing', 'bank', 'inTransit', 7, '2026-11')`.execute(
    billing.db,
  );
  const { code, said } = await run();
  expect(said).toContain(
    `ПОГАНО  книги не сходяться: transit.negative, о/р ${account}, inTransit: має бути at least 0, є -7`,
  );
  expect(code).toBe(1);
});
