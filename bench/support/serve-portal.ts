import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#portal/config.ts';
import { startPortal } from '#portal/main.ts';

/** The server of the cabinet as a process of its own, on the database of a benchmark; tells its port to its parent. */
const config = readConfig();
if (config.databaseUrl === undefined) throw new Error('a benchmark names its database');
const portal = await startPortal(config, config.databaseUrl, systemClock);
process.send?.({ port: portal.port });
process.once('disconnect', () => {
  void portal.stop().then(() => process.exit(0));
});
