import { type RawBuilder, sql } from 'kysely';
import { wideNetworkOf } from '#portal/http/session/network-of.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Whose counts are about to be read and changed. */
interface CountedKeys {
  /** As of `networkOf`; a /48 of IPv6 has one lock. */
  readonly network?: string;
  readonly login?: Buffer;
  readonly contact?: Buffer;
}

/** Seeds of the advisory-lock keys; unique per kind. */
const seeds = { login: 1, contact: 2, network: 3 } as const;

function lockOf(seed: number, text: string): RawBuilder<unknown> {
  return sql`pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(${text}::text, ${seed}::bigint))`;
}

/**
 * Holds counts until the end of the transaction, that of a network before that of a login or contact, as everywhere. What
 * they are is read by a later statement: this one sees the tables as they were before it waited.
 */
export async function lockCounts(
  db: PortalDatabase,
  { network, login, contact }: CountedKeys,
): Promise<void> {
  const locks = [
    ...(network === undefined
      ? []
      : [lockOf(seeds.network, network.includes(':') ? wideNetworkOf(network) : network)]),
    ...(login === undefined ? [] : [lockOf(seeds.login, login.toString('hex'))]),
    ...(contact === undefined ? [] : [lockOf(seeds.contact, contact.toString('hex'))]),
  ];
  await sql`select ${sql.join(locks)}`.execute(db);
}
