// npm run <name>: any script of the project under Node 24, with its arguments.
import { ensureInstalled, runScript } from './node-24.mjs';

ensureInstalled();
const [script, ...args] = process.argv.slice(2);
runScript(script, args);
