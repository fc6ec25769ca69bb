import type { BillingClient } from '#billing/client.ts';
import type { FileType } from '#contract/define-call.ts';
import type { Clock } from '#platform/clock.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export interface MakingServices {
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly files: FileStore;
  readonly clock: Clock;
  /** Longest time of making one document (ARCHIVE_SECONDS). */
  readonly limitSeconds: number;
}

/** A document, or a part of it, took too long: it is not tried again. */
export class MakingTimedOut extends Error {}

/** A file that lies in the store under the id of its document. */
export interface MadeFile {
  readonly name: string;
  readonly byteCount: number;
  readonly contentType: FileType;
}

/**
 * Told how far a document is: 0 to 1.
 * @throws MakingTimedOut when its time is over.
 */
export type OnPart = (part: number) => Promise<void>;
