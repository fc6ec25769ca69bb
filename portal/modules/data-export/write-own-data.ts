import type { OwnDataFormat } from '#contract/data-export.ts';
import { fileTypes } from '#contract/define-call.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { Table } from '#platform/tables/table.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import { type CallResult, sendFile } from '#portal/http/call-result.ts';
import { paymentsTable } from '../payments/public.ts';
import { readingsTable } from '../readings/public.ts';
import type { OwnData, OwnDataAsked } from './gather-own-data.ts';
import type { writeGreenButton } from './green-button/green-button.template.ts';
import type { writeOwnJson } from './own-data-json.ts';
import { billsTable, consumptionTable } from './own-data-tables.template.ts';

/** The data as JSON, written by a worker. */
export const writeJsonInWorker = drawnByWorker<typeof writeOwnJson>(
  new URL('./own-data-json.ts', import.meta.url).href,
  'writeOwnJson',
);
const writeGreenButtonInWorker = drawnByWorker<typeof writeGreenButton>(
  new URL('./green-button/green-button.template.ts', import.meta.url).href,
  'writeGreenButton',
);

/** The data as a file of a format. */
export async function writeOwnData(
  format: OwnDataFormat,
  data: OwnData,
  asked: OwnDataAsked,
  at: Instant,
): Promise<CallResult<never>> {
  const name = fileNameOf(
    asked.what === 'all' ? 'ownData' : asked.what,
    asked.accountNumber,
    asked.from ?? null,
    asked.to ?? null,
  );
  if (format === 'json') {
    const content = Buffer.from(await writeJsonInWorker(data, asked, at));
    return sendFile(content, `${name}.json`, fileTypes.json);
  }
  if (format === 'greenButton') {
    if (!data.usage) throw new Error('Green Button without consumption');
    const content = Buffer.from(await writeGreenButtonInWorker(asked.accountNumber, data.usage, at));
    return sendFile(content, `${fileNameOf('greenButton', asked.accountNumber)}.xml`, fileTypes.atom);
  }
  const [first, ...others] = tablesOf(data, asked);
  if (!first) throw new Error(`no table of ${asked.what}`);
  const { content, fileName, contentType } = await tableFile(format, name, [first, ...others]);
  return sendFile(content, fileName, contentType);
}

/** The sheets of the parts that were asked for. */
export function tablesOf({ readings, usage, payments }: OwnData, { what }: OwnDataAsked): Table[] {
  return [
    ...(readings ? [readingsTable(readings.readings)] : []),
    ...(usage && what !== 'bills' ? [consumptionTable(usage.intervals)] : []),
    ...(usage && what !== 'consumption' ? [billsTable(usage.bills)] : []),
    ...(payments ? [paymentsTable(payments.payments, payments.totals.sum)] : []),
  ];
}
