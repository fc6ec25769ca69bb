import type { z } from 'zod/mini';
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
  BANK_STATEMENT_ROWS,
  BANK_STATEMENT_UNDO,
  type statementRecordSchema,
  type statementRowSchema,
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
  statementState,
  undoStatementRow,
} from '#contract/bank-statements.ts';
import { fail, failFields, relay } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { cursorOfLine, lineOfCursor } from './statement-cursor.ts';

const PAGE = 30;
const MEGABYTE = 1024 * 1024;

function toStatementDto({ statementNumber, ...rest }: z.infer<typeof statementRecordSchema>) {
  return { statement: statementNumber, ...rest };
}

const oneStatement = (result: ModuleResult<{ statement: z.infer<typeof statementRecordSchema> }>) =>
  relay(result, ({ statement }) => ({ statement: toStatementDto(statement) }));

const oneRow = (
  result: ModuleResult<{
    statement: z.infer<typeof statementRecordSchema>;
    row: z.infer<typeof statementRowSchema>;
  }>,
) => relay(result, ({ statement, row }) => ({ statement: toStatementDto(statement), row }));

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
      return oneStatement(
        await context.billing(BANK_STATEMENT_OPEN, { formatName: format, fileName, byteCount }),
      );
    }),

    route(addStatementPart, async ({ statement, part, isLast }, context) => {
      const content = await context.readFile();
      if (content.length === 0) return failFields([{ path: 'file', code: 'field.required' }]);
      const input = { statementNumber: statement, partNumber: part, content, isLast };
      return oneStatement(await context.billing(BANK_STATEMENT_ADD_PART, input));
    }),

    route(bookStatement, async ({ statement }, context) =>
      oneStatement(await context.billing(BANK_STATEMENT_BOOK, { statementNumber: statement })),
    ),

    route(dropStatement, async ({ statement }, context) =>
      relay(await context.billing(BANK_STATEMENT_DROP, { statementNumber: statement }), () => ({})),
    ),

    route(listStatements, async ({ cursor }, context) => {
      const before = cursor === undefined ? undefined : lineOfCursor(cursor);
      if (cursor !== undefined && before === undefined) return fail('common.badRequest');
      const asked = { limit: PAGE, ...(before !== undefined && { before }) };
      return relay(await context.billing(BANK_STATEMENT_LIST, asked), ({ statements, hasMore }) => ({
        statements: statements.map(toStatementDto),
        cursor: hasMore ? cursorOfLine(statements.at(-1)?.statementNumber) : null,
      }));
    }),

    route(statementState, async ({ statement }, context) =>
      relay(await context.billing(BANK_STATEMENT_GET, { statementNumber: statement }), (found) => ({
        statement: toStatementDto(found.statement),
        problems: found.problems,
      })),
    ),

    route(listStatementRows, async ({ statement, outcome, query, cursor }, context) => {
      const after = cursor === undefined ? 0 : lineOfCursor(cursor);
      if (after === undefined) return fail('common.badRequest');
      const asked = {
        statementNumber: statement,
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
      oneRow(
        await context.billing(BANK_STATEMENT_ASSIGN, {
          statementNumber: statement,
          line,
          accountNumber: account,
          actNumber: actNumber ?? null,
          requestId: requestId ?? null,
        }),
      ),
    ),

    route(matchRowToOrder, async ({ statement, line, orderId }, context) =>
      oneRow(
        await context.billing(BANK_STATEMENT_MATCH_ORDER, { statementNumber: statement, line, orderId }),
      ),
    ),

    route(markRowForeign, async ({ statement, line }, context) =>
      oneRow(await context.billing(BANK_STATEMENT_FOREIGN, { statementNumber: statement, line })),
    ),

    route(undoStatementRow, async ({ statement, line }, context) =>
      oneRow(await context.billing(BANK_STATEMENT_UNDO, { statementNumber: statement, line })),
    ),
  ];
}
