import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

interface Check {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  /** Counts its tests one by one; else it counts as one. */
  readonly tests?: boolean;
}

const vitest = 'node_modules/vitest/vitest.mjs';

/** Everything that must hold, the quickest first. */
const checks: readonly Check[] = [
  { name: 'types', script: 'node_modules/typescript/bin/tsc', args: ['--noEmit', '--project', '.'] },
  {
    name: 'lint and format',
    script: 'node_modules/@biomejs/biome/bin/biome',
    args: ['ci', '--error-on-warnings', '.'],
  },
  { name: 'restricted APIs', script: 'checks/restricted-apis.ts', args: [] },
  { name: 'boundaries', script: 'checks/boundaries.ts', args: [] },
  { name: 'database types are fresh', script: 'checks/generate-database-types.ts', args: ['--check'] },
  {
    name: 'unit tests',
    script: vitest,
    args: ['run', '--project', 'unit', '--project', 'web', '--project', 'components'],
    tests: true,
  },
  {
    name: 'API tests',
    script: vitest,
    args: ['run', '--project', 'api', '--project', 'pages'],
    tests: true,
  },
  { name: 'web build', script: 'checks/build-web.ts', args: [] },
  { name: 'bytes of the first load', script: 'checks/bundle-budget.ts', args: [] },
  { name: 'browser journeys', script: vitest, args: ['run', '--project', 'e2e'], tests: true },
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
interface Report {
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

function runNode(script: string, args: readonly string[]): Promise<number> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('close', (code) => done(code ?? 1));
  });
}

/** The longest part of a failure that the summary repeats, in characters. */
const maxReasonLength = 500;

/** A line for each test that failed, each that failed at first and passed when tried again, each file that failed before its tests. */
function notesOf(report: Report): readonly string[] {
  return report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const unexplained = status === 'failed' && assertionResults.every((test) => test.status !== 'failed');
    if (unexplained) return [`failed: ${file}`];
    return assertionResults.flatMap(({ fullName, status: ended, failureMessages }) => {
      if (failureMessages.length === 0) return [];
      const reason = failureMessages[0]?.replaceAll(/\s+/g, ' ').slice(0, maxReasonLength);
      const word = ended === 'failed' ? 'failed' : 'passed when tried again';
      return [`${word}: ${file} > ${fullName} (${reason})`];
    });
  });
}

async function readOutcome(file: string): Promise<Outcome | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const report = JSON.parse(text) as Report;
  return { passed: report.numPassedTests, failed: report.numFailedTests, notes: notesOf(report) };
}

async function runCheck(check: Check, reportFile: string): Promise<Outcome> {
  if (!check.tests) {
    const code = await runNode(check.script, check.args);
    return code === 0 ? { passed: 1, failed: 0, notes: [] } : { passed: 0, failed: 1, notes: [] };
  }
  const code = await runNode(check.script, [
    ...check.args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
  ]);
  const counts = (await readOutcome(reportFile)) ?? { passed: 0, failed: 0, notes: [] };
  // A file that could not be loaded, an unhandled error or no test at all is a failure, whatever was counted.
  const unexplained = (code !== 0 && counts.failed === 0) || counts.passed + counts.failed === 0;
  return unexplained ? { ...counts, failed: counts.failed + 1 } : counts;
}

/** `npm test`: runs every check, says how each ended, and closes with one line of counts. */
async function main(): Promise<void> {
  const only = process.argv.slice(2);
  const chosen =
    only.length === 0 ? checks : checks.filter((check) => only.some((word) => check.name.includes(word)));
  const total: Counts = { passed: 0, failed: 0 };
  const lines: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-checks-'));
  for (const [index, check] of chosen.entries()) {
    console.log(`\n── ${check.name}`);
    const started = performance.now();
    const counts = await runCheck(check, join(folder, `${index}.json`));
    total.passed += counts.passed;
    total.failed += counts.failed;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    lines.push(`${counts.failed === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)`);
    for (const note of counts.notes) lines.push(`         ${note}`);
  }
  await rm(folder, { recursive: true, force: true });
  console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}

await main();
