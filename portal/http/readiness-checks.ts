import { LEDGER_CLOCK } from '#billing/api/ledger.ts';
import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import type { BillingClient } from '#billing/client.ts';
import { ClockBehind } from '#billing/clock-behind.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '../portal-database.ts';
import { tryWriteDatabase, tryWriteFolder } from './try-write.ts';

/** A dependency of the server. */
export interface ReadinessCheck {
  /** Name in the /readyz response while the check fails. */
  readonly name: string;
  /** Throws on failure. Called at most once a second. */
  readonly check: () => Promise<void>;
}

export interface CheckedServices {
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly clock: Clock;
  /** Folder of files and, usually, of the embedded database. */
  readonly dataFolder: string;
}

/** Cache time of a successful write; a failed one is retried sooner to detect freed space. */
const writtenForMs = 15_000;
const failedForMs = 2000;

/** Caches the result of the check. */
function throttled(clock: Clock, check: () => Promise<void>): () => Promise<void> {
  let last: { readonly begunAt: number; readonly answer: Promise<void>; isWell: boolean } | undefined;
  return () => {
    const now = clock.now();
    const age = last === undefined ? 0 : Math.abs(now - last.begunAt);
    if (last === undefined || age >= (last.isWell ? writtenForMs : failedForMs)) {
      const asked = { begunAt: now, answer: check(), isWell: false };
      asked.answer.then(
        () => {
          asked.isWell = true;
        },
        () => undefined,
      );
      last = asked;
    }
    return last.answer;
  };
}

/** Checks of /readyz, in this order: database, billing back end, its booking clock, and writes to both disks. */
export function createReadinessChecks(services: CheckedServices): readonly ReadinessCheck[] {
  const { db, billing, clock, dataFolder } = services;
  return [
    {
      name: 'database',
      check: async () => void (await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute()),
    },
    {
      name: 'billing',
      check: async () =>
        void (await billing.call(SUPPLIER_GET, {}, { reference: newId(), actor: 'probe', unrecorded: true })),
    },
    {
      name: 'bookingClock',
      check: async () => {
        const asker = { reference: newId(), actor: 'probe', unrecorded: true } as const;
        const known = await billing.call(LEDGER_CLOCK, {}, asker);
        if (known.ok && known.data.isBehind) {
          throw new ClockBehind(clock.now(), instantFromIso(known.data.newestAt));
        }
      },
    },
    { name: 'databaseWrite', check: throttled(clock, () => tryWriteDatabase(db)) },
    { name: 'folderWrite', check: throttled(clock, () => tryWriteFolder(dataFolder)) },
  ];
}
