import { type Kysely, sql } from 'kysely';
import { AUDIT_SEAL } from '#billing/api/events.ts';
import type { BillingClient } from '#billing/client.ts';
import { type Instant, instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { type NewestSeal, readNewestSeal } from '#platform/audit/audit-seals.ts';
import { sealLine } from '#platform/audit/seal-lines.ts';
import type { Clock } from '#platform/clock.ts';
import { int8, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import type { Config, SealTarget } from '#portal/config.ts';
import { sendLines } from '#portal/gateways/audit-seals/send-lines.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { staffChains } from './audit-chains.ts';

/** A letter a day is enough, and read. */
const mailPauseMs = 23 * 3_600_000;

interface DeliveryServices {
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly clock: Clock;
  readonly config: Pick<Config, 'sealTargets' | 'mail'>;
}

interface ChainSeal extends NewestSeal {
  readonly chain: string;
}

async function readNewestSeals({ db, billing }: DeliveryServices, reference: string): Promise<ChainSeal[]> {
  const found: ChainSeal[] = [];
  for (const sealed of staffChains) {
    const newest = await readNewestSeal(db as unknown as Kysely<unknown>, sealed);
    if (newest !== null) found.push({ chain: sealed.chain, ...newest });
  }
  const result = await billing.call(AUDIT_SEAL, {}, { reference, actor: 'portal' });
  if (!result.ok) throw new Error(`AUDIT_SEAL refused: ${result.code}`);
  const { newest } = result.data;
  if (newest !== null)
    found.push({ chain: 'auditEntry', ...newest, sealedAt: instantFromIso(newest.sealedAt) });
  return found;
}

/** Sends one target the seals that it was not sent yet, and notes it. A mail waits for the next day. */
async function sendTo(services: DeliveryServices, target: SealTarget, seals: readonly ChainSeal[]) {
  const { db, clock, config } = services;
  const now = clock.now();
  const { rows: known } = await typedSql({
    chain: text(),
    seal: int8(),
    hash: text(),
    sentAt: timestamptz<Instant>(),
  })`
    select chain, seal_number as seal, hash, sent_at as "sentAt" from portal.audit_seal_delivery
     where target = ${target.name}`.execute(db);
  const isEarly = known.some(({ sentAt }) => now - sentAt < mailPauseMs);
  if (target.kind === 'mail' && isEarly) return;
  const unsent = seals.filter(
    ({ chain, seal, hash }) =>
      !known.some((sent) => sent.chain === chain && Number(sent.seal) === seal && sent.hash === hash),
  );
  if (unsent.length === 0) return;
  const moment = instantToIso(now);
  const lines = unsent.map((seal) => sealLine(seal, moment));
  await sendLines(target, lines, { mail: config.mail, now: moment });
  await sql`
    insert into portal.audit_seal_delivery (target, chain, seal_number, hash, sent_at)
    select ${target.name}, sent.chain, sent.seal_number, sent.hash, ${moment}::timestamptz
      from unnest(${unsent.map(({ chain }) => chain)}::text[], ${unsent.map(({ seal }) => String(seal))}::bigint[],
        ${unsent.map(({ hash }) => hash)}::text[]) as sent (chain, seal_number, hash)
    on conflict (target, chain) do update
      set seal_number = excluded.seal_number, hash = excluded.hash, sent_at = excluded.sent_at`.execute(db);
}

/**
 * Sends the newest seal of each chain to every target that does not have it: who has the whole database can't change what left
 * it. Decision 0169.
 * @throws AggregateError of the targets that did not take them, after all were tried; they are sent again in an hour.
 */
export async function sendNewestSeals(services: DeliveryServices, reference: string): Promise<void> {
  const seals = await readNewestSeals(services, reference);
  const results = await Promise.allSettled(
    services.config.sealTargets.map((target) => sendTo(services, target, seals)),
  );
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, 'seals of the audit were not sent');
}
