import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { chunkClosure, type Manifest } from '#web/manifest.ts';

/** Bytes as they travel: scripts and styles gzipped, fonts as they are (woff2 is compressed). */
interface LoadSize {
  js: number;
  css: number;
  fonts: number;
}

export interface BudgetReport {
  /** The first load of each public page, and what going on to the home adds to the sign-in (js + css). */
  landing: LoadSize;
  signIn: LoadSize;
  homeAdds: number;
  /** One sentence per broken limit; empty when all are kept. */
  problems: readonly string[];
}

const KB = 1000;
const LIMITS = { js: 125 * KB, css: 16 * KB, fonts: 60 * KB, homeAdds: 60 * KB };

const ENTRY = 'index.html';
const ROUTES = {
  landing: ['app/layouts/landing-layout.tsx', 'app/pages/landing.tsx'],
  signIn: ['app/layouts/auth-layout.tsx', 'app/pages/sign-in-person.tsx'],
  home: ['app/layouts/cabinet-layout.tsx', 'app/pages/person/home.tsx'],
} as const;

/**
 * Weighs what a browser loads first: the entry and the chunks of the route with everything that they import statically.
 * Limits: JavaScript 125 kB, CSS 16 kB, fonts 60 kB; the home adds at most 60 kB. A kilobyte is 1000 bytes.
 * @throws Error when the web is not built, or a route is not in its manifest.
 */
export async function measureBundle(distDir: string): Promise<BudgetReport> {
  const manifest = JSON.parse(await readFile(`${distDir}/.vite/manifest.json`, 'utf8')) as Manifest;
  const weigh = createScale(distDir);
  const filesOf = (routes: readonly string[]) => chunkClosure(manifest, [ENTRY, ...routes]);

  const size = async (routes: readonly string[]): Promise<LoadSize> => {
    const { js, css, assets } = filesOf(routes);
    const fonts = [...assets].filter((file) => file.endsWith('.woff2'));
    return { js: await weigh(js), css: await weigh(css), fonts: await weigh(fonts) };
  };

  const landing = await size(ROUTES.landing);
  const signIn = await size(ROUTES.signIn);
  const before = filesOf(ROUTES.signIn);
  const home = filesOf(ROUTES.home);
  const homeAdds =
    (await weigh([...home.js].filter((file) => !before.js.has(file)))) +
    (await weigh([...home.css].filter((file) => !before.css.has(file))));

  const problems = [
    ...overweight('landing', landing),
    ...overweight('sign-in', signIn),
    ...over('going on to home', 'JavaScript and CSS', homeAdds, LIMITS.homeAdds),
  ];
  return { landing, signIn, homeAdds, problems };
}

function overweight(page: string, size: LoadSize): string[] {
  return [
    ...over(page, 'JavaScript', size.js, LIMITS.js),
    ...over(page, 'CSS', size.css, LIMITS.css),
    ...over(page, 'fonts', size.fonts, LIMITS.fonts),
  ];
}

function over(page: string, what: string, bytes: number, limit: number): string[] {
  return bytes > limit ? [`${page}: ${what} ${kb(bytes)} kB, at most ${kb(limit)} kB`] : [];
}

function kb(bytes: number): string {
  return (bytes / KB).toFixed(1);
}

function createScale(distDir: string): (files: Iterable<string>) => Promise<number> {
  return async (files) => {
    let bytes = 0;
    for (const file of files) {
      const content = await readFile(`${distDir}/${file}`);
      bytes += file.endsWith('.woff2') ? content.length : gzipSync(content).length;
    }
    return bytes;
  };
}

interface RouteWeight {
  /** The source of the page. */
  readonly source: string;
  /** JavaScript and CSS, gzip, bytes. */
  readonly bytes: number;
}

interface RouteReport {
  readonly routes: readonly RouteWeight[];
  /** One sentence per page that is too heavy. */
  readonly problems: readonly string[];
}

const MAX_OWN = 15 * KB;
/** Pages of staff have more on one screen, and are used at a desk. */
const MAX_OWN_OF_STAFF = 20 * KB;
const maxOwn = (source: string) => (source.startsWith('app/pages/admin/') ? MAX_OWN_OF_STAFF : MAX_OWN);
/** So many may use a chunk that is still their own: the same screen of a person and an entity. */
const OWN_USERS = 2;

/** Charts are apart. Source: issue 4, «Speed». */
const isChart = (file: string) => /^assets\/charts-/.test(file);

/**
 * Weighs what each page alone brings: its chunk and what it imports statically, without what the entry or more than one
 * other page or part uses, and without charts. Parts that a page loads later are chunks of their own and count nowhere
 * here. At most 15 kB each, 20 kB of a page of staff.
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
    .filter(({ source, bytes }) => bytes > maxOwn(source))
    .map(({ source, bytes }) => `${source}: its own code ${kb(bytes)} kB, at most ${kb(maxOwn(source))} kB`);
  return { routes, problems };
}

interface WorkerReport {
  /** gzip, bytes. */
  readonly bytes: number;
  readonly problems: readonly string[];
}

const MAX_WORKER = 100 * KB;

/**
 * Weighs the worker that opens keys: at most 100 kB, and no page brings it with it; the dialog starts it when a key is chosen.
 * @throws Error when the build has no such worker, or a page is not in the manifest.
 */
export async function measureSigningWorker(
  distDir: string,
  sources: readonly string[],
): Promise<WorkerReport> {
  const manifest = JSON.parse(await readFile(`${distDir}/.vite/manifest.json`, 'utf8')) as Manifest;
  const names = await readdir(`${distDir}/assets`);
  const name = names.find((file) => /^signing-worker-.+\.js$/.test(file));
  if (!name) throw new Error('The web build has no signing worker');
  const bytes = await createScale(distDir)([`assets/${name}`]);
  const bringers = sources.filter((source) => {
    const { js, assets } = chunkClosure(manifest, [ENTRY, source]);
    return js.has(`assets/${name}`) || assets.has(`assets/${name}`);
  });
  const problems = [
    ...over('signing worker', 'JavaScript', bytes, MAX_WORKER),
    ...bringers.map((source) => `${source}: brings the signing worker, which only a chosen key needs`),
  ];
  return { bytes, problems };
}
