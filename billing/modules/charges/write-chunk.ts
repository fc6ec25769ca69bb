import type pg from 'pg';
import { copyOutboxEvents } from '#billing/modules/events/public.ts';
import { copyPostings } from '#billing/modules/ledger/public.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { copyRows } from '#platform/database/copy.ts';
import type { ChunkRows } from './rows-of-charges.ts';

/** Where each kind of row of this concept goes, in the order in which foreign keys want it. */
const chunkTargets: readonly (readonly [
  Exclude<keyof ChunkRows, 'requests' | 'ledgerEntry' | 'event'>,
  string,
])[] = [
  [
    'consumption',
    'billing.consumption (account_number, period, meter_id, zone, from_date, to_date, opening_value, closing_value, energy_wh, basis, overestimated_wh)',
  ],
  [
    'revision',
    'billing.consumption_revision (account_number, period, meter_id, zone, booked_period, from_date, to_date, opening_value, closing_value, energy_wh, basis)',
  ],
  [
    'bill',
    'billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas, charged_kopiykas, recalculated_kopiykas, benefit_kopiykas, corrected_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)',
  ],
  [
    'chargeLine',
    'billing.charge_line (account_number, period, line_number, kind, zone, block_index, from_date, to_date, energy_wh, price_micro, coefficient, amount_kopiykas, tariff_valid_from, is_estimated)',
  ],
];

export interface Chunk {
  readonly rows: ChunkRows;
  /** The last account that was done before it, and the last one of it. */
  readonly after: string;
  readonly through: string;
  readonly accountCount: number;
  readonly writtenAt: Instant;
}

/**
 * Writes the rows of a chunk and moves the closing on, in one transaction: both or nothing. Throws when another closing
 * has moved it meanwhile.
 */
export async function writeChunk(pool: pg.Pool, period: BillingPeriod, chunk: Chunk): Promise<void> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await client.query('begin');
    for (const [kind, target] of chunkTargets) await copyRows(client, target, chunk.rows[kind]);
    await copyPostings(client, chunk.rows.ledgerEntry);
    await copyOutboxEvents(client, chunk.rows.event);
    const { accountNumbers, requestIds } = chunk.rows.requests;
    if (requestIds.length > 0) {
      await client.query(
        `update billing.recalculation_request q set booked_period = $1
         from unnest($2::text[], $3::uuid[]) as answered (account_number, request_id)
         where q.account_number = answered.account_number and q.request_id = answered.request_id`,
        [period, accountNumbers, requestIds],
      );
    }
    const moved = await client.query(
      `update billing.period set closed_through = $3, accounts_done = accounts_done + $4, moved_at = $5
       where period = $1 and state = 'closing' and coalesce(closed_through, '') = $2`,
      [period, chunk.after, chunk.through, chunk.accountCount, instantToIso(chunk.writtenAt)],
    );
    if (moved.rowCount !== 1) throw new Error(`the closing of ${period} was moved on by another process`);
    await client.query('commit');
  } catch (error) {
    isBroken = await client.query('rollback').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    client.release(isBroken);
  }
}
