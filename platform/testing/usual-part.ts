/** Set by `npm run test:all`. */
const runsAll = process.env.SVITLO_ALL_TESTS === '1';

/** The first `count` rows in `npm test`, all in `npm run test:all`: of seeds of random histories, of many cases alike. */
export const usualPart = <Row>(rows: readonly Row[], count: number): readonly Row[] =>
  runsAll ? rows : rows.slice(0, count);
