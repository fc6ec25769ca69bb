import type { SecondPersonInput } from '#billing/api/identity.ts';

/** Who decides about a proposal of another; independent of all unless `dependentIds` are given. */
export function makeSecondPerson(
  id: string,
  name: string,
  dependentIds: readonly string[] = [],
): SecondPersonInput {
  return { id, name, accountSince: '2020-03-12T08:00:00.000Z', dependentIds: [...dependentIds] };
}
