// Plain JavaScript for any installed Node: updates the packages and finds Node 24 among them.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'node_modules', '.svitlo-installed');

function lockDigest() {
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex');
}

/**
 * Arguments of npm: always includes devDependencies, even with NODE_ENV=production, because the first start builds the
 * cabinet.
 */
export const installArguments = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];

/** Installs the packages of the lock file unless they are up to date. An artifact has no lock file: it brings its packages. */
export function ensureInstalled() {
  if (!existsSync(lockFile)) return;
  const digest = lockDigest();
  const installed = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest;
  if (installed) return;
  console.log('Installing packages from the lock file…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(npm, installArguments, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    // The settings of an outer npm (dry run, another prefix) must not apply to this installation.
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

/** Path of the Node 24 binary. */
export function node24() {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

// Requests allocate much short-lived garbage: a larger young generation with single-threaded scavenging saves a tenth
// of the server's time; more threads would take cores from the database.
const serverFlags = ['--max-semi-space-size=32', '--no-parallel-scavenge'];

// A closing keeps little and allocates much, for any number of accounts, so its heap is limited.
const flagsOfScript = {
  'cli/close-period.ts': ['--max-semi-space-size=64', '--max-old-space-size=256', '--no-parallel-scavenge'],
};

const parentLookMs = 500;

/**
 * npm forwards SIGTERM, but not SIGHUP, nor its own death by SIGKILL. A script started by npm shuts down when npm is
 * gone; started otherwise (`nohup node bin/start.mjs &`) it outlives its parent.
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

/** Runs a script of the project under Node 24; forwards signals and the exit code. */
export function runScript(script, args) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(
    process.platform === 'win32' ? ';' : ':',
  );
  const flags = flagsOfScript[script] ?? serverFlags;
  const child = spawn(node24(), [...flags, join(root, script), ...args], {
    cwd: root,
    // The IPC channel lets the child detect the death of this process.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: path },
  });
  // Ctrl-C reaches the child directly; this process waits for its shutdown.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  endWithNpm(child);
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
