import type pg from 'pg';

/** More rows alike than a smallint counts are no payments. */
export const mostAlike = 32_767;

/**
 * Numbers the rows of a register that are alike, from 1 in the order of their lines: two payments of the same sum on a day
 * are two, and the same file again has the same two. Only rows that are not alone are touched.
 * `maybeRepeated`: the keys to look at; undefined: all.
 */
export async function numberRepeats(
  client: pg.ClientBase,
  registerNumber: number,
  maybeRepeated: readonly string[] | undefined,
): Promise<void> {
  // Rows that the statistics do not know of yet are taken for few, and joined row by row.
  await client.query(`set local work_mem = '128MB'`);
  await client.query('analyze billing.bank_register_row');
  if (maybeRepeated?.length === 0) return;
  await client.query(
    `update billing.bank_register_row r set occurrence = least(numbered.occurrence, ${mostAlike})
     from (
       select line, row_number() over (partition by base_key order by line) as occurrence
       from billing.bank_register_row
       where register_number = $1 and ($2::uuid[] is null or base_key = any($2::uuid[]))
     ) numbered
     where r.register_number = $1 and r.line = numbered.line and numbered.occurrence > 1`,
    [registerNumber, maybeRepeated ?? null],
  );
}
