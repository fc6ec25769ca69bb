import type { TestApp } from './start-test-app.ts';

/** Call records are written in batches beside the requests. */
const isRecord = (text: string) => /insert into portal\.(api_call|fm_call)/.test(text);

/** COMMIT and ROLLBACK are not counted. */
const isBracket = (text: string) => /^(begin|commit|rollback|start transaction)/i.test(text);

/**
 * The statements of the portal and the built-in back end during the work, in order, as the budget of a call counts them:
 * without call records and the brackets of transactions.
 */
export async function statementsOf<Result>(
  app: TestApp,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly statements: readonly string[] }> {
  const start = app.statements.length;
  const result = await work();
  const sent = app.statements.slice(start);
  return { result, statements: sent.filter((text) => !isRecord(text) && !isBracket(text)) };
}
