import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..', '..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/** Seeds by comma, and the number of requests of all of them together. */
const { FUZZ_SEEDS = 'one,two,three', FUZZ_REQUESTS = '200000' } = process.env;

/** Runs the fuzz with one seed in a process of its own, with a database server of its own. Returns the exit code. */
async function runSeed(seed: string, requests: number): Promise<number> {
  const args = [vitest, 'run', '--project', 'api', 'portal/http/fuzz'];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FUZZ_SEED: seed, FUZZ_REQUESTS: String(requests) },
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => console.log(`[${seed}] ${line}`));
  return new Promise((done) => child.once('close', (code) => done(code ?? 1)));
}

/** `npm run fuzz`: all seeds, as many at the same time as there are processors. */
async function main(): Promise<void> {
  const seeds = FUZZ_SEEDS.split(',');
  const requests = Math.ceil(Number(FUZZ_REQUESTS) / seeds.length);
  const started = performance.now();
  const failed: string[] = [];
  const waiting = [...seeds];
  async function work(): Promise<void> {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift())
      if ((await runSeed(seed, requests)) !== 0) failed.push(seed);
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`\nfuzz: ${seeds.length} seeds in ${seconds} s, failed: ${failed.join(', ') || 'none'}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

await main();
