import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { kioskFile, type StatementFixture, startStatementFixture } from './testing/statement-fixture.ts';

const ROWS = 600;
const child = join(import.meta.dirname, 'testing/import-child.ts');

let fixture: StatementFixture;
let folder: string;
beforeAll(async () => {
  fixture = await startStatementFixture();
  folder = await mkdtemp(join(tmpdir(), 'killed-'));
});
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the import until the n-th word of its progress, and kills it there; the last word that it said. */
function importUntil(path: string, words: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const process_ = spawn(process.execPath, [child, fixture.billing.url, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output: string[] = [];
    process_.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = [...output, ...text.trim().split('\n')];
      if (output.length >= words) process_.kill('SIGKILL');
    });
    process_.once('error', reject);
    process_.once('exit', () => resolve(output.at(-1) ?? ''));
  });
}

test('an import that is killed again and again books every kopiyka once', async () => {
  const accounts: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const { accountNumber } = await makeAccount(fixture.db);
    await makeCharge(fixture.db, accountNumber, '2026-10', '432.50');
    accounts.push(accountNumber);
  }
  const path = join(folder, 'statement.csv');
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    date: '2026-01-05',
    account: index % 50 === 49 ? '' : (accounts[index % 5] ?? ''),
    sum: `${1 + (index % 3)}.05`,
  }));
  await writeFile(path, kioskFile(rows));

  // Killed while it reads, while it books, and once at a chunk more than the time before.
  let last = '';
  let kills = 0;
  for (; last !== 'done' && kills < 12; kills += 1) last = await importUntil(path, 1 + kills);
  if (last !== 'done') last = await importUntil(path, 1000);
  expect(last).toBe('done');
  expect(kills).toBeGreaterThan(3);

  const { rows: totals } = await sql`
    select row_count, matched_count, duplicate_count, unmatched_count, state from billing.bank_statement`.execute(
    fixture.db,
  );
  expect(totals).toEqual([
    { row_count: ROWS, matched_count: ROWS - 12, duplicate_count: 0, unmatched_count: 12, state: 'done' },
  ]);
  const { rows: booked } = await sql<{ booked: bigint; total: bigint }>`
    select (select sum(amount_kopiykas)::bigint from billing.ledger_entry where kind = 'payment') as booked,
      (select matched_kopiykas from billing.bank_statement) as total`.execute(fixture.db);
  expect(booked[0]?.booked).toBe(booked[0]?.total);
  expect(await fixture.problems()).toEqual([]);
}, 120_000);
