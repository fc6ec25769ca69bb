import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { writeStatements } from '#billing/modules/readings/write-statement.ts';
import { accountOf } from '../seed/seed-readings.ts';
import { runPgbench } from './pgbench.ts';

const run = promisify(execFile);

/** Stored answer of a submission, returned to a repeated request. */
const answer = JSON.stringify({
  outcome: {
    kind: 'accepted',
    code: 'readings.accepted',
    registers: [{ zone: 'single', previousValue: 3400, value: 3500, kwh: 100 }],
    totalKwh: 100,
    effectiveDate: '2026-11-01',
  },
  sum: '432.00',
});
const event = JSON.stringify({
  meterId: '00000000-0000-7001-8000-000000000001',
  period: '2026-10',
  effectiveDate: '2026-11-01',
  code: 'readings.accepted',
  values: { single: 3500 },
  kwh: 100,
  sum: '432.00',
  receiptNumber: '100001',
});

const actor = 'person:00000000-0000-7004-8000-000000000001';

/** Placeholders of the statement's parameters, for pgbench or the driver. */
interface Parameters {
  readonly account: string;
  readonly answer: string;
  readonly event: string;
  readonly actor: string;
}

/** Which statement writes a reading. */
export type Statement = 'own' | 'bare';

/** The same rows as bare inserts, checked only by keys and foreign keys. */
const bareInserts = (given: Parameters, period: string) => `
with given as (select ${given.account}::bigint::text as account_number, ${meterOf(given.account)} as meter_id,
  uuidv7() as submission_id, ${given.event}::jsonb as event),
submission as (
  insert into billing.reading_submission (account_number, submission_id, request_id, meter_id, period, receipt_number,
    outcome, taken_at, submitted_at, large_deviations_in_a_row)
  select account_number, submission_id, uuidv7(), meter_id, '${period}', nextval('billing.receipt_number'),
    ${given.answer}::jsonb, now(), now(), 0 from given),
audit as (
  insert into billing.audit_entry (account_number, audit_id, happened_at, actor, reference, action, after)
  select account_number, uuidv7(), now(), ${given.actor}::text, uuidv7()::text, 'reading.submit',
    jsonb_build_object('period', '${period}', 'receiptNumber', '100001') from given),
event as (
  insert into billing.outbox_event (event_id, account_number, kind, payload, created_at)
  select uuidv7(), account_number, 'reading.accepted', event, now() from given)
insert into billing.reading (account_number, meter_id, zone, reading_id, period, value, effective_date, submitted_at,
  source, status, submission_id)
select account_number, meter_id, 'single', uuidv7(), '${period}', 3500, '${period}-28', now(), 'customer', 'accepted',
  submission_id from given`;

const now = 'array[extract(epoch from clock_timestamp()) * 1000]';

/** The server's statement with the parameters of one reading, in the order of write-statement.ts. */
function ownStatement(given: Parameters, period: string): string {
  const parameters = [
    now,
    `array['${period}']`,
    `array[${given.account}::bigint::text]`,
    'array[uuidv7()]',
    'array[uuidv7()]',
    `array[${meterOf(given.account)}]`,
    `array['${period}']`,
    "array[nextval('billing.receipt_number')]",
    "'{null}'",
    "'{null}'",
    now,
    "'{0}'",
    `array[${given.actor}::text]`,
    'array[uuidv7()]',
    'array[uuidv7()]',
    "'{accepted}'",
    `jsonb_build_array(${given.answer}::jsonb)`,
    "'[null]'",
    `jsonb_build_array(${given.event}::jsonb)`,
    "'{1}'",
    "'{single}'",
    'array[uuidv7()]',
    "'{3500}'",
    `'{${period}-28}'`,
    'array[uuidv7()::text]',
  ];
  return writeStatements.plain.replace(/\$(\d+)/g, (_, place) => `(${parameters[Number(place) - 1]})`);
}

function meterOf(account: string): string {
  return `('00000000-0000-7001-8000-' || lpad(to_hex(${account}::bigint - ${accountOf(0)} + 1), 12, '0'))::uuid`;
}

const statements = { own: ownStatement, bare: bareInserts };

export interface WriteLoad {
  readonly statement: Statement;
  readonly databaseUrl: string;
  readonly period: string;
  /** Index of the first account; each gets one reading. */
  readonly firstIndex: number;
  readonly connections: number;
  readonly writesPerConnection: number;
}

const variables: Parameters = { account: ':account', answer: ':answer', event: ':event', actor: ':actor' };

/** Whether pgbench is installed. */
export async function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
}

/** Writes per second of pgbench with the prepared statement. */
export function writeByPgbench(load: WriteLoad): Promise<number> {
  const first = Number(accountOf(load.firstIndex));
  return runPgbench({
    databaseUrl: load.databaseUrl,
    lines: [
      `\\set account ${first} - 1 + :client_id * ${load.writesPerConnection} + :k`,
      `${statements[load.statement](variables, load.period).replaceAll('\n', ' ')};`,
    ],
    variables: { answer, event, actor },
    connections: load.connections,
    perConnection: load.writesPerConnection,
  });
}

/** The same through the server's driver, when pgbench is not installed. */
export async function writeByDriver(load: WriteLoad): Promise<number> {
  const clients = Array.from(
    { length: load.connections },
    () => new pg.Client({ connectionString: load.databaseUrl }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const text = statements[load.statement](
    { account: '$1', answer: '$2', event: '$3', actor: '$4' },
    load.period,
  );
  const first = Number(accountOf(load.firstIndex));
  const started = performance.now();
  await Promise.all(
    clients.map(async (client, index) => {
      for (let k = 0; k < load.writesPerConnection; k++) {
        const account = first + index * load.writesPerConnection + k;
        await client.query({ name: load.statement, text, values: [String(account), answer, event, actor] });
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return (load.connections * load.writesPerConnection) / seconds;
}
