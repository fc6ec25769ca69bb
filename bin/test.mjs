import { ensureInstalled, runScript } from './node-24.mjs';

ensureInstalled();
runScript('checks/run-all.ts', process.argv.slice(2));
