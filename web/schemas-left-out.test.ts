import { expect, it, vi } from 'vitest';

vi.mock('zod/mini', () => import('./schemas-left-out.ts'));
// Runs on the server alone, with whole schemas.
vi.mock('#contract/request-ids.ts', () => ({ acceptRequestId: (call: unknown) => call }));

it('has every function that the calls of the contract are made with', async () => {
  const calls = await import('#contract/all-calls.ts');
  expect(Object.keys(calls)).not.toEqual([]);
});
