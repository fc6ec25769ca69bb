import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { artifactFile, commitOfCheckout } from '#platform/host/version.ts';
import { buildWebIfStale } from './build-web-if-stale.ts';

/** The fields of package-lock.json that are read here; keys are folders, '' is the project itself. */
interface PackageLock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

function neededBy({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}: LockedPackage) {
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => peerDependenciesMeta?.[name]?.optional !== true,
  );
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/**
 * Folders of the packages that `dependencies` need, as Node resolves them. Unlike `npm ci --omit=dev` this leaves out
 * optional peers that only development installs: TypeScript is one of graphile-worker's configuration.
 */
function listProductionPackages({ packages }: PackageLock): readonly string[] {
  const found = new Set<string>();
  const next = [''];
  for (let from = next.pop(); from !== undefined; from = next.pop()) {
    for (const name of neededBy(packages[from] ?? {})) {
      const path = findPackage(packages, from, name);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      next.push(path);
    }
  }
  return [...found].sort();
}

/** Looks in the folder's own node_modules first, then in those above it. */
function findPackage(packages: PackageLock['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return undefined;
  }
}

const root = join(import.meta.dirname, '..');
/** Marks a folder as an artifact and says what it was built from. */
const manifestName = artifactFile;

/** What a production server runs, as sources: Node strips the types. */
const rooms = ['bin', 'cli', 'domain', 'contract', 'billing', 'portal', 'platform', 'sample'];
/** Commands of a checkout only. */
const checkoutOnly = ['cli/build.ts', 'cli/dev.ts'];
/** npm scripts that work in an artifact. */
const scripts = [
  'start',
  'import',
  'export',
  'import-bank-statement',
  'close-period',
  'create-admin',
  'setup',
  'archive',
  'backup',
  'restore',
  'doctor',
  'copy-files',
  'support-bundle',
  'serve-billing',
];

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
}

const readJson = async <T>(file: string) => JSON.parse(await readFile(join(root, file), 'utf8')) as T;

function isShipped(path: string): boolean {
  const name = basename(path);
  if (/\.test\.tsx?$/.test(name) || name === 'testing') return false;
  // The files of the sample are made for the day on which it is loaded.
  if (/sample\/((?!household-load).+\.csv|made-for\.txt)$/.test(path)) return false;
  return !checkoutOnly.some((file) => path === join(root, file));
}

/** npm replaces files of a package and never writes into them, so that hard links are safe; another disk gets copies. */
async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    // Packages inside packages are entries of the lock file themselves.
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') await linkFolder(source, target);
    } else if (entry.isSymbolicLink()) await cp(source, target, { verbatimSymlinks: true });
    else await link(source, target).catch(() => copyFile(source, target));
  }
}

/** The commit of the checkout, `-changed` with uncommitted changes; undefined outside of git. */
function commitOfBuild(): string | undefined {
  const commit = commitOfCheckout();
  if (commit === undefined) return undefined;
  const changed = execFileSync('git', ['status', '--porcelain', '--untracked-files=no'], {
    cwd: root,
    encoding: 'utf8',
  });
  return changed === '' ? commit : `${commit}-changed`;
}

/** Digest of everything in the folder but the packages, which the lock file stands for. */
async function digestOf(folder: string): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(root, 'package-lock.json')));
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  for (const path of paths.sort()) hash.update(path.slice(folder.length)).update(await readFile(path));
  return hash.digest('hex');
}

async function writeArtifact(folder: string): Promise<void> {
  for (const room of rooms) {
    await cp(join(root, room), join(folder, room), { recursive: true, filter: isShipped });
  }
  await cp(join(root, 'dist/web'), join(folder, 'dist/web'), { recursive: true });
  for (const document of ['LICENSE', 'CHANGELOG.md']) await cp(join(root, document), join(folder, document));
  const { name, version, license, dependencies, ...checkout } = await readJson<PackageJson>('package.json');
  const pick = (record: Readonly<Record<string, string>>, isWanted: (key: string) => boolean) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => isWanted(key)));
  const manifest = {
    name,
    version,
    private: true,
    license,
    type: 'module',
    dependencies,
    imports: pick(checkout.imports, (key) => rooms.some((room) => key === `#${room}/*`)),
    scripts: pick(checkout.scripts, (key) => scripts.includes(key)),
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const made = { version, commit: commitOfBuild(), digest: await digestOf(folder) };
  for (const path of listProductionPackages(await readJson<PackageLock>('package-lock.json'))) {
    // Packages for other platforms are in the lock file and not installed.
    if (existsSync(join(root, path))) await linkFolder(join(root, path), join(folder, path));
  }
  await writeFile(join(folder, manifestName), `${JSON.stringify(made, null, 2)}\n`);
}

/** @throws Error when something else than an artifact, or data, would be deleted. */
async function refuseForeignFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  if (names.length > 0 && !names.includes(manifestName))
    throw new Error(`${folder} is not empty and no artifact.`);
  if (names.includes('.data')) throw new Error(`${folder}/.data holds data: move it and set SVITLO_DATA.`);
}

/**
 * `npm run build [-- <folder>]`: makes what production starts, in dist/product by default: sources of the server, the
 * built cabinet, production packages and a manifest. An older artifact is replaced only by a whole one.
 */
async function build(): Promise<void> {
  const target = resolve(process.argv[2] ?? join(root, 'dist/product'));
  await refuseForeignFolder(target);
  await buildWebIfStale(() => console.log('Building the cabinet…'));
  const work = `${target}.${process.pid}`;
  try {
    await writeArtifact(work);
    await rm(target, { recursive: true, force: true });
    await rename(work, target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  console.log(`Built: ${target}`);
}

try {
  await build();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
