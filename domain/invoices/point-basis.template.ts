import { type ChargeBasis, estimateWords, leastSure } from '#domain/charges/basis-words.template.ts';

/** A point by what its registers stand on; channels have no basis. */
export interface MeasuredPoint {
  readonly meters: readonly (Omit<ChargeBasis, 'basis'> & { readonly basis: ChargeBasis['basis'] | null })[];
}

/** Words for a point that is charged by an average; '' when readings end all of its registers. */
export function pointEstimate({ meters }: MeasuredPoint): string {
  return estimateWords(
    leastSure(meters.flatMap(({ basis, ...more }) => (basis === null ? [] : [{ ...more, basis }]))),
  );
}
