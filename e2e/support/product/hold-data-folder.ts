import { startOwnDatabase } from '#cli/open-database.ts';
import { readConfig } from '#portal/config.ts';

/** Holds a data folder and runs its database until it is killed; says when it is ready. For the test of restarts. */
const own = startOwnDatabase(readConfig({ SVITLO_DATA: process.argv[2], LOG_LEVEL: 'error' }), 3000);
await own.server;
process.stdout.write(`process ${process.pid} is ready\n`);
