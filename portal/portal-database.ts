import type { Database } from '#platform/database/database.ts';
import type { DB } from './database.gen.ts';

/** The portal schema; tables are named 'portal.<table>'. */
export type PortalDatabase = Database<DB>;
