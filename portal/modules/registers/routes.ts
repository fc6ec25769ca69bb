import type { z } from 'zod/mini';
import type { ModuleResult } from '#billing/api/define-module.ts';
import {
  REGISTER_ADD_PART,
  REGISTER_ASSIGN,
  REGISTER_BOOK,
  REGISTER_DROP,
  REGISTER_FOREIGN,
  REGISTER_FORMATS,
  REGISTER_GET,
  REGISTER_LAND,
  REGISTER_LIST,
  REGISTER_OPEN,
  REGISTER_ROWS,
  REGISTER_UNDO,
  type registerRecordSchema,
  type registerRowSchema,
} from '#billing/api/registers.ts';
import {
  addRegisterPart,
  assignRegisterRow,
  bookRegister,
  dropRegister,
  foreignRegisterRow,
  landRegisterRow,
  listRegisterFormats,
  listRegisterRows,
  listRegisters,
  openRegister,
  registerState,
  undoRegisterRow,
} from '#contract/registers.ts';
import { fail, relay } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { cursorOfLine, lineOfCursor } from './register-cursor.ts';

const PAGE = 30;
const MEGABYTE = 1024 * 1024;

function registerOnTheWire({ registerNumber, ...rest }: z.infer<typeof registerRecordSchema>) {
  return { register: registerNumber, ...rest };
}

const oneRegister = (result: ModuleResult<{ register: z.infer<typeof registerRecordSchema> }>) =>
  relay(result, ({ register }) => ({ register: registerOnTheWire(register) }));

const oneRow = (
  result: ModuleResult<{
    register: z.infer<typeof registerRecordSchema>;
    row: z.infer<typeof registerRowSchema>;
  }>,
) => relay(result, ({ register, row }) => ({ register: registerOnTheWire(register), row }));

/** Registers of banks and kiosks, for administrators of billing (product.md §8, §10). */
export function registerRoutes({ config }: Pick<PortalServices, 'config'>): Route[] {
  const largestBytes = config.largestRegisterMb * MEGABYTE;
  return [
    route(listRegisterFormats, async (_input, context) =>
      relay(await context.billing(REGISTER_FORMATS, {}), ({ formats }) => ({
        formats: formats.map(({ name, title }) => ({ name, title })),
        largestBytes,
      })),
    ),

    route(openRegister, async ({ format, fileName, byteCount }, context) => {
      if (byteCount > largestBytes) return fail('registers.tooLarge', { size: config.largestRegisterMb });
      return oneRegister(await context.billing(REGISTER_OPEN, { formatName: format, fileName, byteCount }));
    }),

    route(addRegisterPart, async ({ register, part, content, isLast }, context) => {
      const input = { registerNumber: register, partNumber: part, content, isLast };
      return oneRegister(await context.billing(REGISTER_ADD_PART, input));
    }),

    route(bookRegister, async ({ register }, context) =>
      oneRegister(await context.billing(REGISTER_BOOK, { registerNumber: register })),
    ),

    route(dropRegister, async ({ register }, context) =>
      relay(await context.billing(REGISTER_DROP, { registerNumber: register }), () => ({})),
    ),

    route(listRegisters, async ({ cursor }, context) => {
      const before = cursor === undefined ? undefined : lineOfCursor(cursor);
      if (cursor !== undefined && before === undefined) return fail('common.badRequest');
      const asked = { limit: PAGE, ...(before !== undefined && { before }) };
      return relay(await context.billing(REGISTER_LIST, asked), ({ registers, hasMore }) => ({
        registers: registers.map(registerOnTheWire),
        cursor: hasMore ? cursorOfLine(registers.at(-1)?.registerNumber) : null,
      }));
    }),

    route(registerState, async ({ register }, context) =>
      relay(await context.billing(REGISTER_GET, { registerNumber: register }), (found) => ({
        register: registerOnTheWire(found.register),
        problems: found.problems,
      })),
    ),

    route(listRegisterRows, async ({ register, outcome, query, cursor }, context) => {
      const after = cursor === undefined ? 0 : lineOfCursor(cursor);
      if (after === undefined) return fail('common.badRequest');
      const asked = {
        registerNumber: register,
        outcome,
        after,
        limit: PAGE,
        ...(query !== undefined && { query }),
      };
      return relay(await context.billing(REGISTER_ROWS, asked), ({ rows, hasMore }) => ({
        rows,
        cursor: hasMore ? cursorOfLine(rows.at(-1)?.line) : null,
      }));
    }),

    route(assignRegisterRow, async ({ register, line, account, actNumber, requestId }, context) =>
      oneRow(
        await context.billing(REGISTER_ASSIGN, {
          registerNumber: register,
          line,
          accountNumber: account,
          actNumber: actNumber ?? null,
          requestId: requestId ?? null,
        }),
      ),
    ),

    route(landRegisterRow, async ({ register, line, orderId }, context) =>
      oneRow(await context.billing(REGISTER_LAND, { registerNumber: register, line, orderId })),
    ),

    route(foreignRegisterRow, async ({ register, line }, context) =>
      oneRow(await context.billing(REGISTER_FOREIGN, { registerNumber: register, line })),
    ),

    route(undoRegisterRow, async ({ register, line }, context) =>
      oneRow(await context.billing(REGISTER_UNDO, { registerNumber: register, line })),
    ),
  ];
}
