import {
  CompiledQuery,
  type OperationNode,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryId,
  type RawBuilder,
  type RootOperationNode,
  sql,
} from 'kysely';
import pg from 'pg';

/**
 * What PostgreSQL returns in a column of a result, and what the parsers of platform/database make of it. A `Value` that is
 * narrower than the type of the column (a union of words, a branded type, the content of a JSON) is not verified.
 */
export interface Column<Value> {
  readonly oids: readonly number[];
  readonly isNullable: boolean;
  /** Only for the compiler. */
  readonly value?: Value;
}

/** The columns of a statement whose rows are `Row`. */
export type Columns<Row> = { readonly [Name in keyof Row]-?: Column<Row[Name]> };

/** The row of a statement with these columns. */
export type RowOf<Declared> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Column<infer Value> ? Value : never;
};

const { builtins } = pg.types;
const column = (...oids: readonly number[]) => ({ oids, isNullable: false });
/** OIDs of types that pg does not name. */
const [nameOid, float8ArrayOid, textArrayOid, uuidArrayOid] = [19, 1022, 1009, 2951];
/** int4 stands for smallint too, float8 for real. */
const columns = {
  text: column(builtins.TEXT, builtins.VARCHAR, builtins.BPCHAR, builtins.CHAR, nameOid),
  uuid: column(builtins.UUID),
  int4: column(builtins.INT2, builtins.INT4),
  int8: column(builtins.INT8),
  float8: column(builtins.FLOAT4, builtins.FLOAT8),
  bool: column(builtins.BOOL),
  date: column(builtins.DATE),
  timestamptz: column(builtins.TIMESTAMPTZ),
  bytea: column(builtins.BYTEA),
  json: column(builtins.JSON, builtins.JSONB),
  textArray: column(textArrayOid),
  uuidArray: column(uuidArrayOid),
  float8Array: column(float8ArrayOid),
};

export const text = <Value extends string = string>(): Column<Value> => columns.text;
export const uuid = <Value extends string = string>(): Column<Value> => columns.uuid;
export const int4 = <Value extends number = number>(): Column<Value> => columns.int4;
export const int8 = <Value extends bigint = bigint>(): Column<Value> => columns.int8;
export const float8 = <Value extends number = number>(): Column<Value> => columns.float8;
export const bool = <Value extends boolean = boolean>(): Column<Value> => columns.bool;
/** 'YYYY-MM-DD'. */
export const date = <Value extends string = string>(): Column<Value> => columns.date;
/** Epoch milliseconds. */
export const timestamptz = <Value extends number = number>(): Column<Value> => columns.timestamptz;
export const bytea = (): Column<Buffer> => columns.bytea;
/** json or jsonb; what is inside is not verified. */
export const json = <Value = unknown>(): Column<Value> => columns.json;
export const textArray = <Value extends readonly string[] = string[]>(): Column<Value> => columns.textArray;
export const uuidArray = <Value extends readonly string[] = string[]>(): Column<Value> => columns.uuidArray;
export const float8Array = <Value extends readonly number[] = number[]>(): Column<Value> =>
  columns.float8Array;

const nullables = new WeakMap<object, Column<unknown>>();
/** The same column, which may be null. */
export function nullable<Value>(of: Column<Value>): Column<Value | null>;
export function nullable(of: Column<unknown>): Column<unknown> {
  let found = nullables.get(of);
  if (found === undefined) {
    found = { ...of, isNullable: true };
    nullables.set(of, found);
  }
  return found;
}

/**
 * A column of an outer join that is null when its whole side is. The row type does without the null: the caller first looks
 * at another column that tells so.
 */
export function ofOuterJoin<Value>(of: Column<Value>): Column<Value>;
export function ofOuterJoin(of: Column<unknown>): Column<unknown> {
  return nullable(of);
}

type AnyColumns = Readonly<Record<string, Column<unknown>>>;
let reportProblem: ((problem: string) => void) | undefined;
const columnsOfNode = new WeakMap<OperationNode, AnyColumns>();
const columnsOfText = new Map<string, AnyColumns>();

/**
 * For tests, before any module with statements is loaded: from now on each result is compared with the columns that its
 * statement declares, and each difference is reported.
 * @internal
 */
export function verifyColumns(report: (problem: string) => void): void {
  reportProblem = report;
}

/**
 * `sql` whose rows have these columns: the row type follows from them, and tests compare them with what PostgreSQL returns.
 * `Row` may be given when a row has a type of its own. Costs nothing in production.
 */
export function typedSql<Row extends object>(
  declared: Columns<Row>,
): (strings: TemplateStringsArray, ...parameters: readonly unknown[]) => RawBuilder<Row> {
  if (reportProblem === undefined) return sql;
  return (strings, ...parameters) => {
    const builder = sql<Row>(strings, ...parameters);
    columnsOfNode.set(builder.toOperationNode(), { ...declared });
    return builder;
  };
}

/** Like `typedSql`, of a text that is made once, for statements on hot paths; executed by `db.executeQuery`. */
export function compiledSql<Row extends object>(
  declared: Columns<Row>,
  statement: string,
  parameters: unknown[],
): CompiledQuery<Row> {
  if (reportProblem !== undefined) columnsOfText.set(statement, { ...declared });
  return CompiledQuery.raw(statement, parameters) as CompiledQuery<Row>;
}

/** Like `typedSql`, on a connection of pg. */
export async function queryClient<Row extends object>(
  client: pg.ClientBase | pg.Pool,
  declared: Columns<Row>,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  const result = await client.query<Row>(statement, [...parameters]);
  if (reportProblem !== undefined) verify(statement, { ...declared }, result);
  return result;
}

class VerifyingCompiler extends PostgresQueryCompiler {
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const compiled = super.compileQuery(node, queryId);
    const declared = columnsOfNode.get(node);
    if (declared !== undefined) columnsOfText.set(compiled.sql, declared);
    return compiled;
  }
}

/** PostgreSQL's dialect, which notes what statements declare while columns are verified. */
export class TypedSqlDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return reportProblem === undefined ? super.createQueryCompiler() : new VerifyingCompiler();
  }
}

/** The result of a statement, compared with its columns while they are verified. */
export function verified(statement: string, result: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
  const declared = reportProblem && columnsOfText.get(statement);
  if (declared === undefined) return result;
  return result.then((answered) => {
    verify(statement, declared, answered);
    return answered;
  });
}

function verify(statement: string, declared: AnyColumns, { fields, rows }: pg.QueryResult): void {
  const returned = new Map(fields.map(({ name, dataTypeID }) => [name, dataTypeID]));
  const problems = [...returned.keys()]
    .filter((name) => !(name in declared))
    .map((name) => `${name} is not declared`);
  for (const [name, { oids, isNullable }] of Object.entries(declared)) {
    const oid = returned.get(name);
    if (oid === undefined) problems.push(`${name} is not returned`);
    else if (!oids.includes(oid)) problems.push(`${name} has the type ${typeNameOf(oid)}`);
    if (!isNullable && rows.some((row) => row[name] === null)) problems.push(`${name} is null`);
  }
  if (problems.length > 0) reportProblem?.(`${problems.join(', ')}: ${statement}`);
}

function typeNameOf(oid: number): string {
  return Object.entries(builtins).find(([, of]) => of === oid)?.[0] ?? `with OID ${oid}`;
}
