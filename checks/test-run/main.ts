import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Check, checks } from './checks.ts';
import { type Counts, type Outcome, readOutcome } from './reports.ts';
import { runScript } from './run-script.ts';
import { type MeasuredFiles, tableOfKinds, writeTable } from './table-of-kinds.ts';

/** What is run: what most likely breaks, all tests, or what the changes since the branch `main` can reach. */
type Selection = 'usual' | 'all' | 'changed';

interface CheckEnd extends Outcome {
  readonly processorSeconds: number;
}

/** Has the table of kinds. */
const document = join(import.meta.dirname, '../../docs/architecture.md');

interface RunOfTests {
  readonly selection: Selection;
  /** Files of tests begin in another order each time, which finds one that needs another before it. */
  readonly isShuffled: boolean;
}

/** The arguments by which a runner takes the tests of a selection. */
function argsOf(
  { runner, args }: Check,
  { selection, isShuffled }: RunOfTests,
  reportFile: string,
): string[] {
  const selected = [...args];
  if (runner === 'vitest') {
    const changed = selection === 'changed' ? ['--changed=main', '--passWithNoTests'] : [];
    if (isShuffled) selected.push('--sequence.shuffle.files');
    selected.push(...changed, '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`);
  }
  if (runner === 'playwright') {
    if (selection === 'changed') selected.push('--only-changed=main', '--pass-with-no-tests');
    selected.push(`--retries=${selection === 'all' ? 1 : 0}`);
  }
  return selected;
}

async function runCheck(
  check: Check,
  run: RunOfTests,
  reportFile: string,
  print?: (text: string) => void,
): Promise<CheckEnd> {
  const { code, processorSeconds } = await runScript(check.script, argsOf(check, run, reportFile), {
    environment: {
      PW_DISABLE_TS_ESM: '1',
      PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
      ...(run.selection === 'all' && { SVITLO_ALL_TESTS: '1' }),
    },
    ...(print && { print }),
  });
  if (!check.runner) {
    const counts = code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
    return { ...counts, files: [], notes: [], processorSeconds };
  }
  const outcome = await readOutcome(check.runner, reportFile);
  const counts = { ...(outcome ?? { passed: 0, failed: 0, files: [], notes: [] }), processorSeconds };
  // A file that could not be loaded, an unhandled error or no test at all is a failure, whatever was counted.
  const isEmpty = counts.passed + counts.failed === 0 && run.selection !== 'changed';
  const unexplained = (code !== 0 && counts.failed === 0) || isEmpty;
  return unexplained ? { ...counts, failed: counts.failed + 1 } : counts;
}

/**
 * `npm test` runs what a change most likely breaks, `npm run test:all` all tests, `npm test -- changed` what the changes since the
 * branch `main` can reach; with the word `shuffled` files of tests begin in another order each time. Other words choose the checks
 * whose names have them. Says how each check ended, and closes with one line of counts. Nothing is tried again but journeys of
 * `test:all`, and each that was is named, to be mended.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const selection = words.includes('all') ? 'all' : words.includes('changed') ? 'changed' : 'usual';
  const run: RunOfTests = { selection, isShuffled: words.includes('shuffled') };
  const only = words.filter((word) => !['all', 'changed', 'shuffled'].includes(word));
  const isChosen = ({ name, isOf }: Check) =>
    (isOf === undefined || (isOf === 'usual') === (selection === 'usual')) &&
    (only.length === 0 || only.some((word) => name.includes(word)));
  const total: Counts = { passed: 0, failed: 0 };
  const lines: string[] = [];
  const measured: MeasuredFiles[] = [];
  let processorSeconds = 0;
  const started = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-checks-'));

  async function runAndNote(check: Check, isAlone: boolean): Promise<void> {
    // What several print at once is printed one after the other.
    let printed = '';
    const begun = performance.now();
    const title = `\n── ${check.name}`;
    if (isAlone) console.log(title);
    const reportFile = join(folder, `${check.name}.json`);
    const end = await (isAlone
      ? runCheck(check, run, reportFile)
      : runCheck(check, run, reportFile, (text) => {
          printed += text;
        }));
    if (!isAlone) console.log(`${title}\n${printed}`);
    total.passed += end.passed;
    total.failed += end.failed;
    processorSeconds += end.processorSeconds;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    lines.push(`${end.failed === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)`);
    for (const note of end.notes) lines.push(`         ${note}`);
    measured.push(end);
  }

  for (const row of checks) {
    const chosen = row.filter(isChosen);
    await Promise.all(chosen.map((check) => runAndNote(check, chosen.length === 1)));
  }
  await rm(folder, { recursive: true, force: true });
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const table = tableOfKinds(measured);
  console.log(`\n${lines.join('\n')}\n\n${table.join('\n')}`);
  console.log(`\n${seconds} s, ${processorSeconds.toFixed(0)} s of processor time`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  if (selection === 'all' && only.length === 0 && total.failed === 0) await writeTable(document, table);
  process.exitCode = total.failed === 0 && (total.passed > 0 || selection === 'changed') ? 0 : 1;
}

await main();
