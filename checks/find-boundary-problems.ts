import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { boundaryRules } from './boundary-rules.ts';

const rooms = [
  'domain',
  'contract',
  'billing',
  'portal',
  'platform',
  'web',
  'cli',
  'sample',
  'bench',
  'e2e',
  'checks',
];

export interface Boundaries {
  /** Modules that were seen: none means that the cruiser saw nothing, not that all is well. */
  readonly moduleCount: number;
  /** Broken rules in words, each with what to do instead. */
  readonly problems: readonly string[];
}

/** Looks at every import of the rooms below a folder. */
export async function findBoundaryProblems(root: string): Promise<Boundaries> {
  const result = await cruise(
    rooms.filter((room) => existsSync(join(root, room))),
    {
      baseDir: root,
      ruleSet: { forbidden: boundaryRules },
      validate: true,
      parser: 'swc',
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '\\.(css|svg|woff2|json)$' },
      enhancedResolveOptions: {
        conditionNames: ['import', 'node', 'default'],
        extensions: ['.ts', '.tsx', '.js'],
      },
    },
  );
  if (typeof result.output === 'string') throw new Error('the cruiser gave no result');
  const { violations, totalCruised } = result.output.summary;
  const imports = result.output.modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }): Import => ({ from: source, to: resolved })),
  );
  const broken = violations.map((violation) => {
    const comment = boundaryRules.find((known) => known.name === violation.rule.name)?.comment ?? '';
    const arrow = violation.from === violation.to ? violation.from : `${violation.from} → ${violation.to}`;
    return `${violation.rule.name}: ${arrow}\n    ${comment}`;
  });
  return { moduleCount: totalCruised, problems: [...broken, ...findConceptCycles(imports)] };
}

interface Import {
  readonly from: string;
  readonly to: string;
}

const conceptOf = (file: string) =>
  /^(billing\/modules|portal\/modules|web\/features|domain)\/([^/]+)\//.exec(file)?.slice(1, 3).join('/');

/** Concepts of a room that import each other, straight or over others; tests may. */
export function findConceptCycles(imports: readonly Import[]): string[] {
  const uses = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [user, used] = [conceptOf(from), conceptOf(to)];
    if (user === undefined || used === undefined || user === used) continue;
    if (/\.test\.|\/testing\//.test(from)) continue;
    uses.set(user, (uses.get(user) ?? new Set()).add(used));
  }
  const reachedFrom = (start: string) => {
    const reached = new Set<string>();
    const next = [start];
    for (let at = next.pop(); at !== undefined; at = next.pop()) {
      for (const used of uses.get(at) ?? []) {
        if (reached.has(used)) continue;
        reached.add(used);
        next.push(used);
      }
    }
    return reached;
  };
  return [...uses].flatMap(([user, directly]) =>
    [...directly]
      .filter((used) => reachedFrom(used).has(user))
      .map(
        (used) =>
          `concept cycle: ${user} → ${used}\n    Move what both need, or compose the read in overview/.`,
      ),
  );
}
