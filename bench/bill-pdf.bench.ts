import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { openBenchDatabase } from '#bench/support/seed/bench-database.ts';
import { BILL_GET, BILL_PDF } from '#billing/api/bills.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type BillingClient, createBillingClient, inProcess } from '#billing/client.ts';
import { createBillDocument } from '#billing/modules/bills/document/bill-document.ts';
import { importFolder } from '#billing/modules/import/public.ts';
import type { BillData } from '#contract/values/bill.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createPdf } from '#platform/pdf/create-pdf.ts';
import { median } from './support/median.ts';

const run = promisify(execFile);
const households = 100;
const months = 15;
const rounds = 5;
const perRound = 200;
const context = { reference: '', actor: 'bench' };
const mib = 1024 * 1024;

export interface BillPdfBenchResult {
  /** Documents per second of one process, median of the rounds: drawn bills, and empty pages of the same library. */
  readonly bills: number;
  readonly emptyPages: number;
  /** Time of a bill relative to an empty page, median of the rounds' ratios. */
  readonly ratio: number;
  /** Bills per second including the function-module call for each. */
  readonly withCall: number;
  readonly kibibytes: number;
  /** Memory growth of the process over all of them, MiB. */
  readonly grownMib: number;
}

/** A page with one word in each font: the base cost of every document. */
function emptyPage(): Promise<Buffer> {
  return createPdf({ title: 'x', subject: 'x', author: 'x', createdAt: 0 }, (pdf) => {
    for (const font of ['regular', 'semibold', 'bold'] as const)
      pdf.leaf('P', () => void pdf.text('x', { x: 40, y: 40, font }));
  });
}

/** Realistic bills of an imported supplier: the last month of each household. */
async function loadBills(
  url: string,
  use: (client: BillingClient, bills: readonly BillData[]) => Promise<BillPdfBenchResult>,
): Promise<BillPdfBenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-supplier-'));
  const connected = connectDatabase<unknown>({ url, poolSize: 6 });
  try {
    const maker = join(import.meta.dirname, 'make-folder.ts');
    await run(process.execPath, [
      maker,
      String(households),
      folder,
      '--months',
      String(months),
      '--sign-ins',
      '1',
    ]);
    const db = connected.db as BillingDatabase;
    const loaded = await importFolder({ db, pool: connected.pool, folder, clock: systemClock });
    if (loaded.kind !== 'loaded') throw new Error('the supplier was not loaded');
    const client = createBillingClient({
      transport: inProcess(createBilling({ db, clock: systemClock })),
      record: () => undefined,
      clock: systemClock,
    });
    const { rows } = await sql<{ accountNumber: string; period: string }>`
      select account_number as "accountNumber", max(period) as period from billing.bill group by 1`.execute(
      db,
    );
    const bills: BillData[] = [];
    for (const key of rows) {
      const found = await client.call(BILL_GET, key, context);
      if (found.ok) bills.push(found.data.bill);
    }
    return await use(client, bills);
  } finally {
    await connected.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a number of documents; returns the rate per second. */
async function rateOf(make: (index: number) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let index = 0; index < perRound; index++) await make(index);
  return perRound / ((performance.now() - began) / 1000);
}

/** Bill PDFs per second of one process, alternating with empty pages of the same library, and the memory growth. */
export async function benchBillPdf({
  log = () => undefined,
}: {
  readonly log?: (line: string) => void;
}): Promise<BillPdfBenchResult> {
  const database = await openBenchDatabase();
  try {
    return await loadBills(database.url, async (client, bills) => {
      const billAt = (index: number) => bills[index % bills.length] as BillData;
      const draw = (index: number) => createBillDocument(billAt(index));
      const ask = async (index: number) => {
        const { customer, period } = billAt(index);
        const drawn = await client.call(BILL_PDF, { accountNumber: customer.account, period }, context);
        if (!drawn.ok) throw new Error(`BILL_PDF refused: ${drawn.code}`);
      };
      const kibibytes = (await draw(0)).length / 1024;
      await rateOf(draw);
      await rateOf(emptyPage);
      const before = process.memoryUsage().rss;
      const measured = [];
      for (let round = 1; round <= rounds; round++) {
        const [drawn, empty, withCall] = [await rateOf(draw), await rateOf(emptyPage), await rateOf(ask)];
        log(
          `round ${round}: bills ${drawn.toFixed(0)}/s, empty pages ${empty.toFixed(0)}/s, asked ${withCall.toFixed(0)}/s`,
        );
        measured.push({ drawn, empty, withCall, ratio: empty / drawn });
      }
      return {
        bills: median(measured.map(({ drawn }) => drawn)),
        emptyPages: median(measured.map(({ empty }) => empty)),
        withCall: median(measured.map(({ withCall }) => withCall)),
        ratio: median(measured.map(({ ratio }) => ratio)),
        kibibytes,
        grownMib: (process.memoryUsage().rss - before) / mib,
      };
    });
  } finally {
    await database.close();
  }
}
