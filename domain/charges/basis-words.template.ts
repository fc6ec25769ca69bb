type AverageGround = 'lastYear' | 'lastActual' | 'norm';

/** What the energy of a register in a month stands on. */
export interface ChargeBasis {
  readonly basis: 'actual' | 'brought' | 'estimated';
  /** By which average; null: by a reading, or charged before it was stored. */
  readonly ground: AverageGround | null;
  /** A reading of the month was under review when it was charged. */
  readonly isReviewPending: boolean;
}

const averageWords: Readonly<Record<AverageGround, string>> = {
  lastYear: 'за торішнім споживанням',
  lastActual: 'за середнім споживанням',
  norm: 'за нормою споживання',
};

/** Words for energy that no reading ends: by which average it is found; '' for readings. */
export function estimateWords({ basis, ground, isReviewPending }: ChargeBasis): string {
  if (basis === 'actual') return '';
  const how =
    basis === 'brought' ? 'показання, доведене до 1-го числа' : averageWords[ground ?? 'lastActual'];
  return isReviewPending ? `${how}; показання перевіряє оператор` : how;
}

const order: readonly ChargeBasis['basis'][] = ['actual', 'brought', 'estimated'];
const groundOrder: readonly ChargeBasis['ground'][] = [null, 'lastYear', 'lastActual', 'norm'];

/** The least sure basis of registers, of which one under review says so for all. */
export function leastSure(registers: readonly ChargeBasis[]): ChargeBasis {
  return registers.reduce<ChargeBasis>(
    (least, { basis, ground, isReviewPending }) => {
      const isLess =
        order.indexOf(basis) > order.indexOf(least.basis) ||
        (basis === least.basis && groundOrder.indexOf(ground) > groundOrder.indexOf(least.ground));
      return {
        ...(isLess ? { basis, ground } : { basis: least.basis, ground: least.ground }),
        isReviewPending: least.isReviewPending || (isReviewPending && basis !== 'actual'),
      };
    },
    { basis: 'actual', ground: null, isReviewPending: false },
  );
}

/** A point of an invoice by what its registers stand on; channels have no basis. */
interface MeasuredPoint {
  readonly meters: readonly (Omit<ChargeBasis, 'basis'> & { readonly basis: ChargeBasis['basis'] | null })[];
}

/** Words for a point that is charged by an average; '' when readings end all of its registers. */
export function pointEstimate({ meters }: MeasuredPoint): string {
  return estimateWords(
    leastSure(meters.flatMap(({ basis, ...more }) => (basis === null ? [] : [{ ...more, basis }]))),
  );
}
