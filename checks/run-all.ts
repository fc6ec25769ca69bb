import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const root = join(import.meta.dirname, '..');

interface Check {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  /** Who counts its tests one by one; absent: it counts as one. */
  readonly runner?: 'vitest' | 'playwright';
}

const vitest = 'node_modules/vitest/vitest.mjs';
const playwright = 'node_modules/@playwright/test/cli.js';

/** Everything that must hold, the quickest first; the checks of a row run side by side. */
const checks: readonly (readonly Check[])[] = [
  [
    { name: 'types', script: 'node_modules/typescript/bin/tsc', args: ['--noEmit', '--project', '.'] },
    {
      name: 'lint and format',
      script: 'node_modules/@biomejs/biome/bin/biome',
      args: ['ci', '--error-on-warnings', '.'],
    },
    { name: 'restricted APIs', script: 'checks/restricted-apis.ts', args: [] },
    { name: 'boundaries', script: 'checks/boundaries.ts', args: [] },
    { name: 'unused code', script: 'checks/unused-code.ts', args: [] },
    { name: 'database types are fresh', script: 'checks/generate-database-types.ts', args: ['--check'] },
    { name: 'web build', script: 'checks/build-web.ts', args: [] },
  ],
  [{ name: 'bytes of the first load', script: 'checks/bundle-budget.ts', args: [] }],
  [
    {
      name: 'unit tests',
      script: vitest,
      args: ['run', '--project', 'unit', '--project', 'web', '--project', 'components'],
      runner: 'vitest',
    },
  ],
  [
    {
      name: 'API tests',
      script: vitest,
      args: ['run', '--project', 'api', '--project', 'pages'],
      runner: 'vitest',
    },
  ],
  [{ name: 'browser journeys', script: playwright, args: ['test'], runner: 'playwright' }],
];

interface Counts {
  passed: number;
  failed: number;
}

/** What a check of many tests found; `notes` name the tests that failed and those that passed only when tried again. */
interface Outcome extends Counts {
  readonly notes: readonly string[];
}

/** The fields of vitest's JSON report that are read here. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** A suite of Playwright's JSON report: a file, or a group in it. */
interface PlaywrightSuite {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

/** The fields of Playwright's JSON report that are read here; `errors` belong to no test, e.g. of a file that cannot be loaded. */
interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly { readonly message?: string }[];
}

interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Gets what it prints; absent: it is printed at once. */
  readonly print?: (text: string) => void;
}

/** The exit code of a script. */
function runNode(
  script: string,
  args: readonly string[],
  { environment = {}, print }: RunOptions = {},
): Promise<number> {
  return new Promise((done) => {
    const output = print ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...environment },
    });
    if (print)
      for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print);
    child.once('close', (code) => done(code ?? 1));
  });
}

/** The longest part of a failure that the summary repeats, in characters. */
const maxReasonLength = 500;

const shorten = (reason = '') =>
  stripVTControlCharacters(reason).replaceAll(/\s+/g, ' ').slice(0, maxReasonLength);

/** A line for each test that failed, each that failed at first and passed when tried again, each file that failed before its tests. */
function notesOf(report: VitestReport): readonly string[] {
  return report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const unexplained = status === 'failed' && assertionResults.every((test) => test.status !== 'failed');
    if (unexplained) return [`failed: ${file}`];
    return assertionResults.flatMap(({ fullName, status: ended, failureMessages }) => {
      if (failureMessages.length === 0) return [];
      const word = ended === 'failed' ? 'failed' : 'passed when tried again';
      return [`${word}: ${file} > ${fullName} (${shorten(failureMessages[0])})`];
    });
  });
}

const readVitest = (report: VitestReport): Outcome => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  notes: notesOf(report),
});

/** What a suite and those in it found; the notes have the same words as those of vitest. */
function readSuite({ file, suites = [], specs }: PlaywrightSuite): Outcome {
  const inner = suites.map(readSuite);
  const found = { passed: 0, failed: 0, notes: inner.flatMap(({ notes }) => notes) };
  for (const { passed, failed } of inner) {
    found.passed += passed;
    found.failed += failed;
  }
  for (const { title, tests } of specs)
    for (const { status, results } of tests) {
      if (status === 'skipped') continue;
      found[status === 'unexpected' ? 'failed' : 'passed'] += 1;
      if (status === 'expected') continue;
      const word = status === 'unexpected' ? 'failed' : 'passed when tried again';
      found.notes.push(`${word}: e2e/${file} > ${title} (${shorten(results[0]?.error?.message)})`);
    }
  return found;
}

function readPlaywright({ suites, errors }: PlaywrightReport): Outcome {
  const outcomes = suites.map(readSuite);
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0) + errors.length,
    notes: [
      ...errors.map(({ message }) => `failed: ${shorten(message)}`),
      ...outcomes.flatMap(({ notes }) => notes),
    ],
  };
}

async function readOutcome(runner: 'vitest' | 'playwright', file: string): Promise<Outcome | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  return runner === 'vitest' ? readVitest(JSON.parse(text)) : readPlaywright(JSON.parse(text));
}

async function runCheck(
  { runner, script, args }: Check,
  reportFile: string,
  print?: (text: string) => void,
): Promise<Outcome> {
  if (!runner) {
    const code = await runNode(script, args, print && { print });
    return code === 0 ? { passed: 1, failed: 0, notes: [] } : { passed: 0, failed: 1, notes: [] };
  }
  const code =
    runner === 'vitest'
      ? await runNode(script, [
          ...args,
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${reportFile}`,
        ])
      : await runNode(script, args, {
          environment: { PW_DISABLE_TS_ESM: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
        });
  const counts = (await readOutcome(runner, reportFile)) ?? { passed: 0, failed: 0, notes: [] };
  // A file that could not be loaded, an unhandled error or no test at all is a failure, whatever was counted.
  const unexplained = (code !== 0 && counts.failed === 0) || counts.passed + counts.failed === 0;
  return unexplained ? { ...counts, failed: counts.failed + 1 } : counts;
}

/** `npm test`: runs every check, says how each ended, and closes with one line of counts. */
async function main(): Promise<void> {
  const only = process.argv.slice(2);
  const isChosen = ({ name }: Check) => only.length === 0 || only.some((word) => name.includes(word));
  const total: Counts = { passed: 0, failed: 0 };
  const lines: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-checks-'));

  async function runAndNote(check: Check, isAlone: boolean): Promise<void> {
    // What several print at once is printed one after the other.
    let printed = '';
    const started = performance.now();
    const title = `\n── ${check.name}`;
    if (isAlone) console.log(title);
    const reportFile = join(folder, `${check.name}.json`);
    const counts = await (isAlone
      ? runCheck(check, reportFile)
      : runCheck(check, reportFile, (text) => {
          printed += text;
        }));
    if (!isAlone) console.log(`${title}\n${printed}`);
    total.passed += counts.passed;
    total.failed += counts.failed;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    lines.push(`${counts.failed === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)`);
    for (const note of counts.notes) lines.push(`         ${note}`);
  }

  for (const row of checks) {
    const chosen = row.filter(isChosen);
    await Promise.all(chosen.map((check) => runAndNote(check, chosen.length === 1)));
  }
  await rm(folder, { recursive: true, force: true });
  console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}

await main();
