import { CALCULATION_GET } from '#billing/api/charges.ts';
import type { ShownCalculation } from '#contract/charges.ts';
import { formatMessage, isMessageCode } from '#contract/messages/format-message.ts';
import { int4, typedSql } from '#platform/database/typed-sql.ts';
import { type CallResult, fail, relay } from '#portal/http/call-result.ts';
import type { RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** How many customers of a type have a cabinet (base specification §6). */
export async function countCabinets(db: PortalDatabase, type: 'person' | 'entity'): Promise<number> {
  const { rows } = await typedSql({ amount: int4() })`
    select pg_catalog.count(*)::integer as amount from portal.identity where identity_type = ${type}
  `.execute(db);
  return rows[0]?.amount ?? 0;
}

interface CalculationQuestion {
  readonly account?: string | undefined;
  /** A day of the period asked for; absent or empty: the current period. */
  readonly date?: string | undefined;
}

/** The url '/person/calculate' of the generic read: the charge of the current period so far. */
export async function readCalculation(
  { account, date }: CalculationQuestion,
  { billing }: Pick<RequestContext, 'billing'>,
): Promise<CallResult<{ data: ShownCalculation }>> {
  if (account === undefined) return fail('common.badRequest');
  const question = date ? { accountNumber: account, date } : { accountNumber: account };
  return relay(await billing(CALCULATION_GET, question), ({ note, ...calculation }) => ({
    data: {
      ...calculation,
      note: note !== null && isMessageCode(note) ? { code: note, message: formatMessage(note) } : null,
    },
  }));
}
