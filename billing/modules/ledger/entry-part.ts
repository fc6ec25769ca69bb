import { type RawBuilder, sql } from 'kysely';

/**
 * SQL of what an entry on the receivable is on a bill (opening, charge, recalculation, benefit, correction, payment), the same
 * split for bills, their check, the book and the screens; `alias` names the row of billing.ledger_entry. A reversal goes
 * where what it reverses went: a returned payment lowers what was paid, a charge taken back is a correction.
 */
export function entryPart(alias: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  const sides = sql`(${of('debit_account')}, ${of('credit_account')})`;
  return sql`case
    when ${of('kind')} in ('opening', 'charge', 'recalculation') then ${of('kind')}
    when 'benefit' in ${sides} then 'benefit'
    when ${of('kind')} = 'correction' or (
      ${of('kind')} = 'reversal' and 'inTransit' not in ${sides} and 'bank' not in ${sides}) then 'correction'
    else 'payment' end`;
}

/** SQL of what an entry changes the receivable by: debt above zero; nothing when it is not on it. */
export function signedOnReceivable(alias: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`case when ${of('debit_account')} = 'receivable' then ${of('amount_kopiykas')}
    when ${of('credit_account')} = 'receivable' then -${of('amount_kopiykas')} else 0 end`;
}
