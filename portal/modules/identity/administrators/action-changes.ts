import { AUDIT_READ } from '#billing/api/events.ts';
import { BillingUnavailable } from '#billing/billing-errors.ts';
import type { StaffActionData } from '#contract/identity/staff-actions.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { json, nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import type { RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { changeWords } from './change-words.template.ts';
import { accessWords } from './staff-action-words.template.ts';

/** What of an action says which changes are its own. */
export interface ActionSpan {
  readonly actionId: string;
  readonly call: string;
  readonly reference: string;
  readonly sessionId: string | null;
  readonly accounts: readonly string[];
  readonly happenedAt: Instant;
  /** null: it is under way, or was made before this was kept. */
  readonly finishedAt: Instant | null;
  /** When the action of the session before it ended, and the one after it began; null: none is near. */
  readonly endBefore: Instant | null;
  readonly startAfter: Instant | null;
  readonly isDone: boolean;
}

type Changes = Pick<StaffActionData, 'changes' | 'changeCount'>;

/** Most questions to the billing in one call. */
const questionsAtOnce = 100;
/** Clocks of the two servers differ by less. */
const slackMs = 200;

/** The time in which the billing kept what an action changed: with the slack, as far as no other action of the session was under way. */
function spanOf({
  happenedAt,
  finishedAt,
  endBefore,
  startAfter,
}: ActionSpan & { readonly finishedAt: Instant }) {
  const from = Math.max(happenedAt - slackMs, Math.min(happenedAt, (endBefore ?? 0) + 1));
  const to = Math.min(
    finishedAt + slackMs,
    Math.max(finishedAt, (startAfter ?? Number.POSITIVE_INFINITY) - 1),
  );
  return { from: instantToIso(from as Instant), to: instantToIso(to as Instant) };
}

/** What the actions changed in this schema, by the number of the request. */
async function readOwnChanges(db: PortalDatabase, actions: readonly ActionSpan[]) {
  const { rows } = await typedSql({
    reference: text(),
    subject: text(),
    before: nullable(json<Record<string, unknown>>()),
    after: nullable(json<Record<string, unknown>>()),
  })`
    select reference, subject, before, after from portal.staff_change
     where reference = any(${actions.map(({ reference }) => reference)}::text[]) order by change_number`.execute(
    db,
  );
  return rows;
}

/** What the actions changed in the billing: by the session, in the time of the action, of its accounts. Undefined: it is away. */
async function readBillingChanges(
  billing: RequestContext['billing'],
  actions: readonly ActionSpan[],
): Promise<ReadonlyMap<string, Changes> | undefined> {
  const asked = actions.flatMap((action) => {
    const { actionId, sessionId, accounts, finishedAt, isDone } = action;
    if (sessionId === null || finishedAt === null || !isDone) return [];
    const span = spanOf({ ...action, finishedAt });
    return [{ actionId, question: { actor: `admin:${sessionId}`, ...span, accounts: [...accounts] } }];
  });
  const changes = new Map<string, Changes>();
  try {
    for (let start = 0; start < asked.length; start += questionsAtOnce) {
      const part = asked.slice(start, start + questionsAtOnce);
      const result = await billing(AUDIT_READ, { questions: part.map(({ question }) => question) });
      if (!result.ok) throw new Error(`AUDIT_READ refused: ${result.code}`);
      for (const [index, { entries, count }] of result.data.answers.entries()) {
        changes.set(part[index]?.actionId ?? '', {
          changes: entries.map(({ accountNumber, action, before, after }) =>
            changeWords({ subject: action, account: accountNumber, before, after }),
          ),
          changeCount: count,
        });
      }
    }
    return changes;
  } catch (error) {
    if (error instanceof BillingUnavailable) return undefined;
    throw error;
  }
}

/**
 * What actions changed, before and after, in both schemas. `isBillingAway`: what the billing changed is not among it, because it
 * does not answer.
 */
export async function readChanges(
  { db, billing }: { readonly db: PortalDatabase; readonly billing: RequestContext['billing'] },
  actions: readonly ActionSpan[],
): Promise<{
  readonly of: (action: Pick<ActionSpan, 'actionId' | 'reference' | 'call'>) => Changes & {
    /** How access to a cabinet was changed; undefined: it was not. */
    readonly access: string | undefined;
  };
  readonly isBillingAway: boolean;
}> {
  const own = await readOwnChanges(db, actions);
  // A call changes something here or there: what the session did in the billing a moment earlier or later is not its own.
  const references = new Set(own.map(({ reference }) => reference));
  const others = actions.filter(({ reference }) => !references.has(reference));
  const ofBilling = await readBillingChanges(billing, others);
  return {
    isBillingAway: ofBilling === undefined,
    of({ actionId, reference, call }) {
      const rows = own.filter((row) => row.reference === reference);
      const here = rows.map((row) => changeWords({ ...row, account: null }));
      const there = ofBilling?.get(actionId) ?? { changes: [], changeCount: 0 };
      return {
        changes: [...here, ...there.changes],
        changeCount: here.length + there.changeCount,
        access: accessWords(call, rows[0]?.after ?? null),
      };
    },
  };
}
