import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { readSlips, type Slip, withSlip } from './read-slips.ts';

const root = join(import.meta.dirname, '..', '..');
/** The copy that gets the slips, one at a time. Each run has its own. */
const target = join(root, 'dist', `slips-${process.pid}`);

/** A test that takes longer does not end by itself. */
const maxRunMs = 10 * 60_000;

/** What a run of test files found. */
interface Run {
  readonly passed: number;
  /** Failed tests and, with `?`, files that failed before their tests, by their names. */
  readonly failed: readonly string[];
}

/** The fields of vitest's JSON report that are read here. */
interface VitestReport {
  readonly numPassedTests: number;
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

/** Runs a script in the copy. False: it did not end in time. */
function runNode(script: string, args: readonly string[], environment: Record<string, string> = {}) {
  return new Promise<boolean>((done) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: target,
      stdio: 'ignore',
      env: { ...process.env, ...environment },
      detached: true,
    });
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      // With the servers and browsers that it started.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, maxRunMs);
    child.once('close', () => {
      clearTimeout(timer);
      done(!isOver);
    });
  });
}

const shorten = (message: string) => message.replaceAll(/\s+/g, ' ').slice(0, 500);

function readVitest({ numPassedTests, testResults }: VitestReport): Run {
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(target, name);
    const titles = assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => fullName);
    if (titles.length > 0) return titles.map((title) => `${file} > ${title}`);
    return status === 'failed' ? [`? ${file}: ${shorten(message)}`] : [];
  });
  return { passed: numPassedTests, failed };
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

const isJourney = (test: string) => /^e2e\/[^/]+$/.test(test);

/** Runs test files of one kind until the first failure. */
async function runTests(tests: readonly string[], { isAll }: { readonly isAll: boolean }): Promise<Run> {
  const report = join(target, 'report.json');
  await rm(report, { force: true });
  const isOver = isJourney(tests[0] ?? '')
    ? await runNode(
        'node_modules/@playwright/test/cli.js',
        ['test', '--retries=0', ...(isAll ? [] : ['-x']), ...tests],
        {
          PW_DISABLE_TS_ESM: '1',
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        },
      )
    : await runNode('node_modules/vitest/vitest.mjs', [
        'run',
        ...(isAll ? [] : ['--bail=1']),
        '--reporter=json',
        `--outputFile=${report}`,
        ...tests,
      ]);
  if (!isOver) return { passed: 0, failed: [`? ${tests}: not over after ${maxRunMs / 60_000} minutes`] };
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return { passed: 0, failed: [`? ${tests}: no report`] };
  return isJourney(tests[0] ?? '') ? readPlaywright(JSON.parse(text)) : readVitest(JSON.parse(text));
}

/** The web of the copy, which journeys open. */
const buildWeb = () => runNode('checks/build-web.ts', []);

/** Whether all tests of the slips pass without a slip: else a failure would not show that one is found. */
async function passWithoutSlips(slips: readonly Slip[]): Promise<boolean> {
  const tests = [...new Set(slips.map(({ test }) => test))];
  const journeys = tests.filter(isJourney);
  if (journeys.length > 0) await buildWeb();
  const kinds = [tests.filter((test) => !isJourney(test)), journeys].filter((kind) => kind.length > 0);
  let isGreen = true;
  for (const kind of kinds) {
    const { passed, failed } = await runTests(kind, { isAll: true });
    if (passed > 0 && failed.length === 0) continue;
    isGreen = false;
    console.log(`does not pass without a slip:\n  ${failed.join('\n  ') || 'no tests'}`);
  }
  return isGreen;
}

/** Applies a slip to the copy, runs its test and takes the slip back. */
async function trySlip(slip: Slip): Promise<'found' | 'NOT FOUND' | 'TEST DOES NOT RUN'> {
  const file = join(target, slip.file);
  const content = await readFile(file, 'utf8');
  try {
    await writeFile(file, withSlip(content, slip));
    if (isJourney(slip.test) && slip.file.startsWith('web/')) await buildWeb();
    const { passed, failed } = await runTests([slip.test], { isAll: false });
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
  if (!(await passWithoutSlips(slips))) {
    process.exitCode = 1;
    return;
  }
  const outcomes = new Map<string, number>();
  for (const slip of slips) {
    const started = performance.now();
    const outcome = await trySlip(slip);
    console.log(`${outcome} ${slip.name} (${Math.round((performance.now() - started) / 1000)} s)`);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  console.log(`\n${[...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`);
  if (outcomes.get('found') !== slips.length || slips.length === 0) process.exitCode = 1;
}

try {
  await main();
} finally {
  await rm(target, { recursive: true, force: true });
}
