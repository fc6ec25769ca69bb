import { type RawBuilder, sql } from 'kysely';
import { type Columns, json, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type UserCard, userCardOf } from '../session/user-store.ts';
import { type FactorFacts, factorColumns, factorFactsOf } from './factor-store.ts';

/** What a recognised user is signed in with, or asked for the second step by. */
export interface SignInContext extends FactorFacts {
  readonly card: UserCard;
}

export const signInColumns: Columns<SignInContext> = { ...factorColumns, card: json() };

/** SQL of the sign-in context of an identity: a row, or none when there is no such identity. */
export function signInContextOf(identityId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select facts.*, (${userCardOf(identityId)}) as card from (${factorFactsOf(identityId)}) as facts
  `;
}

/** The sign-in context of an identity; `beside` is written in the same statement. Throws when there is no such identity. */
export async function getSignInContext(
  db: PortalDatabase,
  identityId: string,
  beside: RawBuilder<unknown> = sql`select 1`,
): Promise<SignInContext> {
  const { rows } = await typedSql(signInColumns)`
    with beside as (${beside}) select signInContext.* from (${signInContextOf(sql`${identityId}`)}) as signInContext
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`no identity ${identityId}`);
  return row;
}
