import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { auditEntryChain, insertAudit } from '#billing/modules/events/public.ts';
import { runDoctor } from '#cli/doctor.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { readNewestSeal, sealRows } from '#platform/audit/audit-seals.ts';
import { sealLine } from '#platform/audit/seal-lines.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { startTestApp, type TestApp, testKeys, testKeyText } from '#portal/testing/start-test-app.ts';
import { runArchive } from './archive.ts';

let cabinet: TestApp;
let db: Kysely<unknown>;
let superuser: ReturnType<typeof connectDatabase<unknown>>;
let folder: string;
let place: string;

const [october, november] = ['2026-10-20T10:00:00Z', '2026-11-05T10:00:00Z'].map(instantFromIso) as [
  Instant,
  Instant,
];

const add = (count: number, at: Instant) =>
  insertAudit(
    cabinet.billingDb,
    { actor: 'closing', reference: '' },
    Array.from({ length: count }, (_, index) => ({
      accountNumber: '2390001111',
      kind: 'ledger.corrected',
      payload: { sum: `${index}.00`, note: 'є «лапки» \\ й "коми"' },
      before: { balance: '0.00' },
    })),
    at,
  );
/** Seals until there are so many seals: transactions of other databases of the server hold it up. */
const sealUntil = (seals: number) =>
  vi.waitFor(
    async () => {
      await sealRows(db, auditEntryChain, testKeys.audit, undefined, { settleMs: 0, unsettledMs: 0 });
      expect((await readNewestSeal(db, auditEntryChain))?.seal).toBe(seals);
    },
    { timeout: 60_000, interval: 50 },
  );
const environment = () => ({
  ...{ DATABASE_URL: cabinet.url, DATABASE_ADMIN_URL: cabinet.adminUrl, SVITLO_DATA: join(folder, 'data') },
  AUDIT_KEYS: testKeyText('auditkey'),
});
const archive = async (before: string, more: Record<string, string> = {}) => {
  const lines: string[] = [];
  const code = await runArchive([place, '--before', before], {
    environment: { ...environment(), ...more },
    print: (line) => void lines.push(line),
  });
  return { code, lines };
};
/** Lines of the doctor about the audit of the billing. */
async function doctor(
  options: { readonly archive?: string; readonly seals?: string; readonly isAll?: boolean } = {},
) {
  const lines: string[] = [];
  await runDoctor(
    { ...environment(), AUDIT_SEALS_TO: `file:${join(folder, 'seals.log')}` },
    (line) => void lines.push(line),
    options,
  );
  return lines
    .map((line) => line.trim())
    .filter((line) => line.includes('auditEntry') && !line.includes('не надіслано'));
}
const counts = async () => {
  const { rows } = await sql<{ rows: number; seals: number }>`
    select (select count(*)::int from billing.audit_entry) as rows,
           (select count(*)::int from billing.audit_seal where chain = 'auditEntry') as seals`.execute(db);
  return rows[0];
};
const filesThere = () => readdir(place);
/** Changes a file of the archive, does the work, and puts it back. */
async function withChanged(change: (text: string) => string, work: () => Promise<void>) {
  const path = join(place, (await filesThere())[0] ?? '');
  const content = await readFile(path);
  await writeFile(path, gzipSync(change(gunzipSync(content).toString())));
  await work();
  await writeFile(path, content);
}

beforeAll(async () => {
  cabinet = await startTestApp('2026-11-20T10:00:00Z');
  db = cabinet.billingDb as unknown as Kysely<unknown>;
  superuser = connectDatabase<unknown>({ url: cabinet.adminUrl, poolSize: 1 });
  folder = await mkdtemp(join(tmpdir(), 'svitlo-archive-'));
  place = join(folder, 'archive');
  await add(2300, october);
  await sealUntil(3);
  await add(700, november);
  await sealUntil(4);
}, 90_000);
afterAll(async () => {
  await superuser.close();
  await cabinet.close();
  await rm(folder, { recursive: true, force: true });
});

test('the doctor says of a place that is given too early that nothing was moved', async () => {
  expect(await doctor({ archive: place })).toContain(
    'добре   архів журналу auditEntry: з бази ще нічого не перенесено',
  );
});

test('a month that is not over or not closed is refused, and so is a ring without the keys of the seals', async () => {
  await expect(archive('2030-01')).rejects.toThrow('2030-01 has not begun');
  await sql`insert into billing.period (period, state) values ('2026-10', 'open')`.execute(db);
  await expect(archive('2026-11')).rejects.toThrow('2026-10 is not closed');
  await sql`update billing.period set state = 'closed'`.execute(db);
  await expect(archive('2026-11', { AUDIT_KEYS: testKeyText('otherkey') })).rejects.toThrow(
    'is not as it was made',
  );
  await expect(archive('2026-11', { DATABASE_ADMIN_URL: '' })).rejects.toThrow(
    'DATABASE_ADMIN_URL is needed',
  );
  expect(await counts()).toEqual({ rows: 3000, seals: 4 });
});

test('a row that was changed since it was sealed stops the archive before anything is deleted', async () => {
  const tamper = async (sum: string) => {
    await sql`alter table billing.audit_entry disable trigger user`.execute(superuser.db);
    await sql`update billing.audit_entry set after = jsonb_set(after, '{sum}', to_jsonb(${sum}::text))
      where entry_number = (select min(entry_number) + 10 from billing.audit_entry)`.execute(superuser.db);
    await sql`alter table billing.audit_entry enable trigger user`.execute(superuser.db);
  };
  await tamper('999.00');
  await expect(archive('2026-11')).rejects.toThrow('seal 1 of auditEntry is not as it was made');
  await tamper('10.00');
  expect(await counts()).toEqual({ rows: 3000, seals: 4 });
});

test('a run that ends between its record and the deletion loses nothing, is named by the doctor, and completed by the next', async () => {
  await sql`create function public.fail_deletion() returns trigger language plpgsql as
    $$ begin raise exception 'the machine stopped'; end $$`.execute(superuser.db);
  await sql`create trigger fail_deletion before delete on billing.audit_seal for each row
    execute function public.fail_deletion()`.execute(superuser.db);
  await expect(archive('2026-11')).rejects.toThrow('the machine stopped');
  expect(await counts()).toEqual({ rows: 3000, seals: 4 });
  expect(await doctor()).toContainEqual(expect.stringMatching(/^ПОГАНО .*старші за кінець архіву: 2300/));
  await sql`drop trigger fail_deletion on billing.audit_seal`.execute(superuser.db);
  const name = (await filesThere())[0] ?? '';
  // Without its file nothing is deleted.
  const content = await readFile(join(place, name));
  await rm(join(place, name));
  await expect(archive('2026-11')).rejects.toThrow(`${name} is not at`);
  expect(await counts()).toEqual({ rows: 3000, seals: 4 });
  await writeFile(join(place, name), content);
  expect((await archive('2026-11')).lines).toEqual([expect.stringMatching(/^0 rows/)]);
});

test('rows of months before are moved to files, and the doctor follows the chain from the database into them', async () => {
  const newest = await readNewestSeal(db, auditEntryChain);
  expect(await filesThere()).toEqual(['auditEntry-000000001-000000003.ndjson.gz']);
  // The last seal of the files stays: the next one continues it.
  expect(await counts()).toEqual({ rows: 700, seals: 2 });
  expect(await doctor({ isAll: true })).toEqual([
    'добре   журнал auditEntry: перевірено весь, рядків: 700; ще не запечатано: 0',
    expect.stringContaining('журнал auditEntry: рядків в архіві: 2300, файлів: 1'),
  ]);
  const seals = join(folder, 'sent.log');
  await writeFile(seals, sealLine({ chain: 'auditEntry', seal: 4, hash: newest?.hash ?? '' }, 'now'));
  expect(await doctor({ archive: place, seals })).toEqual([
    expect.stringContaining('журнал auditEntry: перевірено нове'),
    'добре   архів журналу auditEntry: перевірено файлів: 1, рядків: 2300',
  ]);
  // Nothing more is old enough, and the chain continues.
  expect((await archive('2026-11')).lines).toEqual([expect.stringMatching(/^0 rows/)]);
  await add(5, november);
  await sealUntil(5);
  expect((await doctor({ archive: place }))[0]).toContain('рядків: 5;');
}, 90_000);

test('the doctor names a file that was changed or is missing, also when its digest was made to fit', async () => {
  const change = (text: string) => text.replace('\\"sum\\": \\"7.00\\"', '\\"sum\\": \\"8.00\\"');
  await withChanged(change, async () => {
    const [, found] = await doctor({ archive: place });
    expect(found).toMatch(/^ПОГАНО .*файл auditEntry-000000001-000000003.ndjson.gz змінено/);
    const path = join(place, 'auditEntry-000000001-000000003.ndjson.gz');
    const { rows } = await sql<{ digest: Buffer }>`select digest from billing.audit_archive`.execute(db);
    const forge = async (digest: Buffer) => {
      await sql`alter table billing.audit_archive disable trigger user`.execute(superuser.db);
      await sql`update billing.audit_archive set digest = ${digest}`.execute(superuser.db);
      await sql`alter table billing.audit_archive enable trigger user`.execute(superuser.db);
    };
    await forge(
      (await sql<{ digest: Buffer }>`select sha256(${await readFile(path)}::bytea) as digest`.execute(db))
        .rows[0]?.digest as Buffer,
    );
    expect((await doctor({ archive: place })).filter((line) => line.startsWith('ПОГАНО'))).toEqual([
      'ПОГАНО  журнал auditEntry: запис про архів змінено, або журнал у базі його не продовжує',
      'ПОГАНО  архів журналу auditEntry: у файлі auditEntry-000000001-000000003.ndjson.gz рядки печатки 1 змінено',
    ]);
    await forge(rows[0]?.digest as Buffer);
  });
  expect((await doctor({ archive: join(folder, 'nothing') }))[1]).toMatch(/^ПОГАНО .* відсутній/);
  expect((await doctor({ archive: place }))[1]).toMatch(/^добре .*архів/);
});

test('a row that is added below the end of the archive is found, and the product itself deletes nothing', async () => {
  await sql`insert into billing.audit_entry (account_number, audit_id, entry_number, happened_at, actor, action)
    overriding system value select '2390001111', gen_random_uuid(), -1, now(), 'closing', 'ledger.corrected'`.execute(
    db,
  );
  expect(await doctor()).toContainEqual(expect.stringMatching(/^ПОГАНО .*старші за кінець архіву: 1/));
  await sql`select set_config('svitlo.archive', 'on', false)`.execute(superuser.db);
  await expect(sql`delete from billing.audit_entry`.execute(db)).rejects.toMatchObject({ code: '42501' });
  await expect(sql`delete from billing.audit_entry`.execute(superuser.db)).rejects.toThrow('append-only');
  // As after a run that was killed between its record and the deletion.
  expect((await archive('2026-11')).code).toBe(0);
  expect((await doctor()).filter((line) => line.startsWith('ПОГАНО'))).toEqual([]);
});
