import { answer, refuse } from '#billing/api/define-module.ts';
import { REGISTER_FORMATS, REGISTER_GET, REGISTER_LIST, REGISTER_ROWS } from '#billing/api/registers.ts';
import { handleModule } from '#billing/module-handler.ts';
import { accountDigits } from './account-digits.ts';
import { listFormats } from './register-format.ts';
import { findRegister, listRegisters, toRegisterRecord } from './register-store.ts';
import { listRows, toRowRecord } from './row-store.ts';
import { suggestAccounts } from './suggest-accounts.ts';
import { suggestOrders } from './suggest-orders.ts';

/** REGISTER_FORMATS. */
export const handleRegisterFormats = handleModule(
  REGISTER_FORMATS,
  ({ db }) =>
    async () =>
      answer({ formats: [...(await listFormats(db))] }),
);

/** REGISTER_LIST. */
export const handleRegisterList = handleModule(REGISTER_LIST, ({ db }) => async ({ limit, before }) => {
  const registers = await listRegisters(db, before, limit + 1);
  return answer({
    registers: registers.slice(0, limit).map(toRegisterRecord),
    hasMore: registers.length > limit,
  });
});

/** REGISTER_GET. */
export const handleRegisterGet = handleModule(REGISTER_GET, ({ db }) => async ({ registerNumber }) => {
  const register = await findRegister(db, registerNumber);
  if (register === undefined) return refuse('common.notFound');
  return answer({ register: toRegisterRecord(register), problems: [...register.problems] });
});

/** REGISTER_ROWS: only what nobody knows needs suggestions. */
export const handleRegisterRows = handleModule(REGISTER_ROWS, ({ db }) => async (asked) => {
  const { registerNumber, outcome, after, limit, query } = asked;
  if ((await findRegister(db, registerNumber)) === undefined) return refuse('common.notFound');
  const found = await listRows(db, { registerNumber, outcome, after, query, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const isAsked = outcome === 'unmatched' && rows.length > 0;
  const suggestions = isAsked
    ? await suggestAccounts(db, registerNumber, rows, await accountDigits(db))
    : undefined;
  const lines = rows.map(({ line }) => line);
  const orders = isAsked ? await suggestOrders(db, registerNumber, lines) : undefined;
  return answer({
    rows: rows.map((row) => ({
      ...toRowRecord(row),
      suggestions: [...(suggestions?.get(row.line) ?? [])],
      orders: [...(orders?.get(row.line) ?? [])],
    })),
    hasMore: found.length > limit,
  });
});
