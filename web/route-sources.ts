import { readFile } from 'node:fs/promises';

/** A page of the router, with the source of its code as the manifest names it. */
export interface RouteSource {
  /** With its parameters: '/cabinet/person/bills/$period'. */
  readonly path: string;
  readonly source: string;
}

const inCabinet = /inCabinet\(\s*'([^']+)',\s*\(\) => import\('\.\/(pages\/[^']+)'\)/g;
const onItsOwn = /\.\.\.at\('([^']+)'\),\s*component: page\(\(\) => import\('\.\/(pages\/[^']+)'\)\)/g;

/**
 * The pages as the source of the router names them: which file stands behind an address is known nowhere else before the
 * page runs.
 * @throws Error when the router loads a page that is not found so.
 */
export function findRouteSources(router: string): RouteSource[] {
  const found = [...router.matchAll(onItsOwn), ...router.matchAll(inCabinet)].map(([, path, file]) => ({
    path: path ?? '',
    source: `app/${file}`,
  }));
  const loaded = new Set(
    [...router.matchAll(/import\('\.\/(pages\/[^']+)'\)/g)].map(([, file]) => `app/${file}`),
  );
  for (const { source } of found) loaded.delete(source);
  if (loaded.size > 0)
    throw new Error(`The router loads pages in a way unknown here: ${[...loaded].join(', ')}`);
  return found;
}

/** Of this product. */
export async function readRouteSources(): Promise<RouteSource[]> {
  return findRouteSources(await readFile(`${import.meta.dirname}/app/router.tsx`, 'utf8'));
}
