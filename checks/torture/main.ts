import { parseArgs } from 'node:util';
import { randomOf } from '#sample/random.ts';
import { backupKinds } from './backup-kinds.ts';
import { commandKinds } from './command-kinds.ts';
import { copyInstallation, endInstallation } from './installation.ts';
import { control, loadKinds } from './load-kinds.ts';
import { createFolders, type PreparedKind, type RoundResult, type TortureKind } from './round.ts';

/** The table of kinds: a new one is a row. */
const kinds: readonly TortureKind[] = [...loadKinds, ...commandKinds, ...backupKinds];

const usage = `Usage: npm run torture -- <rounds> [--seed n] [--only kind,…] [--first n]
Kinds: ${kinds.map(({ name }) => name).join(', ')}`;

interface Plan {
  readonly rounds: number;
  readonly seed: string;
  readonly chosen: readonly TortureKind[];
  /** Number of the first round of each kind. */
  readonly first: number;
}

/** @throws Error with the usage. */
function readPlan(args: readonly string[]): Plan {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      first: { type: 'string', default: '1' },
    },
  });
  const [rounds, first] = [Number(positionals[0]), Number(values.first)];
  const names = values.only?.split(',');
  const chosen = kinds.filter(({ name }) => names === undefined || names.includes(name));
  const areNumbers = [rounds, first].every((number) => Number.isInteger(number) && number > 0);
  if (!areNumbers || chosen.length !== (names ?? kinds).length) throw new Error(usage);
  return { rounds, seed: values.seed, chosen, first };
}

interface Line {
  readonly kind: string;
  readonly results: RoundResult[];
  failed: number;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function tableOf(lines: readonly Line[]): string[] {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const rows = lines.map(({ kind, results }) => {
    const sum = (of: (result: RoundResult) => number) =>
      String(results.reduce((total, one) => total + of(one), 0));
    const serving = results.flatMap(({ servingMs }) => servingMs);
    return [
      ...[kind, String(results.length), sum(({ kills }) => kills), sum(({ acknowledged }) => acknowledged)],
      ...[
        sum(({ lost }) => lost.length),
        sum(({ doubled }) => doubled.length),
        sum(({ wrong }) => wrong.length),
      ],
      ...[seconds(median(serving)), seconds(Math.max(0, ...serving))],
    ];
  });
  const heads = [
    'kind',
    'rounds',
    'kills',
    'acknowledged',
    'lost',
    'doubled',
    'wrong',
    'serving after',
    'at most',
  ];
  return [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
}

type Folders = ReturnType<typeof createFolders>;

/** Removed also when the run is interrupted. */
const open = new Set<Folders>();

function openFolders(): Folders {
  const folders = createFolders(copyInstallation, endInstallation);
  open.add(folders);
  return folders;
}

async function removeFolders(folders: Folders): Promise<void> {
  await folders.remove();
  open.delete(folders);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.all([...open].map(removeFolders)).finally(() => process.exit(130)));

/** Runs one round in folders of its own; a fault of the round itself is wrong too. */
async function runRound(prepared: PreparedKind, seed: string): Promise<RoundResult> {
  const folders = openFolders();
  try {
    return await prepared.round({ ...folders, random: randomOf(seed) });
  } catch (error) {
    const wrong = [error instanceof Error ? error.message : String(error)];
    return { kills: 0, acknowledged: 0, lost: [], doubled: [], wrong, servingMs: [] };
  } finally {
    await removeFolders(folders);
  }
}

/** Runs the control: false, and a line, when it loses nothing, as then a loss of the product would not be found either. */
async function runControl(prepared: PreparedKind, seed: string): Promise<boolean> {
  const { lost, acknowledged, wrong } = await runRound(prepared, seed);
  console.log(
    `control: of ${acknowledged} acts that a database answered before it wrote them, ${lost.length} are lost`,
  );
  for (const line of wrong) console.log(`  ${line}`);
  return lost.length > 0;
}

/** Runs all rounds, the kinds in turns; returns how many failed. */
async function runRounds({ rounds, seed, chosen, first }: Plan): Promise<number> {
  const folders = openFolders();
  const lines: Line[] = chosen.map(({ name }) => ({ kind: name, results: [], failed: 0 }));
  const prepared = new Map<TortureKind, PreparedKind>();
  let failed = 0;
  try {
    if (!(await runControl(await control.prepare(folders), `${seed} control`))) {
      console.log('The control lost nothing: a round would not find a loss.');
      failed += 1;
    }
    for (let index = 0; index < rounds; index += 1) {
      const place = index % chosen.length;
      const [kind, line] = [chosen[place] as TortureKind, lines[place] as Line];
      const round = first + Math.floor(index / chosen.length);
      const begun = performance.now();
      const known = prepared.get(kind) ?? (await kind.prepare(folders));
      prepared.set(kind, known);
      const result = await runRound(known, `${seed} ${kind.name} ${round}`);
      line.results.push(result);
      const found = [...result.lost, ...result.doubled, ...result.wrong];
      const took = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(
        `${kind.name} ${round}: ${found.length === 0 ? 'ok' : 'FAILED'} (${result.kills} kills, ${took} s)`,
      );
      if (found.length === 0) continue;
      failed += 1;
      for (const what of found.slice(0, 10)) console.log(`  ${what}`);
      console.log(`  again: npm run torture -- 1 --seed ${seed} --only ${kind.name} --first ${round}`);
    }
  } finally {
    console.log(`\n${tableOf(lines).join('\n')}`);
    await removeFolders(folders);
  }
  return failed;
}

/** `npm run torture`: seeded rounds of kills of the real product; exits with 1 when anything acknowledged is lost or counts twice. */
async function main(): Promise<number> {
  const plan = readPlan(process.argv.slice(2));
  const failed = await runRounds(plan);
  console.log(`\n${plan.rounds} rounds with the seed ${plan.seed}: ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  return 1;
});
