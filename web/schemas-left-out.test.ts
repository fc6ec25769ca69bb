import { expect, it, vi } from 'vitest';

vi.mock('zod/mini', () => import('./schemas-left-out.ts'));

it('has every function that the calls of the contract are made with', async () => {
  const calls = await import('#contract/all-calls.ts');
  expect(Object.keys(calls)).not.toEqual([]);
});
