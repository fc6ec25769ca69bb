import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { type BillingPeriod, firstDay, firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { allFormats } from './all-formats.ts';
import { customerChecks } from './checks-of-customers.ts';
import { feedInChecks } from './checks-of-feed-in.ts';
import { meterChecks } from './checks-of-meters.ts';
import { moneyChecks } from './checks-of-money.ts';
import { readingChecks } from './checks-of-readings.ts';
import { storedChecks } from './checks-of-stored.ts';
import { supplierChecks } from './checks-of-supplier.ts';
import { type CrossCheck, repeatedKey, runCheck } from './cross-check.ts';
import type { ImportProgress } from './import-progress.ts';
import { ProblemCollector } from './problem.ts';
import { createStage, stageFile } from './stage-file.ts';

const crossChecks: readonly CrossCheck[] = [
  ...supplierChecks,
  ...customerChecks,
  ...meterChecks,
  // What changes do to stored rows is checked once the base files are loaded.
  repeatedKey(
    'changes.csv',
    'stage_change',
    ['account_number', 'change', "coalesce(nullif(serial_number, ''), eic_code, '')", 'effective_on'],
    'effective_on',
  ),
  ...readingChecks,
  ...moneyChecks,
  ...feedInChecks,
  ...storedChecks,
];

const fileOrder = new Map(allFormats.map(({ file }, place) => [file, place]));

export interface CheckedFolder {
  readonly problems: ProblemCollector;
  /** CSV files that are no part of the format. */
  readonly ignoredFiles: readonly string[];
  /** Month of the first reading: where the history begins. */
  readonly firstPeriod: BillingPeriod;
}

async function stageAll(
  client: pg.PoolClient,
  folder: string,
  problems: ProblemCollector,
  onProgress: (progress: ImportProgress) => void,
): Promise<boolean> {
  let comparable = true;
  for (const format of allFormats) {
    await createStage(client, format);
    const path = join(folder, format.file);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) {
      if (format.optional) continue;
      problems.add({ file: format.file, line: null, column: null, code: 'file.missing', value: '' });
      comparable = false;
      continue;
    }
    let done = 0;
    const staged = await stageFile({
      client,
      format,
      path,
      problems,
      onBytes(bytes) {
        done += bytes;
        onProgress({ step: 'reading', file: format.file, done, total: found.size });
      },
    });
    comparable &&= staged.isReadable;
    await client.query(`analyze ${format.stage}`);
  }
  return comparable;
}

/** What the checks and the loading compare with: today, where the history begins, the first period still open. */
async function settle(client: pg.PoolClient, now: Instant): Promise<BillingPeriod> {
  const today = kyivDateOf(now);
  const month = periodOf(today);
  const { rows } = await client.query<{ first: LocalDate | null }>(
    'select min(effective_date) as first from stage_reading',
  );
  const first = rows[0]?.first ?? null;
  const firstPeriod = first === null || periodOf(first) > month ? month : periodOf(first);
  await client.query(`create temporary table stage_setting (today date, next_month date, history_start date,
    first_open_period text, now timestamptz) on commit drop`);
  await client.query(
    `insert into stage_setting select $1, $2, $3, greatest($4, (
        select to_char((max(period) || '-01')::date + interval '1 month', 'YYYY-MM')
        from billing.period where state <> 'open')), $5`,
    [today, firstDayAfter(month), firstDay(firstPeriod), firstPeriod, instantToIso(now)],
  );
  return firstPeriod;
}

/**
 * Reads the whole folder into staging tables of the transaction that `client` is in, and checks it: files, headers, every
 * value, rules between values, rows and files. Files are compared with each other only when all of them can be read.
 */
export async function checkFolder(
  client: pg.PoolClient,
  folder: string,
  now: Instant,
  onProgress: (progress: ImportProgress) => void,
): Promise<CheckedFolder> {
  const problems = new ProblemCollector();
  const names = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith('.csv'));
  const comparable = await stageAll(client, folder, problems, onProgress);
  const firstPeriod = await settle(client, now);
  if (comparable) {
    for (const [done, check] of crossChecks.entries()) {
      onProgress({ step: 'checking', file: check.file, done, total: crossChecks.length });
      await runCheck(client, check, problems);
    }
  }
  problems.list.sort(
    (a, b) => (fileOrder.get(a.file) ?? 0) - (fileOrder.get(b.file) ?? 0) || (a.line ?? 0) - (b.line ?? 0),
  );
  return {
    problems,
    ignoredFiles: names.filter((name) => !fileOrder.has(name)).sort(),
    firstPeriod,
  };
}
