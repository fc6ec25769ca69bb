import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { chunkClosure, type Manifest, type ModuleList, reachable, staffParts } from '#web/manifest.ts';

const ENTRY = 'index.html';
const MAX_PAGE = 20_000;

export interface StaffPages {
  /** Sources of the pages, from `web/`. */
  readonly sources: readonly string[];
  /** Paths of the calls that only staff may make. */
  readonly calls: readonly string[];
}

interface StaffReport {
  readonly heaviest: { readonly source: string; readonly bytes: number } | undefined;
  /** One sentence for each page that is too heavy, and for each thing of staff that customers load. */
  readonly problems: readonly string[];
}

/**
 * Weighs what each page of staff loads that no page of customers does: at most 20 kB of gzip. Nothing that customers may load, at once
 * or later, has a module that only pages of staff import, or names a call that only staff may make. Source: issue 18.
 * @throws Error when the web is not built, or a page is not in its manifest.
 */
export async function measureStaff(distDir: string, { sources, calls }: StaffPages): Promise<StaffReport> {
  const read = (file: string) => readFile(`${distDir}/${file}`, 'utf8');
  const manifest = JSON.parse(await read('.vite/manifest.json')) as Manifest;
  const { chunks, imports } = JSON.parse(await read('.vite/modules.json')) as ModuleList;
  const ofStaff = new Set([...sources, ...staffParts]);
  const ofCustomers = chunkClosure(
    manifest,
    reachable(manifest, ENTRY, (source) => ofStaff.has(source)),
  );

  const weights = await Promise.all(
    sources.map(async (source) => {
      const { js, css } = chunkClosure(manifest, [source]);
      const own = [...js, ...css].filter((file) => !ofCustomers.js.has(file) && !ofCustomers.css.has(file));
      const sizes = own.map(async (file) => gzipSync(await readFile(`${distDir}/${file}`)).length);
      return { source, bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) };
    }),
  );

  const known = modulesOfCustomers(imports, ofStaff);
  const found = await Promise.all(
    [...ofCustomers.js].map(async (file) => {
      const paths = [...(await read(file)).matchAll(/["'`](\/api\/[\w/-]+)["'`]/g)].map(
        ([, path]) => path ?? '',
      );
      return [
        ...(chunks[file] ?? [])
          .filter((module) => !known.has(module))
          .map((module) => `${file}: customers load ${module}, which only pages of staff import`),
        ...paths
          .filter((path) => calls.includes(path))
          .map((path) => `${file}: customers load the call ${path}, which only staff may make`),
      ];
    }),
  );
  return {
    heaviest: weights.toSorted((one, other) => other.bytes - one.bytes)[0],
    problems: [
      ...weights
        .filter(({ bytes }) => bytes > MAX_PAGE)
        .map(
          ({ source, bytes }) =>
            `${source}: ${kb(bytes)} kB that no page of customers has, at most ${kb(MAX_PAGE)} kB`,
        ),
      ...found.flat(),
    ],
  };
}

const kb = (bytes: number) => (bytes / 1000).toFixed(1);

/** What can be imported from the entry without a page or a part of staff. */
function modulesOfCustomers(
  imports: ModuleList['imports'],
  ofStaff: ReadonlySet<string>,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (module: string) => {
    if (seen.has(module) || ofStaff.has(module.replace(/^web\//, ''))) return;
    seen.add(module);
    for (const imported of imports[module] ?? []) visit(imported);
  };
  visit(`web/${ENTRY}`);
  return seen;
}
