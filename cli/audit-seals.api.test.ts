import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { auditEntryChain, insertAudit } from '#billing/modules/events/public.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { readNewestSeal, type SealedTable, sealRows } from '#platform/audit/audit-seals.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { parseKeyRing } from '#platform/key-ring.ts';
import { newId } from '#platform/uuid.ts';
import { staffChains } from '#portal/http/records/audit-chains.ts';
import { startTestApp, type TestApp, testKeys, testKeyText } from '#portal/testing/start-test-app.ts';
import { runDoctor } from './doctor.ts';

let cabinet: TestApp;
let db: Kysely<unknown>;
/** The same database as superuser. */
let superuser: ReturnType<typeof connectDatabase<unknown>>;
let folder: string;
let owner: string;
const [actionChain, changeChain] = staffChains as [SealedTable, SealedTable];

beforeAll(async () => {
  cabinet = await startTestApp(instantToIso(systemClock.now()));
  db = cabinet.billingDb as unknown as Kysely<unknown>;
  superuser = connectDatabase<unknown>({ url: cabinet.adminUrl, poolSize: 1 });
  folder = await mkdtemp(join(tmpdir(), 'svitlo-seals-'));
  await cabinet.signIn([], 'admin', ['owner']);
  const { rows } = await sql<{ id: string }>`select identity_id as id from portal.administrator`.execute(db);
  owner = rows[0]?.id ?? '';
});
afterAll(async () => {
  await superuser.close();
  await cabinet.close();
  await rm(folder, { recursive: true, force: true });
});

/** Seals at once, whatever its age. */
const sealAll = async (unsettledMs = 0) => {
  for (const chain of [...staffChains, auditEntryChain])
    await sealRows(db, chain, testKeys.audit, undefined, { settleMs: 0, unsettledMs });
};
const audit = (n: number, on = cabinet.billingDb, reference = '') =>
  insertAudit(
    on,
    { actor: reference === '' ? 'closing' : 'admin:test', reference },
    Array.from({ length: n }, (_, index) => ({
      accountNumber: '2390001111',
      kind: 'ledger.corrected',
      payload: { sum: `${index}.00` },
      before: { balance: '0.00' },
    })),
    cabinet.clock.now(),
  );
const change = () =>
  sql`insert into portal.staff_change (change_id, actor_id, happened_at, reference, subject, before, after)
    values (${newId()}::uuid, ${owner}::uuid, now(), 'r', 'olena', '{"roles":["operator"]}', '{"roles":["billing"]}')`.execute(
    db,
  );
const act = (outcome: string | null) =>
  sql`insert into portal.staff_action (action_id, actor_id, call, accounts, subjects, happened_at, address, reference, outcome)
    values (${newId()}::uuid, ${owner}::uuid, '/api/admins/change', '{}', '{}', now(), '', 'r', ${outcome}::text)`.execute(
    db,
  );
const sealsOf = async ({ schema, chain }: SealedTable) => {
  const { rows } = await sql<{ rows: number }>`
    select cardinality(row_ids) as rows from ${sql.table(`${schema}.audit_seal`)} where chain = ${chain}
     order by seal_number`.execute(db);
  return rows.map(({ rows: count }) => count);
};
/** Seals until a chain has seals of so many rows: transactions of other databases of the server hold it up, too. */
const sealUntil = (chain: SealedTable, rows: readonly number[], unsettledMs = 0) =>
  vi.waitFor(
    async () => {
      await sealAll(unsettledMs);
      expect(await sealsOf(chain)).toEqual(rows);
    },
    { timeout: 20_000, interval: 50 },
  );
/** Lines of the command about the chains. */
async function doctor(isAll = false, more: Record<string, string> = {}, seals?: string) {
  const lines: string[] = [];
  const environment = { DATABASE_URL: cabinet.url, SVITLO_DATA: folder, AUDIT_KEYS: testKeyText('auditkey') };
  await runDoctor({ ...environment, ...more }, (line) => void lines.push(line), { isAll, seals });
  return lines.filter((line) => /журнал|файл печаток/.test(line)).map((line) => line.trim());
}
const problems = (lines: readonly string[]) => lines.filter((line) => line.startsWith('ПОГАНО'));
/** With the triggers off, as a superuser can. */
async function tamper(table: string, statement: ReturnType<typeof sql>) {
  await sql`alter table ${sql.table(table)} disable trigger user`.execute(superuser.db);
  await statement.execute(superuser.db);
  await sql`alter table ${sql.table(table)} enable trigger user`.execute(superuser.db);
}
const idAt = async (column: string, table: string, number: string, at: number) => {
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(column)} as id from ${sql.table(table)} order by ${sql.ref(number)} offset ${at} limit 1`.execute(
    db,
  );
  return rows[0]?.id ?? '';
};

test('rows are sealed in blocks of a thousand numbers, with their place in the chain, and again none twice', async () => {
  await audit(1);
  await audit(2399);
  for (let n = 0; n < 3; n += 1) await change();
  for (let n = 0; n < 3; n += 1) await act('success');
  await sealUntil(auditEntryChain, [1000, 1000, 400]);
  await sealUntil(changeChain, [3]);
  await sealUntil(actionChain, [3]);
  await sealAll();
  expect(await sealsOf(auditEntryChain)).toEqual([1000, 1000, 400]);
  const { rows } = await sql<{ before: string }>`
    select rows_before::text as before from billing.audit_seal order by seal_number`.execute(db);
  expect(rows.map(({ before }) => before)).toEqual(['0', '1000', '2000']);
  const lines = await doctor();
  expect(problems(lines)).toEqual([]);
  expect(lines).toContain('добре   журнал auditEntry: перевірено нове, рядків: 2400; ще не запечатано: 0');
  // What was checked is not checked again, unless all is.
  expect(await doctor()).toContain(
    'добре   журнал auditEntry: перевірено нове, рядків: 0; ще не запечатано: 0',
  );
  expect(await doctor(true)).toContain(
    'добре   журнал auditEntry: перевірено весь, рядків: 2400; ще не запечатано: 0',
  );
});

test('a row of a transaction that is under way waits, with those that came after it, and is sealed once it is there', async () => {
  const other = connectDatabase<unknown>({ url: cabinet.url, poolSize: 1 });
  let finish: () => void = () => undefined;
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const running = other.db.transaction().execute(async (one) => {
    await audit(1, one as unknown as typeof cabinet.billingDb);
    begun();
    await isFinished;
  });
  await hasBegun;
  await audit(1);
  await sealAll();
  const [seals, lines] = [await sealsOf(auditEntryChain), await doctor()];
  finish();
  await running;
  await other.close();
  expect(seals).toHaveLength(3);
  expect(lines).toContain('добре   журнал auditEntry: перевірено нове, рядків: 0; ще не запечатано: 1');
  await sealUntil(auditEntryChain, [1000, 1000, 400, 2]);
  expect(problems(await doctor())).toEqual([]);
});

test('an action without an outcome waits; one that is sealed without gets none any more', async () => {
  await act('success');
  await act(null);
  await act('success');
  await sealUntil(actionChain, [3, 1], 600_000);
  await sealUntil(actionChain, [3, 1, 2]);
  await expect(
    sql`update portal.staff_action set outcome = 'success' where outcome is null`.execute(db),
  ).rejects.toThrow('append-only');
  expect(problems(await doctor())).toEqual([]);
});

test('the database refuses to change or remove the audit and its seals', async () => {
  for (const table of [
    'billing.audit_entry',
    'billing.audit_seal',
    'portal.audit_seal',
    'portal.staff_change',
  ])
    for (const statement of [sql`delete from ${sql.table(table)}`, sql`truncate ${sql.table(table)}`])
      await expect(statement.execute(superuser.db)).rejects.toThrow('append-only');
  await expect(sql`update billing.audit_entry set actor = 'x'`.execute(superuser.db)).rejects.toThrow(
    'append-only',
  );
  await expect(sql`truncate portal.staff_action cascade`.execute(superuser.db)).rejects.toThrow(
    'append-only',
  );
});

test.each([
  ['billing.audit_entry', 'audit_id', 'entry_number', 'action', 'auditEntry'],
  ['portal.staff_change', 'change_id', 'change_number', 'subject', 'staffChange'],
  ['portal.staff_action', 'action_id', 'action_number', 'outcome', 'staffAction'],
])(
  'the command names a row of %s that was changed and one that was removed',
  async (table, id, number, column, chain) => {
    await sealAll();
    const of = (lines: readonly string[]) => problems(lines).filter((line) => line.includes(chain));
    expect(of(await doctor())).toEqual([]);
    const [changed, removed] = [await idAt(id, table, number, 1), await idAt(id, table, number, 2)];
    await tamper(
      table,
      sql`update ${sql.table(table)} set ${sql.ref(column)} = 'forged' where ${sql.ref(id)} = ${changed}::uuid`,
    );
    await tamper(table, sql`delete from ${sql.table(table)} where ${sql.ref(id)} = ${removed}::uuid`);
    const both = [
      `ПОГАНО  журнал ${chain}: рядок ${changed} змінено після запечатування (печатка 1)`,
      `ПОГАНО  журнал ${chain}: рядок ${removed} видалено після запечатування (печатка 1)`,
    ].toSorted();
    // What was checked before is looked at each time, of the billing with the flag.
    expect(of(await doctor()).toSorted()).toEqual(chain === 'auditEntry' ? [] : both);
    expect(of(await doctor(true)).toSorted()).toEqual(both);
  },
);

test('a reference is sealed with its row; a row without one is sealed as before there were any', async () => {
  const { rows } = await sql<{ isAsBefore: boolean }>`
    select bool_and(${sql.raw(auditEntryChain.content)} = jsonb_build_array(kept.account_number, kept.audit_id, kept.entry_number,
      (extract(epoch from kept.happened_at) * 1000000)::bigint, kept.actor, kept.action, kept.before, kept.after)::text)
      as "isAsBefore" from billing.audit_entry kept where reference = ''`.execute(db);
  expect(rows).toEqual([{ isAsBefore: true }]);
  await audit(1, cabinet.billingDb, 'request-1');
  const seals = await sealsOf(auditEntryChain);
  await sealUntil(auditEntryChain, [...seals, 1]);
  const named = await sql<{ id: string }>`
    select audit_id as id from billing.audit_entry where reference = 'request-1'`.execute(db);
  const ids = [named.rows[0]?.id ?? '', await idAt('audit_id', 'billing.audit_entry', 'entry_number', 40)];
  const of = (lines: readonly string[]) =>
    problems(lines).filter((line) => ids.some((id) => line.includes(id)));
  expect(of(await doctor(true))).toEqual([]);
  const forge = (id: string | undefined, reference: string) =>
    tamper(
      'billing.audit_entry',
      sql`update billing.audit_entry set reference = ${reference} where audit_id = ${id}::uuid`,
    );
  await forge(ids[0], '');
  await forge(ids[1], 'request-1');
  expect(of(await doctor(true)).toSorted()).toEqual(
    [
      `ПОГАНО  журнал auditEntry: рядок ${ids[0]} змінено після запечатування (печатка ${seals.length + 1})`,
      `ПОГАНО  журнал auditEntry: рядок ${ids[1]} змінено після запечатування (печатка 1)`,
    ].toSorted(),
  );
  await forge(ids[0], 'request-1');
});

test('the command names a row that was added among sealed ones, a seal that was changed, and that seals are gone', async () => {
  const added = newId();
  await tamper(
    'billing.audit_entry',
    sql`
    insert into billing.audit_entry (account_number, audit_id, entry_number, happened_at, actor, action)
    overriding system value values ('2390001111', ${added}::uuid, 1500, now(), 'x', 'forged')`,
  );
  await tamper(
    'billing.audit_seal',
    sql`update billing.audit_seal set rows_before = 7 where seal_number = 3`,
  );
  const found = problems(await doctor(true));
  expect(found).toContain(`ПОГАНО  журнал auditEntry: рядок ${added} додано після запечатування (печатка 2)`);
  expect(found).toContain('ПОГАНО  журнал auditEntry: печатку 3 змінено або вона не продовжує попередню');
  await tamper('portal.audit_seal', sql`delete from portal.audit_seal where chain = 'staffChange'`);
  expect(problems(await doctor())).toContain(
    'ПОГАНО  журнал staffChange: печатки 1, яку вже було перевірено, немає або вона інша',
  );
});

describe('access to the database alone', () => {
  /** Removes a row and all seals of a chain, and has it sealed again with the keys. */
  async function forgeChain(keys = testKeys.audit) {
    const removed = await idAt('change_id', 'portal.staff_change', 'change_number', 0);
    await tamper(
      'portal.staff_change',
      sql`delete from portal.staff_change where change_id = ${removed}::uuid`,
    );
    await tamper('portal.audit_seal', sql`delete from portal.audit_seal where chain = 'staffChange'`);
    await sql`delete from portal.audit_chain where chain = 'staffChange'`.execute(superuser.db);
    await vi.waitFor(
      async () => {
        await sealRows(db, changeChain, keys, undefined, { settleMs: 0, unsettledMs: 0 });
        expect(await readNewestSeal(db, changeChain)).not.toBeNull();
      },
      { timeout: 20_000, interval: 50 },
    );
  }
  const ofChanges = (lines: readonly string[]) =>
    problems(lines).filter((line) => line.includes('staffChange'));
  beforeAll(async () => {
    // The seals that were changed above go with what they sealed.
    for (const table of ['portal.audit_seal', 'billing.audit_seal'])
      await tamper(table, sql`delete from ${sql.table(table)}`);
    for (const table of ['portal.audit_chain', 'billing.audit_chain'])
      await sql`delete from ${sql.table(table)}`.execute(superuser.db);
    for (let n = 0; n < 4; n += 1) await change();
    await forgeChain();
    expect(ofChanges(await doctor())).toEqual([]);
  });

  test('makes no seals: those of another secret are named, and the server adds none after them', async () => {
    const [id] = testKeyText('auditkey').split(':');
    const secret = Buffer.alloc(32, 7).toString('base64');
    await forgeChain(parseKeyRing('AUDIT_KEYS', `${id}:${secret}`));
    expect(ofChanges(await doctor())).toEqual([
      'ПОГАНО  журнал staffChange: печатку 1 змінено або вона не продовжує попередню',
    ]);
    await forgeChain(parseKeyRing('AUDIT_KEYS', `other:${secret}`));
    expect(ofChanges(await doctor())).toEqual([
      'ПОГАНО  журнал staffChange: у AUDIT_KEYS немає ключа other печатки 1 і наступних; поверніть його',
    ]);
    await change();
    await expect(sealAll()).rejects.toThrow('no key "other"');
    await forgeChain();
  });

  test('puts no seals of the time before the keys in place of those with a key', async () => {
    await change();
    const { seal } = (await readNewestSeal(db, changeChain)) ?? { seal: 0 };
    await vi.waitFor(
      async () => {
        await sealAll();
        expect((await readNewestSeal(db, changeChain))?.seal).toBe(seal + 1);
      },
      { timeout: 20_000, interval: 50 },
    );
    await tamper(
      'portal.audit_seal',
      sql`update portal.audit_seal set key_id = '' where chain = 'staffChange' and seal_number = ${seal + 1}`,
    );
    expect(ofChanges(await doctor())).toEqual([
      `ПОГАНО  журнал staffChange: печатку ${seal + 1} змінено або вона не продовжує попередню`,
    ]);
    await forgeChain();
  });

  test('does not make the server seal it again unnoticed: a seal that was sent away is another one', async () => {
    const sent = await readNewestSeal(db, changeChain);
    const line = `svitlo-audit-seal chain=staffChange seal=${sent?.seal} hash=${sent?.hash}`;
    const mail = join(folder, 'mail.txt');
    await writeFile(mail, `Hello,\r\n> ${line}\r\n`);
    expect(ofChanges(await doctor(false, {}, mail))).toEqual([]);
    await forgeChain();
    expect(ofChanges(await doctor())).toEqual([]);
    const problem = `ПОГАНО  журнал staffChange: надіслану печатку ${sent?.seal} змінено або видалено в базі`;
    expect(ofChanges(await doctor(false, {}, mail))).toEqual([problem]);
    // The file of the data folder is read each time.
    await writeFile(join(folder, 'audit-seals.log'), `${line}\n`);
    expect(ofChanges(await doctor())).toEqual([problem]);
    await rm(join(folder, 'audit-seals.log'));
    expect((await doctor(false, {}, join(folder, 'none'))).join()).toContain('файл печаток не прочитано');
  });

  test('does not begin a chain again unnoticed: its rows are days older, and no record knows it', async () => {
    await tamper(
      'portal.staff_change',
      sql`update portal.staff_change set happened_at = happened_at - interval '3 days'`,
    );
    await forgeChain();
    expect(ofChanges(await doctor())).toEqual([
      'ПОГАНО  журнал staffChange: перша печатка молодша за свої рядки на 3 дн., її могли створити наново; ' +
        'порівняйте з надісланими: npm run doctor -- --seals <файл>',
    ]);
    const { seal, hash } = (await readNewestSeal(db, changeChain)) ?? {};
    await writeFile(
      join(folder, 'audit-seals.log'),
      `svitlo-audit-seal chain=staffChange seal=${seal} hash=${hash}\n`,
    );
    expect(ofChanges(await doctor())).toEqual([]);
    await rm(join(folder, 'audit-seals.log'));
  });

  test('does not leave rows without seals unnoticed', async () => {
    await change();
    await tamper(
      'portal.staff_change',
      sql`update portal.staff_change set happened_at = now() - interval '61 minutes'
           where change_number = (select max(change_number) from portal.staff_change)`,
    );
    const unsealed = 'ПОГАНО  журнал staffChange: понад годину без печатки, рядків: 1; запустіть сервер';
    // A fresh installation: the sample and an import have rows of earlier hours.
    expect(ofChanges(await doctor())).not.toContain(unsealed);
    await sql`update portal.kysely_migration set timestamp = ${instantToIso((systemClock.now() - 3_700_000) as ReturnType<typeof systemClock.now>)}`.execute(
      db,
    );
    expect(ofChanges(await doctor())).toContain(unsealed);
  });
});

test('the command says whether the role of the product owns the audit', async () => {
  expect(await doctor()).toContain('добре   роль сервера лише доповнює журнал');
  const owned =
    'роль сервера володіє журналом і може його переписати; запустіть сервер раз із DATABASE_ADMIN_URL';
  const asSuperuser = { DATABASE_URL: cabinet.adminUrl };
  expect(await doctor(false, asSuperuser)).toContain(`увага   ${owned}`);
  expect(await doctor(false, { ...asSuperuser, NODE_ENV: 'production', CLAMD: 'off' })).toContain(
    `ПОГАНО  ${owned}`,
  );
});

test('the command names targets that lack seals for more than a day', async () => {
  const target = `file:${join(folder, 'audit-seals.log')}`;
  const unsent = `ПОГАНО  печатки журналу staffChange не надіслано понад добу: ${target}`;
  expect(await doctor()).not.toContain(unsent);
  await tamper(
    'portal.audit_seal',
    sql`update portal.audit_seal set sealed_at = sealed_at - interval '27 hours'`,
  );
  expect(await doctor()).toContain(unsent);
});
