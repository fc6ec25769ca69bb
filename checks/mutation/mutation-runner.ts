import { appendFileSync } from 'node:fs';
import { type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest';

/** The object under which instrumented code finds the mutant that is on, and counts what it runs. */
interface Switchboard {
  activeMutant?: string;
  readonly currentTestId: string | undefined;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

interface RecordedTest {
  readonly run: () => unknown;
  readonly mutantIds: readonly string[];
  /** Passes of instrumented places. */
  readonly passes: number;
  /** Of the processor: what other processes take is not counted. */
  readonly durationMs: number;
}

interface State {
  readonly tests: RecordedTest[];
  filesDone: number;
  testId: string | undefined;
  passes: number;
  maxPasses: number;
}

/** Shared by the files of the run: modules are not loaded anew between them, the runner is. */
const shared = globalThis as { __stryker__?: Switchboard; mutationState?: State };
shared.mutationState ??= { tests: [], filesDone: 0, testId: undefined, passes: 0, maxPasses: Infinity };
const state = shared.mutationState;
shared.__stryker__ ??= {
  /** Asked for at each pass of an instrumented place. */
  get currentTestId() {
    state.passes += 1;
    if (state.passes > state.maxPasses) throw new Error('a mutant made a loop endless');
    return state.testId;
  },
};
const switchboard = shared.__stryker__;

/** A loop is taken for endless after so many times the passes of the true code. */
const PASSES_FACTOR = 30;
/** A mutant that tests of more processor time than this did not find counts as survived. */
const MAX_MS_PER_MUTANT = Number(process.env.MUTATION_MS_PER_MUTANT);

/**
 * Runs each test once and notes which mutants it passes; after the last file runs the tests of each mutant with it switched on,
 * the quickest first, until one fails. All in one process: a mutant costs what its tests cost.
 */
export default class MutationRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    state.testId = test.id;
    state.passes = 0;
    const before = process.threadCpuUsage();
    try {
      await run();
    } finally {
      state.testId = undefined;
    }
    const mutantIds = Object.keys(switchboard.mutantCoverage?.perTest[test.id] ?? {});
    const { user, system } = process.threadCpuUsage(before);
    state.tests.push({ run, mutantIds, passes: state.passes, durationMs: (user + system) / 1000 });
  }

  override async onAfterRunSuite(suite: RunnerTestFile): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (suite.filepath === undefined) return;
    state.filesDone += 1;
    if (state.filesDone === Number(process.env.MUTATION_TEST_FILES)) await runMutants();
  }
}

async function runMutants(): Promise<void> {
  const testsOf = new Map<string, RecordedTest[]>();
  for (const test of state.tests.sort((a, b) => a.durationMs - b.durationMs))
    for (const id of test.mutantIds) testsOf.set(id, [...(testsOf.get(id) ?? []), test]);
  const staticIds = new Set(Object.keys(switchboard.mutantCoverage?.static ?? {}));
  const note = (line: object) =>
    appendFileSync(process.env.MUTATION_RESULTS ?? '', `${JSON.stringify(line)}\n`);
  for (const id of JSON.parse(process.env.MUTATION_IDS ?? '[]') as string[]) {
    const tests = testsOf.get(id) ?? [];
    note({ id, outcome: 'running' });
    const outcome = (await isKilled(id, tests)) ? 'killed' : tests.length > 0 ? 'survived' : 'notCovered';
    note({ id, outcome, isStatic: staticIds.has(id) });
  }
}

async function isKilled(id: string, tests: readonly RecordedTest[]): Promise<boolean> {
  let spentMs = 0;
  for (const { run, passes, durationMs } of tests) {
    if (spentMs > 0 && spentMs + durationMs > MAX_MS_PER_MUTANT) return false;
    spentMs += durationMs;
    switchboard.activeMutant = id;
    state.passes = 0;
    state.maxPasses = PASSES_FACTOR * passes + 10_000;
    try {
      await run();
    } catch {
      return true;
    } finally {
      delete switchboard.activeMutant;
      state.maxPasses = Infinity;
    }
  }
  return false;
}
