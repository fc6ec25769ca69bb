import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { equivalentMutants } from './equivalent-mutants.ts';
import { instrumentDomain, type Mutant, sourceFiles } from './instrument.ts';

const root = join(import.meta.dirname, '..', '..');
const target = join(root, 'dist', 'mutation');

/** The concepts of the domain in which a slip costs money or opens a door. */
const concepts = [
  'readings',
  'charges',
  'invoices',
  'tariffs',
  'ledger',
  'payments',
  'time',
  'identifiers',
  'passwords',
  'money',
  'price',
  'energy',
  'apportion',
];
/** Least part of a concept's mutants that the tests of the domain find. */
const MIN_KILLED = 0.9;
/** Of the processor, as the true code takes it. */
const MAX_MS_PER_MUTANT = 2000;
const SHARDS = 2;

/** A process that has been at one mutant for so long is in an endless loop outside of the instrumented code. */
const STUCK_MS = 60_000;

type Outcome = 'killed' | 'survived' | 'notCovered';

interface Result {
  readonly outcome: Outcome;
  /** Passed while a module was loaded: switching it on later may change nothing. */
  readonly isStatic: boolean;
}

/** Ends when the run ends, or when the file that it writes to has not grown for too long. */
function runVitest(env: Record<string, string>, growing?: string): Promise<void> {
  return new Promise((done) => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const config = join(root, 'checks/mutation/vitest.config.ts');
    const args = [vitest, 'run', '--root', target, '--config', config, '--reporter=json'];
    const child = spawn(process.execPath, [...args, `--outputFile=${env.MUTATION_REPORT}`], {
      cwd: target,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
    let size = 0;
    let grownAt = Date.now();
    const watch = setInterval(async () => {
      const now =
        growing === undefined
          ? 0
          : await stat(growing).then(
              (file) => file.size,
              () => 0,
            );
      if (now !== size) grownAt = Date.now();
      size = now;
      if (size > 0 && Date.now() - grownAt > STUCK_MS) child.kill('SIGKILL');
    }, 1000);
    child.once('close', () => {
      clearInterval(watch);
      done();
    });
  });
}

/** What the tests find of these mutants. A run that a mutant held up goes on after it in a new process. */
async function runShard(
  shard: number,
  mutants: readonly Mutant[],
  testFiles: number,
): Promise<Map<string, Result>> {
  const results = new Map<string, Result>();
  for (let attempt = 0; ; attempt += 1) {
    const left = mutants.filter(({ id }) => !results.has(id));
    if (left.length === 0) return results;
    const file = join(target, `results-${shard}-${attempt}.jsonl`);
    await runVitest(
      {
        MUTATION_IDS: JSON.stringify(left.map(({ id }) => id)),
        MUTATION_TEST_FILES: String(testFiles),
        MUTATION_RESULTS: file,
        MUTATION_REPORT: `${file}.report.json`,
        MUTATION_MS_PER_MUTANT: String(MAX_MS_PER_MUTANT),
      },
      file,
    );
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text === '') throw new Error(`no mutant was run: see ${file}.report.json`);
    for (const line of text.trim().split('\n')) {
      const { id, outcome, isStatic } = JSON.parse(line) as {
        id: string;
        outcome: Outcome | 'running';
        isStatic?: boolean;
      };
      // Held up: the tests do find it.
      results.set(id, { outcome: outcome === 'running' ? 'killed' : outcome, isStatic: isStatic === true });
    }
  }
}

async function runCovered(mutants: readonly Mutant[]): Promise<Map<string, Result>> {
  const testFiles = globSync('domain/**/*.test.ts', { cwd: target }).length;
  const shards = Array.from({ length: SHARDS }, (_, shard) =>
    runShard(
      shard,
      mutants.filter((_, index) => index % SHARDS === shard),
      testFiles,
    ),
  );
  return new Map((await Promise.all(shards)).flatMap((results) => [...results]));
}

/** Which mutants the tests of their concept find when every module is loaded anew with the mutant switched on. */
async function runFresh(mutants: readonly Mutant[]): Promise<Set<string>> {
  if (mutants.length === 0) return new Set();
  const folder = join(target, 'fresh');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { id, file } of mutants) {
    const concept = file.split('/')[1]?.replace(/\.ts$/, '') ?? '';
    const tests = globSync([`domain/${concept}/**/*.test.ts`, `domain/${concept}.test.ts`], { cwd: target });
    const imports = tests.map((test) => `await import('../${test}');`).join('\n');
    await writeFile(
      join(folder, `${id}.test.ts`),
      `globalThis.__stryker__ = { activeMutant: '${id}' };\n${imports}\n`,
    );
  }
  const report = join(target, 'fresh.report.json');
  await runVitest({ MUTATION_FRESH: '1', MUTATION_REPORT: report });
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
    testResults: { name: string; status: string }[];
  };
  const failed = testResults.filter(({ status }) => status === 'failed');
  return new Set(failed.map(({ name }) => name.replace(/^.*\/(\d+)\.test\.ts$/, '$1')));
}

function isEquivalent(mutant: Mutant): boolean {
  return equivalentMutants.some(
    ({ file, original, replacement }) =>
      file === mutant.file && original === mutant.original && replacement === mutant.replacement,
  );
}

function conceptOf({ file }: Mutant): string {
  return file.split('/')[1]?.replace(/\.ts$/, '') ?? '';
}

/** Whether a module of the file keeps what it has computed: a mutant may be hidden by what was kept before it was on. */
async function filesWithCaches(mutants: readonly Mutant[]): Promise<Set<string>> {
  const files = [...new Set(mutants.map(({ file }) => file))];
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  return new Set(files.filter((_, index) => /^const \w+ = new (?:Weak)?Map/m.test(texts[index] ?? '')));
}

/**
 * `npm run mutation [-- <concept>…]`: how many one-place changes of the domain its tests find. `--quick` leaves out what needs all
 * modules loaded anew: mutants in constants.
 */
async function main(): Promise<void> {
  const isQuick = process.argv.includes('--quick');
  const asked = process.argv.slice(2).filter((word) => word !== '--quick');
  const chosen = asked.length > 0 ? asked : concepts;
  const all = await instrumentDomain(root, target, sourceFiles(root, chosen));
  const results = await runCovered(all);
  const isOpen = ({ id }: Mutant) => results.get(id)?.outcome !== 'killed';
  const isStatic = ({ id }: Mutant) => results.get(id)?.isStatic === true;
  const mutants = isQuick ? all.filter((mutant) => !isStatic(mutant)) : all;
  const cached = await filesWithCaches(all);
  const again = mutants.filter((mutant) => isOpen(mutant) && (isStatic(mutant) || cached.has(mutant.file)));
  const killedFresh = await runFresh(again);
  const survivors = mutants.filter((mutant) => isOpen(mutant) && !killedFresh.has(mutant.id));
  const unexplained = survivors.filter((mutant) => !isEquivalent(mutant));
  for (const { file, line, mutator, original, replacement, id } of unexplained) {
    console.log(
      `\n${file}:${line} ${mutator}${results.get(id)?.outcome === 'notCovered' ? ' (no test passes it)' : ''}`,
    );
    console.log(`- ${original.slice(0, 300)}\n+ ${replacement.slice(0, 300)}`);
  }
  await writeFile(join(target, 'survivors.json'), JSON.stringify(unexplained, null, 1));
  console.log('\nconcept: killed of counted (changes nothing, named)');
  for (const [concept, own] of Map.groupBy(mutants, conceptOf)) {
    const equivalent = own.filter(isEquivalent).length;
    const survived = unexplained.filter((mutant) => conceptOf(mutant) === concept).length;
    const counted = own.length - equivalent;
    const part = counted === 0 ? 1 : (counted - survived) / counted;
    console.log(
      `${part < MIN_KILLED ? 'LOW ' : 'ok  '} ${concept}: ${counted - survived} of ${counted}, ${(part * 100).toFixed(1)} % (${equivalent})`,
    );
    if (part < MIN_KILLED) process.exitCode = 1;
  }
}

await main();
