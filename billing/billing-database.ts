import type { Database } from '#platform/database/database.ts';
import type { DB } from './database.gen.ts';

/** The billing schema; tables are named 'billing.<table>'. */
export type BillingDatabase = Database<DB>;
