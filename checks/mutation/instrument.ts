import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** A change of one expression or statement of the source. */
export interface Mutant {
  readonly id: string;
  /** From the project's root. */
  readonly file: string;
  /** 1-based, where the replaced text begins. */
  readonly line: number;
  readonly mutator: string;
  /** The text that is replaced, and by what; both with white space folded. */
  readonly original: string;
  readonly replacement: string;
}

type InstrumenterOptions = Parameters<Instrumenter['instrument']>[1];
type Ignorer = InstrumenterOptions['ignorers'][number];

/** Texts of faults are for the log: a change of one is no change of a rule. */
const faultTexts: Ignorer = {
  shouldIgnore: (path) =>
    (path as { readonly type?: string }).type === 'ThrowStatement' ? 'text of a fault' : undefined,
};

const silentLog = {
  isDebugEnabled: () => false,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
};

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The text between two 0-based positions. */
function textBetween(lines: readonly string[], start: Position, end: Position): string {
  const chosen = lines.slice(start.line, end.line + 1);
  chosen[chosen.length - 1] = chosen.at(-1)?.slice(0, end.column) ?? '';
  chosen[0] = chosen[0]?.slice(start.column) ?? '';
  return chosen.join('\n');
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Copies `domain/` into a folder with every mutant of the named files in the source, each switched on by its id, and with the
 * tests beside. The folder resolves packages and `#domain` as the project does.
 */
export async function instrumentDomain(
  root: string,
  target: string,
  files: readonly string[],
): Promise<Mutant[]> {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await cp(join(root, 'package.json'), join(target, 'package.json'));
  await symlink(join(root, 'node_modules'), join(target, 'node_modules'));
  for (const folder of ['domain', 'contract/messages'])
    await cp(join(root, folder), join(target, folder), { recursive: true });
  const sources = await Promise.all(
    files.map(async (file) => ({
      name: join(target, file),
      mutate: true,
      content: await readFile(join(root, file), 'utf8'),
    })),
  );
  const instrumenter = new Instrumenter(
    silentLog as unknown as ConstructorParameters<typeof Instrumenter>[0],
  );
  const result = await instrumenter.instrument(sources, {
    plugins: null,
    excludedMutations: [],
    ignorers: [faultTexts],
  });
  for (const { name, content } of result.files) await writeFile(name, content);
  const linesOf = new Map(sources.map(({ name, content }) => [name, content.split('\n')]));
  return result.mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName, location, mutatorName, replacement }) => ({
      id,
      file: fileName.slice(target.length + 1),
      line: location.start.line + 1,
      mutator: mutatorName,
      original: folded(textBetween(linesOf.get(fileName) ?? [], location.start, location.end)),
      replacement: folded(replacement),
    }));
}

/** Source files of concepts of the domain, tests and their helpers left out. */
export function sourceFiles(root: string, concepts: readonly string[]): string[] {
  const patterns = concepts.flatMap((concept) => [`domain/${concept}.ts`, `domain/${concept}/**/*.ts`]);
  return globSync(patterns, { cwd: root })
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .sort();
}
