/** A mutant that changes nothing that anybody can see, with the reason. */
export interface EquivalentMutant {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

export const equivalentMutants: readonly EquivalentMutant[] = [];
