/** One statement of an SQL text, without the semicolon. */
export interface SqlStatement {
  /** With its comments replaced by a space; '' is never returned. */
  readonly sql: string;
  /** Texts of the comments before and inside it, without their marks. */
  readonly comments: readonly string[];
}

/** Comments, strings, quoted names, bodies between dollars, the end of a statement, and all else. */
const tokens =
  /--([^\n]*)|\/\*([\s\S]*?)\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\3\$|;|[^-/'"$;]+|[\s\S]/g;

/** Splits an SQL text at the semicolons that end statements. Bodies of `begin atomic` are not recognised: write them between dollars. */
export function splitStatements(text: string): readonly SqlStatement[] {
  const statements: SqlStatement[] = [];
  let sql = '';
  let comments: string[] = [];
  const end = () => {
    if (sql.trim() === '') return;
    statements.push({ sql: sql.trim(), comments });
    [sql, comments] = ['', []];
  };
  for (const [token, line, block] of text.matchAll(tokens)) {
    const comment = line ?? block;
    if (comment !== undefined) {
      comments.push(comment.trim());
      sql += ' ';
    } else if (token === ';') end();
    else sql += token;
  }
  end();
  return statements;
}
