import type pg from 'pg';

/** More rows alike than a smallint counts are no payments. */
export const maxIdentical = 32_767;

/**
 * Numbers the rows of a statement that are alike, from 1 in the order of their lines: two payments of the same sum on a day
 * are two, and the same file again has the same two. Only rows that are not alone are touched.
 * `maybeRepeated`: the keys to look at; undefined: all.
 */
export async function numberIdenticalRows(
  client: pg.ClientBase,
  statementNumber: number,
  maybeRepeated: readonly string[] | undefined,
): Promise<void> {
  // Rows that the statistics do not know of yet are taken for few, and joined row by row.
  await client.query(`set local work_mem = '128MB'`);
  await client.query('analyze billing.bank_statement_row');
  if (maybeRepeated?.length === 0) return;
  const numbered = `select line, row_number() over (partition by base_key order by line) as occurrence
    from billing.bank_statement_row where statement_number = $1`;
  const number = (from: string) => `
    update billing.bank_statement_row r set occurrence = least(numbered.occurrence, ${maxIdentical})
    from (${from}) numbered where r.statement_number = $1 and r.line = numbered.line and numbered.occurrence > 1`;
  if (maybeRepeated === undefined) {
    await client.query(number(numbered), [statementNumber]);
    return;
  }
  // Looking is done by several processes when it is no part of a statement that writes.
  const { rows } = await client.query<{ line: number; occurrence: string }>(
    `select * from (${numbered} and base_key = any($2::uuid[])) numbered where occurrence > 1`,
    [statementNumber, maybeRepeated],
  );
  await client.query(number('select * from unnest($2::int[], $3::int[]) as repeated (line, occurrence)'), [
    statementNumber,
    rows.map(({ line }) => line),
    rows.map(({ occurrence }) => occurrence),
  ]);
}
