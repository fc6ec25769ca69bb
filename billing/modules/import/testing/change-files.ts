import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import type { Module, ModuleInput, ModuleOutput } from '#billing/api/define-module.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { collectLog } from '#platform/testing/collect-log.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { newId } from '#platform/uuid.ts';
import { importFolder } from '../public.ts';
import { supplierFiles } from './supplier-files.ts';

let database: TestDatabase;
/** The database of the test. */
let connected: ConnectedDatabase<unknown>;
const folders: string[] = [];
const clock = fixedClock(kyivInstant(localDate('2026-02-03'), 12, 0));

export const account = '2390001111';
const eic = '62Z0123456789017';
const readingHeader = 'account_number,serial_number,zone,effective_date,value\n';
/** The household as it is on 03.02.2026: 30 kWh a month, the meter shows 310. */
export const february = {
  ...supplierFiles,
  'readings.csv': `${readingHeader}${account},21040017,single,2026-01-01,280\n${account},21040017,single,2026-02-01,310\n`,
  'payments.csv': 'reference,account_number,paid_on,amount\n',
};

/** A fresh database for each test of a file, on 03.02.2026. */
export function setUpDatabase(): void {
  beforeEach(async () => {
    await connected?.close();
    await database?.close();
    database = await createTestDatabase();
    connected = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
    clock.set(kyivInstant(localDate('2026-02-03'), 12, 0));
  });

  afterAll(async () => {
    await connected.close();
    await database.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
}

/** Imports a folder: the files of February, some of them others. */
export async function load(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-changes-'));
  folders.push(folder);
  for (const [name, content] of Object.entries({ ...february, ...files }))
    await writeFile(join(folder, name), content);
  return importFolder({ db: connected.db as BillingDatabase, pool: connected.pool, folder, clock });
}

/** Runs a function module on the database of the test. */
export async function call<M extends Module>(module: M, input: ModuleInput<M>): Promise<ModuleOutput<M>> {
  const { log } = collectLog();
  const billing = createBilling({ db: connected.db as BillingDatabase, clock, log });
  const result = await billing.run(module.name, input, { reference: newId(), actor: 'test' });
  if (!result.ok) throw new Error(`${module.name} refused: ${result.code}`);
  return result.data as ModuleOutput<M>;
}

/** The rows of a query. */
export async function ask<Row>(text: string): Promise<Row[]> {
  return (await connected.pool.query(text)).rows as Row[];
}

/** Sets the clock to noon of a day. */
export function on(day: string): void {
  clock.set(kyivInstant(localDate(day), 12, 0));
}

const changesHeader =
  'account_number,change,effective_on,eic_code,serial_number,final_values,new_serial_number,zone_scheme,initial_values,' +
  'customer_code,tariff_code,contracted_power_kw,point_state,phone,document\n';
const columns = changesHeader.trim().split(',');

/** A line of changes.csv. */
function change(values: Readonly<Record<string, string>>): string {
  return `${columns.map((column) => ({ account_number: account, ...values })[column] ?? '').join(',')}\n`;
}
/** changes.csv with these lines. */
export const changes = (...rows: Readonly<Record<string, string>>[]) => ({
  'changes.csv': changesHeader + rows.map(change).join(''),
});

const replaced = { change: 'meterReplaced', effective_on: '2026-02-10', serial_number: '21040017' };
/** A meter that is replaced on 10.02.2026. */
export const replacement = changes({
  ...replaced,
  final_values: 'single=400',
  new_serial_number: '22',
  initial_values: 'single=0',
  document: 'Act 7',
});
/** The same replacement as base files tell it. */
export const baseFiles = {
  'meters.csv': february['meters.csv']
    .replace(',working,2021-05-18,,', ',removed,2021-05-18,2026-02-10,')
    .concat(`${account},${eic},22,Type,single,5,1,working,2026-02-10,,\n`),
  'registers.csv': february['registers.csv']
    .replace('single,0,', 'single,0,400')
    .concat(`${account},22,single,0,\n`),
};
export const changeRows = () =>
  ask<
    Record<string, unknown>
  >(`select kind, subject, effective_on::text as day, source, actor, document, before, after
    from billing.master_data_change order by effective_on, kind, subject`);
