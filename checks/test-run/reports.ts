import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const root = join(import.meta.dirname, '../..');

export interface Counts {
  passed: number;
  failed: number;
}

/** A file with tests that ran. */
export interface FileOutcome {
  /** From the project's root. */
  readonly path: string;
  readonly tests: number;
  /** From the beginning to the end of its tests, those of several at once added. */
  readonly seconds: number;
}

/** What a check of many tests found; `notes` name the tests that failed and those that passed only when tried again. */
export interface Outcome extends Counts {
  readonly files: readonly FileOutcome[];
  readonly notes: readonly string[];
}

/** The fields of vitest's JSON report that are read here. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** Milliseconds since 1970. */
    readonly startTime: number;
    readonly endTime: number;
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
      readonly results: readonly {
        /** In milliseconds. */
        readonly duration: number;
        readonly error?: { readonly message?: string };
      }[];
    }[];
  }[];
}

/** The fields of Playwright's JSON report that are read here; `errors` belong to no test, e.g. of a file that cannot be loaded. */
interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly { readonly message?: string }[];
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
  files: report.testResults.map(({ name, startTime, endTime, assertionResults }) => ({
    path: relative(root, name),
    tests: assertionResults.filter(({ status }) => status === 'passed' || status === 'failed').length,
    seconds: (endTime - startTime) / 1000,
  })),
  notes: notesOf(report),
});

/** What a suite and those in it found; the notes have the same words as those of vitest. */
function readSuite({
  file,
  suites = [],
  specs,
}: PlaywrightSuite): Omit<Outcome, 'files'> & { seconds: number } {
  const inner = suites.map(readSuite);
  const found = { passed: 0, failed: 0, seconds: 0, notes: inner.flatMap(({ notes }) => notes) };
  for (const { passed, failed, seconds } of inner) {
    found.passed += passed;
    found.failed += failed;
    found.seconds += seconds;
  }
  for (const { title, tests } of specs)
    for (const { status, results } of tests) {
      if (status === 'skipped') continue;
      found[status === 'unexpected' ? 'failed' : 'passed'] += 1;
      found.seconds += results.reduce((sum, { duration }) => sum + duration / 1000, 0);
      if (status === 'expected') continue;
      const word = status === 'unexpected' ? 'failed' : 'passed when tried again';
      found.notes.push(`${word}: e2e/${file} > ${title} (${shorten(results[0]?.error?.message)})`);
    }
  return found;
}

function readPlaywright({ suites, errors }: PlaywrightReport): Outcome {
  const outcomes = suites.map(readSuite);
  return {
    files: suites.map(({ file }, index) => {
      const { passed = 0, failed = 0, seconds = 0 } = outcomes[index] ?? {};
      return { path: `e2e/${file}`, tests: passed + failed, seconds };
    }),
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0) + errors.length,
    notes: [
      ...errors.map(({ message }) => `failed: ${shorten(message)}`),
      ...outcomes.flatMap(({ notes }) => notes),
    ],
  };
}

/** What the JSON report of a runner says; undefined: there is none. */
export async function readOutcome(
  runner: 'vitest' | 'playwright',
  file: string,
): Promise<Outcome | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  return runner === 'vitest' ? readVitest(JSON.parse(text)) : readPlaywright(JSON.parse(text));
}
