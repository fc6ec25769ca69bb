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
  return {
    moduleCount: totalCruised,
    problems: violations.map((violation) => {
      const comment = boundaryRules.find((known) => known.name === violation.rule.name)?.comment ?? '';
      const arrow = violation.from === violation.to ? violation.from : `${violation.from} → ${violation.to}`;
      return `${violation.rule.name}: ${arrow}\n    ${comment}`;
    }),
  };
}
