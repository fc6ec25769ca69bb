import pg from 'pg';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { chainAccount } from './seed/add-chain.ts';
import { type BenchServer, startServer } from './start-server.ts';

/** A server on a database with a chain, signed in as the chain. */
export interface OpenChain {
  readonly server: BenchServer;
  readonly token: string;
  /** Of the last invoice. */
  readonly period: string;
}

const sessionKeys = newKeyRingText();
const tokens = createTokens(parseKeyRing('SESSION_KEYS', sessionKeys));
const hour = 3_600_000;

/**
 * Starts a server on a database that `fillCabinets` filled with a chain.
 * @param now The clock of the server stays there; absent: it is the system's.
 */
export async function openChain(url: string, dataFolder: string, now?: Instant): Promise<OpenChain> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    const { rows } = await pool.query<{ sessionId: string; period: string }>(
      `select session_id as "sessionId", (select max(period) from billing.invoice where account_number = $1) as period
       from portal.session join portal.identity_account using (identity_id) where account_number = $1 limit 1`,
      [chainAccount],
    );
    const [chain] = rows;
    if (chain === undefined) throw new Error('the chain has no session');
    const expiresAt = ((now ?? systemClock.now()) + 12 * hour) as Instant;
    await pool.query('update portal.session set expires_at = $2 where session_id = $1', [
      chain.sessionId,
      instantToIso(expiresAt),
    ]);
    const server = await startServer({
      DATABASE_URL: url,
      SESSION_KEYS: sessionKeys,
      SVITLO_DATA: dataFolder,
      ...(now !== undefined && { BENCH_NOW: instantToIso(now) }),
    });
    const token = tokens.sign({ sessionId: chain.sessionId, type: 'entity', expiresAt });
    return { server, token, period: chain.period };
  } finally {
    await pool.end();
  }
}
