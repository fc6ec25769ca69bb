import { sql } from 'kysely';
import type { Call } from '#contract/define-call.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { requiredUse } from '../admission/decide-admission.ts';
import type { Session } from '../route.ts';

/** An action that is under way. */
export interface BegunAction {
  /** What it is about: ids of meters. */
  noteObjects(objects: readonly string[]): void;
  /** Keeps how it ended: 'success' with the fields of the answer, or the code of a failure. */
  finish(outcome: string, answer?: unknown): Promise<void>;
}

interface ActionFacts {
  readonly accountNumber: string | undefined;
  readonly address: string;
  readonly reference: string;
  readonly at: Instant;
}

/** SQL of a person's name: of a company's person as it was invited, of another as in its profile. Rows: `i`, the identity, and `member`. */
export const personName = sql`coalesce(nullif(member.full_name, ''), nullif(btrim(concat_ws(' ', i.surname, i.name)), ''), i.email, '')`;

/** The name that a session of a company acts under: of the program, else of the person; '': nothing is known but the contract's sign-in. */
export async function findActorName(
  db: PortalDatabase,
  { identityId, program }: Pick<Session, 'identityId' | 'program'>,
): Promise<string> {
  if (program !== undefined) return program.name;
  const { rows } = await typedSql({ name: text() })`
    select ${personName} as name from portal.identity i
      left join portal.company_member member on member.identity_id = i.identity_id
     where i.identity_id = ${identityId}::uuid`.execute(db);
  return rows[0]?.name ?? '';
}

/** Most points that an action names. */
const maxObjects = 5000;

/** Whether a call of this session stands in the list of actions of its company: own settings don't. */
export function isAction(call: Call, { company }: Session): boolean {
  return company !== undefined && call.area !== 'own' && requiredUse(call) === 'change';
}

/**
 * Begins an action of a person of a company: its row is written before the call does anything, so that none that was done is
 * missing, and gets its outcome afterwards. Decision 0112.
 */
export async function beginAction(
  db: PortalDatabase,
  call: Call,
  session: Session,
  { accountNumber, address, reference, at }: ActionFacts,
): Promise<BegunAction> {
  const [actionId, companyId] = [newId(), session.cabinetId];
  let objects: readonly string[] | null = null;
  await sql`
    insert into portal.company_action
      (company_id, action_id, actor_id, program, call, area, account_number, happened_at, address, reference)
    values (${companyId}::uuid, ${actionId}::uuid, ${session.identityId}::uuid,
      ${session.program?.name ?? null}::text, ${call.path}, ${call.area ?? 'own'},
      ${accountNumber ?? null}::text, ${instantToIso(at)}::timestamptz, ${address}, ${reference})
  `.execute(db);
  return {
    noteObjects(noted) {
      objects = noted.slice(0, maxObjects);
    },
    async finish(outcome) {
      await sql`
        update portal.company_action set outcome = ${outcome}, objects = ${objects && [...objects]}::text[]
         where company_id = ${companyId}::uuid and action_id = ${actionId}::uuid and outcome is null
      `.execute(db);
    },
  };
}

/** Who of the company gave the readings of meters last, by meter, since a moment; for whoever finds one given already. */
export async function findReadingGivers(
  db: PortalDatabase,
  {
    companyId,
    account,
    since,
  }: { readonly companyId: string; readonly account: string; readonly since: Instant },
): Promise<ReadonlyMap<string, { readonly actorId: string; readonly name: string }>> {
  const { rows } = await typedSql({ meterId: text(), actorId: uuid(), name: text() })`
    select distinct on (object) object as "meterId", action.actor_id as "actorId",
           coalesce(action.program, ${personName}) as name
      from portal.company_action action
      cross join lateral unnest(action.objects) as object
      join portal.identity i on i.identity_id = action.actor_id
      left join portal.company_member member on member.identity_id = action.actor_id
     where action.company_id = ${companyId}::uuid and action.account_number = ${account}
       and action.area = 'points' and action.outcome = 'success'
       and action.happened_at >= ${instantToIso(since)}::timestamptz
     order by object, action.happened_at desc
  `.execute(db);
  return new Map(rows.map(({ meterId, ...giver }) => [meterId, giver]));
}
