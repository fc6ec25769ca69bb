import type { ModuleOutput } from '#billing/api/define-module.ts';
import { AUDIT_FIND, AUDIT_READ } from '#billing/api/events.ts';
import { BillingUnavailable } from '#billing/billing-errors.ts';
import type { StaffActionData } from '#contract/identity/staff-actions.ts';
import { json, nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import type { RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { changeWords } from './change-words.template.ts';
import { accessWords } from './staff-action-words.template.ts';

/** An action, by which its changes are found. */
interface Action {
  readonly call: string;
  readonly reference: string;
}

type Changes = Pick<StaffActionData, 'changes' | 'changeCount'>;

/** Most requests that the billing is asked for in one call. */
const requestsAtOnce = 100;

/** What the actions changed in this schema, by the number of the request. */
async function readOwnChanges(db: PortalDatabase, references: readonly string[]) {
  const { rows } = await typedSql({
    reference: text(),
    subject: text(),
    before: nullable(json<Record<string, unknown>>()),
    after: nullable(json<Record<string, unknown>>()),
  })`
    select reference, subject, before, after from portal.staff_change
     where reference = any(${[...references]}::text[]) order by change_number`.execute(db);
  return rows;
}

/** What an answer of the billing is; undefined: it is away. */
async function unlessAway<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof BillingUnavailable) return undefined;
    throw error;
  }
}

/** What requests changed in the billing. Undefined: it is away. */
function readBillingChanges(
  billing: RequestContext['billing'],
  references: readonly string[],
): Promise<ReadonlyMap<string, Changes> | undefined> {
  return unlessAway(async () => {
    const changes = new Map<string, Changes>();
    for (let start = 0; start < references.length; start += requestsAtOnce) {
      const part = references.slice(start, start + requestsAtOnce);
      const result = await billing(AUDIT_READ, { references: part });
      if (!result.ok) throw new Error(`AUDIT_READ refused: ${result.code}`);
      for (const [index, { entries, count }] of result.data.answers.entries()) {
        changes.set(part[index] ?? '', {
          changes: entries.map(({ accountNumber, action, before, after }) =>
            changeWords({ subject: action, account: accountNumber, before, after }),
          ),
          changeCount: count,
        });
      }
    }
    return changes;
  });
}

/** Requests of the staff whose changes in the billing contain words, the newest first. Undefined: it is away. */
export function findBillingChanges(
  billing: RequestContext['billing'],
  words: string,
): Promise<ModuleOutput<typeof AUDIT_FIND> | undefined> {
  return unlessAway(async () => {
    const result = await billing(AUDIT_FIND, { words });
    if (!result.ok) throw new Error(`AUDIT_FIND refused: ${result.code}`);
    return result.data;
  });
}

/**
 * What actions changed, before and after, in both schemas. `isBillingAway`: what the billing changed is not among it, because it
 * does not answer.
 */
export async function readChanges(
  { db, billing }: { readonly db: PortalDatabase; readonly billing: RequestContext['billing'] },
  actions: readonly Action[],
): Promise<{
  readonly of: (action: Action) => Changes & {
    /** How access to a cabinet was changed; undefined: it was not. */
    readonly access: string | undefined;
  };
  readonly isBillingAway: boolean;
}> {
  const references = actions.map(({ reference }) => reference);
  const [own, ofBilling] = await Promise.all([
    readOwnChanges(db, references),
    readBillingChanges(billing, references),
  ]);
  return {
    isBillingAway: ofBilling === undefined,
    of({ reference, call }) {
      const rows = own.filter((row) => row.reference === reference);
      const here = rows.map((row) => changeWords({ ...row, account: null }));
      const there = ofBilling?.get(reference) ?? { changes: [], changeCount: 0 };
      return {
        changes: [...here, ...there.changes],
        changeCount: here.length + there.changeCount,
        access: accessWords(call, rows[0]?.after ?? null),
      };
    },
  };
}
