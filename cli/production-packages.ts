/** The fields of package-lock.json that are read here; keys are folders, '' is the project itself. */
export interface PackageLock {
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
export function listProductionPackages({ packages }: PackageLock): readonly string[] {
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
