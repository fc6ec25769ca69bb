import { PAYMENT_CONFIRM } from '#billing/api/payments.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { newId } from '#platform/uuid.ts';
import { orderOf, orderSum, paymentOf } from '../seed/seed-orders.ts';
import { accountOf } from '../seed/seed-readings.ts';
import { runPgbench } from './pgbench.ts';

/** A statement of the server with its parameters. */
export interface SentStatement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** Confirms the order with this index like the server; returns all its statements. */
export async function recordConfirmation(
  databaseUrl: string,
  index: number,
  period: BillingPeriod,
): Promise<readonly SentStatement[]> {
  const sent: SentStatement[] = [];
  const { db, close } = connectDatabase<unknown>({
    url: databaseUrl,
    poolSize: 1,
    onStatement: (text, parameters) => void sent.push({ text, parameters }),
  });
  try {
    const billing = createBilling({ db: db as BillingDatabase, clock: systemClock });
    const orderId = orderOf(index, period);
    const evidence = { MerchantOrderId: orderId, TransactionStatus: 'Accepted', Amount: 432.5 };
    const report = { provider: 'easypay', orderId, amount: orderSum, currency: 'UAH', evidence };
    const result = await billing.run(
      PAYMENT_CONFIRM.name,
      { ...report, providerReference: '700001', reportedAt: null },
      { reference: newId(), actor: 'provider:easypay' },
    );
    if (!result.ok) throw new Error(result.code);
    return sent;
  } finally {
    await close();
  }
}

/** SQL of a text with account, payment and new ids of the recorded order replaced by those of `:account`. */
function textOf(text: string, index: number): string {
  const ofOrder = new RegExp(
    `${paymentOf(index)}|${accountOf(index)}|[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`,
    'g',
  );
  const values: string[] = [];
  // pgbench takes a word after a colon as a variable, even inside a string.
  const spaced = text.replaceAll('%', '%%').replace(/:(?=[a-z])/g, ': ');
  const pattern = spaced.replace(ofOrder, (found) => {
    if (found === accountOf(index)) values.push('(:account)::bigint::text');
    else if (found === paymentOf(index)) {
      values.push(
        `'00000000-0000-7005-8000-' || lpad(to_hex((:account)::bigint - ${accountOf(0)} + 1), 12, '0')`,
      );
    } else values.push('uuidv7()::text');
    return '%s';
  });
  const quoted = `'${pattern.replaceAll("'", "''")}'`;
  return values.length === 0 ? quoted : `format(${quoted}, ${values.join(', ')})`;
}

function sqlOf(value: unknown, index: number): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return textOf(value, index);
  if (Array.isArray(value)) return `array[${value.map((one) => sqlOf(one, index)).join(', ')}]`;
  throw new Error(`a parameter of another kind: ${typeof value}`);
}

/** The recorded statements as script lines, for the account `:account`. */
function linesOf(sent: readonly SentStatement[], index: number): string[] {
  return sent.map(({ text, parameters }) => {
    const line = text.replace(/--.*$/gm, '').replaceAll('\n', ' ');
    return `${line.replace(/\$(\d+)/g, (_, place) => `(${sqlOf(parameters[Number(place) - 1], index)})`)};`;
  });
}

export interface ReplayLoad {
  readonly databaseUrl: string;
  readonly sent: readonly SentStatement[];
  /** Index of the recorded order. */
  readonly recordedIndex: number;
  /** Index of the first order; each is confirmed once. */
  readonly firstIndex: number;
  readonly connections: number;
  readonly perConnection: number;
}

/** Confirmations per second of pgbench with the recorded statements, one order per transaction. */
export function replayByPgbench(load: ReplayLoad): Promise<number> {
  const first = accountOf(load.firstIndex);
  return runPgbench({
    databaseUrl: load.databaseUrl,
    lines: [
      `\\set account ${first} - 1 + :client_id * ${load.perConnection} + :k`,
      ...linesOf(load.sent, load.recordedIndex),
    ],
    connections: load.connections,
    perConnection: load.perConnection,
  });
}
