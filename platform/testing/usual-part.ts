/**
 * `count` rows in `npm test`, from the first on at equal distances, so that each kind among them has its share; all in
 * `npm run test:all`, which sets SVITLO_ALL_TESTS: of seeds of random histories, of many cases alike.
 */
export const usualPart = <Row>(rows: readonly Row[], count: number): readonly Row[] =>
  process.env.SVITLO_ALL_TESTS === '1'
    ? rows
    : rows.filter((_, index) => (index * count) % rows.length < count);
