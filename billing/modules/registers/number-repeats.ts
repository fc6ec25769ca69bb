import type pg from 'pg';

/**
 * Numbers the rows of a register that are alike, from 1 in the order of their lines: two payments of the same sum on a day
 * are two, and the same file again has the same two. Only rows that are not alone are touched.
 */
export async function numberRepeats(client: pg.ClientBase, registerNumber: number): Promise<void> {
  await client.query(
    `with alike as (
       select base_key from billing.bank_register_row where register_number = $1 group by base_key having count(*) > 1
     ), numbered as (
       select line, row_number() over (partition by base_key order by line) as occurrence
       from billing.bank_register_row where register_number = $1 and base_key in (select base_key from alike)
     )
     update billing.bank_register_row row set occurrence = least(numbered.occurrence, 32767)
     from numbered where row.register_number = $1 and row.line = numbered.line and numbered.occurrence > 1`,
    [registerNumber],
  );
}
