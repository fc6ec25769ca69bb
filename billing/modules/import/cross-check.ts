import type pg from 'pg';
import { int4, int8, nullable, queryClient, text } from '#platform/database/typed-sql.ts';
import type { ImportProblem, ProblemCollector } from './problem.ts';

/**
 * A rule between rows or files, asked of all rows at once: a query of `line`, `column_name`, `code`, `value`, one row per
 * problem, over the staging tables.
 */
export interface CrossCheck {
  /** The file in which the problems are reported. */
  readonly file: string;
  readonly sql: string;
}

const problemColumns = {
  line: nullable(int4()),
  column_name: nullable(text()),
  code: text<ImportProblem['code']>(),
  value: nullable(text()),
  total: int8(),
};

/** Rows of a file whose key stands in an earlier line already. */
export function repeatedKey(file: string, stage: string, key: readonly string[], column: string): CrossCheck {
  return {
    file,
    sql: `select line, '${column}' as column_name, 'key.repeated' as code, ${column}::text as value
      from (select line, ${column}, row_number() over (partition by ${key.join(', ')} order by line) as place
        from ${stage} where (${key.join(', ')}) is not null) as keyed
      where place > 1`,
  };
}

/** Rows of a file that name something another file does not have. */
export function unknownReference(
  file: string,
  stage: string,
  target: string,
  key: readonly string[],
  column: string,
): CrossCheck {
  const sameKey = key.map((one) => `there.${one} = here.${one}`).join(' and ');
  return {
    file,
    sql: `select here.line, '${column}' as column_name, 'reference.unknown' as code, here.${column}::text as value
      from ${stage} here where here.${column} is not null
        and not exists (select from ${target} there where ${sameKey})`,
  };
}

/** Runs one check and gathers what it finds; problems beyond the list are counted only. */
export async function runCheck(
  client: pg.PoolClient,
  check: CrossCheck,
  problems: ProblemCollector,
): Promise<void> {
  const { rows } = await queryClient(
    client,
    problemColumns,
    `select line, column_name, code, value, count(*) over () as total
     from (${check.sql}) as found order by line nulls first, column_name limit ${Math.max(problems.room, 1)}`,
  );
  for (const row of rows) {
    problems.add({
      file: check.file,
      line: row.line,
      column: row.column_name,
      code: row.code,
      value: row.value ?? '',
    });
  }
  problems.addUnlisted(Number(rows[0]?.total ?? 0) - rows.length);
}
