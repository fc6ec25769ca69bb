import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { readSlips, type Slip, withSlip } from './read-slips.ts';

const root = join(import.meta.dirname, '..', '..');
/** The copy that gets the slips, one at a time. Each run has its own. */
const target = join(root, 'dist', `slips-${process.pid}`);

/** A test file that takes longer does not end by itself. */
const maxRunMs = 10 * 60_000;

/** What a run of test files found. */
interface Run {
  readonly passed: number;
  /** Failed tests and, with `?`, files that failed before their tests, by their names. */
  readonly failed: readonly string[];
}

/** The fields of vitest's JSON report that are read here. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** The fields of Playwright's JSON report that are read here. */
interface PlaywrightReport {
  readonly stats: { readonly expected: number };
  readonly suites: readonly PlaywrightSuite[];
  /** Of no test. */
  readonly errors: readonly { readonly message?: string }[];
}
interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly { readonly title: string; readonly ok: boolean }[];
}

/** Copies the sources as they are in the working tree, without what is ignored; with packages of its own. */
async function copySources(): Promise<void> {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const deleted = execFileSync('git', ['ls-files', '--deleted', '-z'], { cwd: root, encoding: 'utf8' });
  const missing = new Set(deleted.split('\0'));
  const files = listed.split('\0').filter((file) => file !== '' && !missing.has(file));
  for (const file of files) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await cp(join(root, file), join(target, file));
  }
  // Hard links: worker processes may read packages in the folder of the product alone.
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(target, 'node_modules')]);
  await rm(join(target, 'node_modules', '.cache'), { recursive: true, force: true });
}

/** The script that runs now, in a process group with the servers and browsers that it starts. */
let running: ChildProcess | undefined;

function killRunning(): void {
  if (running?.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
  running = undefined;
}

/** Runs a script in the copy. False: it did not end in time. */
function runNode(script: string, args: readonly string[], environment: Record<string, string> = {}) {
  return new Promise<boolean>((done) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: target,
      stdio: 'ignore',
      env: { ...process.env, ...environment },
      detached: true,
    });
    running = child;
    const timer = setTimeout(killRunning, maxRunMs);
    child.once('close', (code) => {
      clearTimeout(timer);
      running = undefined;
      done(code !== null);
    });
  });
}

const shorten = (message: string) => message.replaceAll(/\s+/g, ' ').slice(0, 500);

/** What each file of the report found, by its path from the root of the copy. */
function readVitest({ testResults }: VitestReport): ReadonlyMap<string, Run> {
  return new Map(
    testResults.map(({ name, status, message, assertionResults }) => {
      const file = relative(target, name);
      const titles = assertionResults.filter((one) => one.status === 'failed').map((one) => one.fullName);
      const passed = assertionResults.filter((one) => one.status === 'passed').length;
      const isUnexplained = status === 'failed' && titles.length === 0;
      const failed = isUnexplained
        ? [`? ${file}: ${shorten(message)}`]
        : titles.map((title) => `${file} > ${title}`);
      return [file, { passed, failed }] as const;
    }),
  );
}

function readPlaywright({ stats, suites, errors }: PlaywrightReport): Run {
  const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ];
  const failed = suites.flatMap(specsOf).filter(({ ok }) => !ok);
  const faults = errors.map(({ message = '' }) => `? ${shorten(message)}`);
  return { passed: stats.expected, failed: [...failed.map(({ title }) => title), ...faults] };
}

const isJourney = (test: string) => /^e2e\/(main-jobs\/)?[^/]+$/.test(test);

const vitest = 'node_modules/vitest/vitest.mjs';

/** Runs a script that writes a report in JSON; a text says why there is none. */
async function runWithReport(
  script: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<unknown> {
  const report = join(target, 'report.json');
  await rm(report, { force: true });
  const reportArgs = script === vitest ? ['--reporter=json', `--outputFile=${report}`] : [];
  const hasEnded = await runNode(script, [...args, ...reportArgs], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...environment,
  });
  if (!hasEnded) return `not over after ${maxRunMs / 60_000} minutes`;
  return readFile(report, 'utf8').then(JSON.parse, () => 'no report');
}

/** Runs one test file, until its first failure. */
async function runTest(test: string): Promise<Run> {
  const report = isJourney(test)
    ? await runWithReport('node_modules/@playwright/test/cli.js', ['test', '--retries=0', '-x', test], {
        PW_DISABLE_TS_ESM: '1',
      })
    : await runWithReport(vitest, ['run', '--bail=1', test]);
  if (typeof report === 'string') return { passed: 0, failed: [`? ${test}: ${report}`] };
  if (isJourney(test)) return readPlaywright(report as PlaywrightReport);
  return readVitest(report as VitestReport).get(test) ?? { passed: 0, failed: [`? ${test}: not run`] };
}

/** The web of the copy, which journeys open. */
const buildWeb = () => runNode('checks/build-web.ts', []);

/** The tests of the slips that pass without a slip: the failure of another would not show that one is found. */
async function findPassing(slips: readonly Slip[]): Promise<ReadonlySet<string>> {
  const tests = new Set(slips.map(({ test }) => test));
  const journeys = [...tests].filter(isJourney);
  const others = [...tests].filter((test) => !isJourney(test));
  if (journeys.length > 0) await buildWeb();
  const report = others.length === 0 ? { testResults: [] } : await runWithReport(vitest, ['run', ...others]);
  const runs = new Map(typeof report === 'string' ? [] : readVitest(report as VitestReport));
  for (const test of journeys) runs.set(test, await runTest(test));
  for (const test of tests) {
    const { passed, failed } = runs.get(test) ?? { passed: 0, failed: [`not run: ${report}`] };
    if (passed > 0 && failed.length === 0) continue;
    tests.delete(test);
    console.log(`${test} does not pass without a slip: ${failed[0] ?? 'no tests'}`);
  }
  return tests;
}

/** Applies a slip to the copy, runs its test and takes the slip back. */
async function trySlip(slip: Slip): Promise<'found' | 'NOT FOUND' | 'TEST DOES NOT RUN'> {
  const file = join(target, slip.file);
  const content = await readFile(file, 'utf8');
  try {
    await writeFile(file, withSlip(content, slip));
    if (isJourney(slip.test) && slip.file.startsWith('web/')) await buildWeb();
    const { passed, failed } = await runTest(slip.test);
    if (failed.length > 0) console.log(`  ${failed[0]}`);
    if (failed.some((name) => !name.startsWith('?'))) return 'found';
    return passed > 0 && failed.length === 0 ? 'NOT FOUND' : 'TEST DOES NOT RUN';
  } finally {
    await writeFile(file, content);
  }
}

/**
 * `npm run slips [-- <word>…]`: applies each slip of slips.txt that has one of the words in its name, file or test to a copy of the
 * sources, one after the other, and runs the test that must find it.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const slips = readSlips().filter(
    ({ name, file, test }) =>
      words.length === 0 || words.some((word) => `${name} ${file} ${test}`.includes(word)),
  );
  await copySources();
  const passing = await findPassing(slips);
  const outcomes = new Map<string, number>();
  for (const slip of slips) {
    const started = performance.now();
    const outcome = passing.has(slip.test) ? await trySlip(slip) : 'TEST DOES NOT RUN';
    console.log(`${outcome} ${slip.name} (${Math.round((performance.now() - started) / 1000)} s)`);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  console.log(`\n${[...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`);
  if (outcomes.get('found') !== slips.length || slips.length === 0) process.exitCode = 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  killRunning();
  rmSync(target, { recursive: true, force: true });
});
await main();
