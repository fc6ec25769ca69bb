import { afterEach, expect } from 'vitest';
import { verifyColumns } from '#platform/database/typed-sql.ts';

const problems = new Set<string>();
verifyColumns((problem) => problems.add(problem));

// Reported here instead of thrown, so that no retry hides it.
afterEach(() => {
  const found = [...problems];
  problems.clear();
  expect(found, 'results differ from the columns that their statements declare').toEqual([]);
});
