import {
  BANK_STATEMENT_ADD_PART,
  BANK_STATEMENT_ASSIGN,
  BANK_STATEMENT_BOOK,
  BANK_STATEMENT_DROP,
  BANK_STATEMENT_FOREIGN,
  BANK_STATEMENT_FORMATS,
  BANK_STATEMENT_GET,
  BANK_STATEMENT_LIST,
  BANK_STATEMENT_MATCH_ORDER,
  BANK_STATEMENT_OPEN,
  BANK_STATEMENT_REVERSE,
  BANK_STATEMENT_ROWS,
  BANK_STATEMENT_UNDO,
} from '#billing/api/bank-statements.ts';
import type { ModuleResult } from '#billing/api/define-module.ts';
import {
  addStatementPart,
  assignStatementRow,
  bookStatement,
  dropStatement,
  listStatementFormats,
  listStatementRows,
  listStatements,
  markRowForeign,
  matchRowToOrder,
  openStatement,
  reverseStatementRow,
  statementState,
  undoStatementRow,
} from '#contract/bank-statements.ts';
import { fail, failFields, relay } from '#portal/http/call-result.ts';
import { readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';

const PAGE = 30;
const MEGABYTE = 1024 * 1024;

const isNumber = (part: string) => /^[1-9]\d{0,8}$/.test(part);

/** The cursor of a place in a list that goes by whole numbers; null: the list is at its end. */
function cursorOfLine(line: number | undefined): string | null {
  return line === undefined ? null : writeCursor([String(line)]);
}

/** The number that a cursor says; undefined when it is none of ours. */
function lineOfCursor(cursor: string): number | undefined {
  const parts = readCursor(cursor, [isNumber]);
  return parts && Number(parts[0]);
}

const wrongCursor = failFields([{ path: 'cursor', code: 'field.invalid' }]);

const passOn = <Data>(result: ModuleResult<Data>) => relay(result, (data) => data);

/** Statements of banks and kiosks, for administrators of billing (product.md §8, §10). */
export function statementRoutes({ config }: Pick<PortalServices, 'config'>): Route[] {
  const largestBytes = config.maxStatementMb * MEGABYTE;
  return [
    route(listStatementFormats, async (_input, context) =>
      relay(await context.billing(BANK_STATEMENT_FORMATS, {}), ({ formats }) => ({
        formats: formats.map(({ name, title }) => ({ name, title })),
        largestBytes,
      })),
    ),

    route(openStatement, async ({ format, fileName, byteCount }, context) => {
      if (byteCount > largestBytes) return fail('statements.tooLarge', { size: config.maxStatementMb });
      return passOn(await context.billing(BANK_STATEMENT_OPEN, { formatName: format, fileName, byteCount }));
    }),

    route(addStatementPart, async ({ statement, part, isLast }, context) => {
      const content = await context.readFile();
      if (content.length === 0) return failFields([{ path: 'file', code: 'field.required' }]);
      const input = { statement, part, content, isLast };
      return passOn(await context.billing(BANK_STATEMENT_ADD_PART, input));
    }),

    route(bookStatement, async ({ statement }, context) =>
      passOn(await context.billing(BANK_STATEMENT_BOOK, { statement })),
    ),

    route(dropStatement, async ({ statement }, context) =>
      relay(await context.billing(BANK_STATEMENT_DROP, { statement }), () => ({})),
    ),

    route(listStatements, async ({ cursor }, context) => {
      const before = cursor === undefined ? undefined : lineOfCursor(cursor);
      if (cursor !== undefined && before === undefined) return wrongCursor;
      const asked = { limit: PAGE, ...(before !== undefined && { before }) };
      return relay(await context.billing(BANK_STATEMENT_LIST, asked), ({ statements, hasMore }) => ({
        statements,
        cursor: hasMore ? cursorOfLine(statements.at(-1)?.statement) : null,
      }));
    }),

    route(statementState, async ({ statement }, context) =>
      relay(await context.billing(BANK_STATEMENT_GET, { statement }), (found) => found),
    ),

    route(listStatementRows, async ({ statement, outcome, query, cursor }, context) => {
      const after = cursor === undefined ? 0 : lineOfCursor(cursor);
      if (after === undefined) return wrongCursor;
      const asked = {
        statement,
        outcome,
        after,
        limit: PAGE,
        ...(query !== undefined && { query }),
      };
      return relay(await context.billing(BANK_STATEMENT_ROWS, asked), ({ rows, hasMore }) => ({
        rows,
        cursor: hasMore ? cursorOfLine(rows.at(-1)?.line) : null,
      }));
    }),

    route(assignStatementRow, async ({ statement, line, account, actNumber, requestId }, context) =>
      passOn(
        await context.billing(BANK_STATEMENT_ASSIGN, {
          statement,
          line,
          accountNumber: account,
          actNumber: actNumber ?? null,
          requestId: requestId ?? null,
        }),
      ),
    ),

    route(matchRowToOrder, async ({ statement, line, orderId }, context) =>
      passOn(await context.billing(BANK_STATEMENT_MATCH_ORDER, { statement, line, orderId })),
    ),

    route(markRowForeign, async ({ statement, line }, context) =>
      passOn(await context.billing(BANK_STATEMENT_FOREIGN, { statement, line })),
    ),

    route(undoStatementRow, async ({ statement, line }, context) =>
      passOn(await context.billing(BANK_STATEMENT_UNDO, { statement, line })),
    ),

    route(reverseStatementRow, async ({ statement, line, ofStatement, ofLine }, context) =>
      passOn(await context.billing(BANK_STATEMENT_REVERSE, { statement, line, ofStatement, ofLine })),
    ),
  ];
}
