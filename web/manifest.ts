/** What Vite writes about each chunk; only what is used here. */
export type Manifest = Readonly<
  Record<
    string,
    {
      file: string;
      css?: readonly string[];
      imports?: readonly string[];
      dynamicImports?: readonly string[];
      assets?: readonly string[];
    }
  >
>;

/** The files a browser loads for these sources, with everything that they import statically. */
export interface ChunkFiles {
  js: ReadonlySet<string>;
  css: ReadonlySet<string>;
  assets: ReadonlySet<string>;
}

/**
 * Follows the static imports of the sources.
 * @throws Error when a source is not in the manifest.
 */
export function chunkClosure(manifest: Manifest, sources: readonly string[]): ChunkFiles {
  const js = new Set<string>();
  const css = new Set<string>();
  const assets = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The web build has no chunk for ${key}`);
    if (chunk.file.endsWith('.js')) js.add(chunk.file);
    if (chunk.file.endsWith('.css')) css.add(chunk.file);
    for (const file of chunk.css ?? []) css.add(file);
    for (const file of chunk.assets ?? []) assets.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return { js, css, assets };
}

/** Parts of the frame of the cabinet that only staff load, besides their pages. */
export const staffParts: readonly string[] = [
  'app/admin-pages.ts',
  'app/layouts/admin-sections.ts',
  'app/layouts/staff-header.tsx',
  'features/identity/viewing/viewing-frame.tsx',
];

/** The sources that one can come to from a source, at once or later, but for those left out and what only they lead to. */
export function reachable(
  manifest: Manifest,
  from: string,
  isLeftOut: (source: string) => boolean,
): readonly string[] {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key) || isLeftOut(key)) return;
    seen.add(key);
    const { imports = [], dynamicImports = [] } = manifest[key] ?? {};
    for (const next of [...imports, ...dynamicImports]) visit(next);
  };
  visit(from);
  return [...seen];
}

/** What the build writes beside its manifest; paths from the root of the repository. */
export interface ModuleList {
  /** The modules that each script is made of, by its file. */
  readonly chunks: Readonly<Record<string, readonly string[]>>;
  /** What each module imports, at once or later. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
}
