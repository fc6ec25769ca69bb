import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const gap = 'gap: var\\(--space-(05|1|15|2|3|4|5)\\);';
/** What Stack, Row and Text are for, declarations in alphabetical order. */
const primitives = [
  `display: grid; ${gap}( grid-template-columns: minmax\\(0, 1fr\\);)?`,
  `(align-items: center; )?display: flex; flex-wrap: wrap; ${gap}`,
  '(color: var\\(--(quiet|warn)\\);)?( ?font-size: var\\(--text-[sl]\\);)?( ?font-variant-numeric: tabular-nums;)?( ?font-weight: 600;)?',
].map((pattern) => new RegExp(`^(${pattern})$`));

/** The classes of a stylesheet that say nothing but what a layout primitive says. */
function findLayoutRules(css: string): string[] {
  const rules = [...css.matchAll(/(?<=^|\n\n)\.([\w-]+) \{([^}]*)\}/g)];
  return rules.flatMap(([, name = '', body = '']) => {
    const isOnlyRule = css.split(new RegExp(`\\.${name}(?![\\w-])`)).length === 2;
    const declarations = body.split('\n').map((line) => line.trim());
    const sorted = declarations.filter(Boolean).toSorted().join(' ');
    return isOnlyRule && primitives.some((pattern) => pattern.test(sorted)) ? [name] : [];
  });
}

test('no stylesheet writes out what Stack, Row and Text do', () => {
  const paths = globSync('web/**/*.module.css').filter((path) => path !== 'web/ui/layout/stack.module.css');
  expect(paths.length).toBeGreaterThan(50);
  const found = paths.flatMap((path) =>
    findLayoutRules(readFileSync(path, 'utf8')).map((name) => `${path}: .${name}`),
  );
  expect(found).toEqual([]);
});

test('a rule of a primitive is found, one with more to say is not', () => {
  const css = `.part {
  display: grid;
  gap: var(--space-3);
}

.actions {
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-1);
}

.quiet {
  color: var(--quiet);
  font-size: var(--text-s);
}

.wide {
  display: grid;
  gap: var(--space-3);
}

.wide h2 {
  color: var(--quiet);
}

.card {
  display: grid;
  gap: var(--space-3);
  padding: var(--space-2);
}
`;
  expect(findLayoutRules(css)).toEqual(['part', 'actions', 'quiet']);
});
