import { ensureInstalled, runScript } from './node-24.mjs';

ensureInstalled();
runScript('cli/dev.ts', process.argv.slice(2));
