import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { allFormats, importFolder } from '#billing/modules/import/public.ts';
import { problemReport } from '#cli/output/import-problem-text.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { CsvFile } from '#sample/csv-file.ts';
import { sampleEdrpou } from '#sample/supplier-and-tariffs.ts';
import type { Answers } from './questions.ts';
import { words } from './setup.template.ts';

const supplierFile = 'supplier.csv';

/** Columns of supplier.csv that are asked about. */
const columns = [
  ['name', 'supplierName'],
  ['short_name', 'supplierShortName'],
  ['edrpou', 'supplierEdrpou'],
  ['iban', 'supplierIban'],
  ['bank_name', 'supplierBank'],
  ['address', 'supplierAddress'],
  ['phones', 'supplierPhones'],
  ['email', 'supplierEmail'],
  ['readings_email', 'supplierReadingsEmail'],
  ['main_url', 'supplierUrl'],
] as const;

/** A folder of imports with the supplier alone: the other files have their header. */
function writeFolder(folder: string, answers: Answers): void {
  const file = new CsvFile(
    folder,
    supplierFile,
    columns.map(([column]) => column),
  );
  file.write(...columns.map(([, name]) => answers.get(name) ?? ''));
  file.close();
  for (const format of allFormats) {
    if (format.optional || format.file === supplierFile) continue;
    new CsvFile(folder, format.file, Object.keys(format.columns)).close();
  }
}

/**
 * Loads the supplier by the import that loads its customers later, and leaves its `supplier.csv` at `copyTo` for them: an import
 * refuses another one. @throws Error with the problems.
 */
export async function loadSupplier(url: string, answers: Answers, copyTo: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-supplier-'));
  const { db, pool, close } = connectDatabase<unknown>({ url, poolSize: 4, name: 'svitlo-setup' });
  try {
    writeFolder(folder, answers);
    const result = await importFolder({
      db: db as BillingDatabase,
      pool,
      folder,
      clock: systemClock,
      refusedSupplier: sampleEdrpou,
    });
    if (result.kind === 'problems')
      throw new Error(words.supplierRefused(problemReport(result.problems, result.total).join('\n')));
    if (result.kind !== 'loaded') throw new Error(words.supplierRefused(result.kind));
    await copyFile(join(folder, supplierFile), copyTo);
  } finally {
    await close();
    await rm(folder, { recursive: true });
  }
}
