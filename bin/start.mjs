import { ensureInstalled, runScript } from './node-24.mjs';

ensureInstalled();
runScript('cli/start.ts', process.argv.slice(2));
