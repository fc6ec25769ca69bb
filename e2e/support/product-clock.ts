import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instant } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';

/** The clock of a running product, which a journey sets; it goes on from there. */
export interface ProductClock {
  /** Settings for `startTestEnvironment`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  set(instant: Instant): void;
  remove(): Promise<void>;
}

/** A clock that shows the real time until it is set. Browsers keep their own: `page.clock`. */
export async function createProductClock(): Promise<ProductClock> {
  const folder = await temporaryDataFolder();
  const file = join(folder.path, 'offset-ms');
  writeFileSync(file, '0');
  // `systemClock` asks `Date.now` alone.
  const preload = `import { readFileSync } from 'node:fs';
    const realNow = Date.now;
    Date.now = () => realNow() + Number(readFileSync(${JSON.stringify(file)}, 'utf8'));`;
  return {
    environment: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(preload)}` },
    set: (instant) => writeFileSync(file, String(instant - systemClock.now())),
    remove: () => folder.remove(),
  };
}
