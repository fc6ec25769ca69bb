import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { chunkClosure, type Manifest } from './manifest.ts';

interface RouteWeight {
  /** The source of the page. */
  readonly source: string;
  /** JavaScript and CSS, gzip, bytes. */
  readonly bytes: number;
}

export interface RouteReport {
  readonly routes: readonly RouteWeight[];
  /** One sentence per page that is too heavy. */
  readonly problems: readonly string[];
}

const KB = 1000;
const MOST = 15 * KB;
/** So many may use a chunk that is still their own: the same screen of a person and an entity. */
const OWN_USERS = 2;

/** Charts are apart. Source: issue 4, «Speed». */
const isChart = (file: string) => /^assets\/charts-/.test(file);

/**
 * Weighs what each page alone brings: its chunk and what it imports statically, without what the entry or more than one
 * other page or part uses, and without charts. Parts that a page loads later are chunks of their own and count nowhere
 * here. At most 15 kB each.
 * @throws Error when a page is not in the manifest.
 */
export async function measureRoutes(distDir: string, sources: readonly string[]): Promise<RouteReport> {
  const manifest = JSON.parse(await readFile(`${distDir}/.vite/manifest.json`, 'utf8')) as Manifest;
  const filesOf = (source: string) => {
    const { js, css } = chunkClosure(manifest, [source]);
    return [...js, ...css];
  };
  const shared = new Set(filesOf('index.html'));
  const users = new Map<string, number>();
  // Parts that the frame or a page loads later use chunks too.
  const parts = Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports);
  for (const user of new Set([...sources, ...parts])) {
    for (const file of filesOf(user)) users.set(file, (users.get(file) ?? 0) + 1);
  }
  const routes = await Promise.all(
    sources.map(async (source) => {
      const own = filesOf(source).filter(
        (file) => !shared.has(file) && !isChart(file) && (users.get(file) ?? 0) <= OWN_USERS,
      );
      const sizes = own.map(async (file) => gzipSync(await readFile(`${distDir}/${file}`)).length);
      return { source, bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) };
    }),
  );
  const problems = routes
    .filter(({ bytes }) => bytes > MOST)
    .map(({ source, bytes }) => `${source}: its own code ${kb(bytes)} kB, at most ${kb(MOST)} kB`);
  return { routes, problems };
}

function kb(bytes: number): string {
  return (bytes / KB).toFixed(1);
}
