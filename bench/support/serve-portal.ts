import { setTimeout as sleep } from 'node:timers/promises';
import { instantFromIso } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { readConfig } from '#portal/config.ts';
import { startPortal } from '#portal/main.ts';

/** Runs the portal server in a separate process on the database of a benchmark; sends its port to the parent. */
const config = readConfig();
if (config.databaseUrl === undefined) throw new Error('a benchmark names its database');
const { BENCH_NOW } = process.env;
const clock = BENCH_NOW === undefined ? systemClock : fixedClock(instantFromIso(BENCH_NOW));
const portal = await startPortal(config, config.databaseUrl, clock);
process.send?.({ port: portal.port });
process.on('message', async (message) => {
  if (message === 'rss') {
    // All that is free goes back to the system: else what the engine keeps for later differs by tens of megabytes between runs.
    // Weak references and buffers of sockets go with a later one.
    for (let run = 1; run <= 4; run += 1) {
      await globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
      await sleep(250);
    }
    process.send?.({ rss: process.memoryUsage.rss() });
  }
  if (message === 'thread') {
    const { user, system } = process.threadCpuUsage();
    process.send?.({ threadMs: (user + system) / 1000 });
  }
  if (message === 'process') {
    const { user, system } = process.cpuUsage();
    process.send?.({ processMs: (user + system) / 1000 });
  }
  if (message === 'peak') process.send?.({ peakMib: process.resourceUsage().maxRSS / 1024 });
});
process.once('disconnect', () => {
  void portal.stop().then(() => process.exit(0));
});
