/**
 * A part of the rows in `npm test`: so many, from the first on at equal distances, so that each kind among them has its share, or
 * those that are named; all in `npm run test:all`, which sets SVITLO_ALL_TESTS. For seeds of random histories and many cases alike.
 */
export const usualPart = <Row>(
  rows: readonly Row[],
  part: number | ((row: Row) => boolean),
): readonly Row[] => {
  if (process.env.SVITLO_ALL_TESTS === '1') return rows;
  return rows.filter((row, index) =>
    typeof part === 'number' ? (index * part) % rows.length < part : part(row),
  );
};
