// Plain JavaScript for the Node that the machine has: brings the packages up to date and finds Node 24 among them.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, 'node_modules', '.svitlo-installed');

function lockDigest() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/**
 * What npm is told: with the packages of development also where NODE_ENV=production or a setting of npm leaves them out,
 * for the cabinet is built from them at the first start.
 */
export const installArguments = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];

/** Installs what the lock file says unless that is what is there. */
export function ensureInstalled() {
  const digest = lockDigest();
  const installed = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest;
  if (installed) return;
  console.log('Installing packages from the lock file…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(npm, installArguments, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    // The environment of an outer npm (a dry run, another prefix) is not for this installation.
    env: Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^npm_config_(dry_run|prefix|global)$/i.test(name)),
    ),
  });
  if (result.status !== 0) {
    console.error('The packages could not be installed: see the lines above.');
    process.exit(result.status ?? 1);
  }
  writeFileSync(stampFile, digest);
}

/** Path of the Node that runs the product. */
export function node24() {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

// Requests leave much short-lived garbage behind: room for it, and one thread that clears it away, save a tenth of the
// server's time; more threads would take the cores from the database.
const serverFlags = ['--max-semi-space-size=32', '--no-parallel-scavenge'];

// A closing keeps little and throws much away, whatever the number of accounts: what it may take is bounded.
const flagsOfScript = {
  'cli/close-period.ts': ['--max-semi-space-size=16', '--max-old-space-size=256', '--no-parallel-scavenge'],
};

const parentLookMs = 500;

/**
 * npm passes SIGTERM on, but neither SIGHUP nor its own death by SIGKILL. Started by npm, the script ends in order when npm
 * is gone; started otherwise (`nohup node bin/start.mjs &`) it outlives whoever started it, as everything does.
 */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, parentLookMs);
  timer.unref();
}

/** Runs a script of the project under Node 24 and ends as it ends; signals reach it. */
export function runScript(script, args) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(
    process.platform === 'win32' ? ';' : ':',
  );
  const flags = flagsOfScript[script] ?? serverFlags;
  const child = spawn(node24(), [...flags, join(root, script), ...args], {
    cwd: root,
    // Over the channel the child notices when this process is killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: path },
  });
  // A Ctrl-C of the terminal reaches the child by itself; this process only waits for it to end in order.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  endWithNpm(child);
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
