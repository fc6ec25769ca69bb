import { sql } from 'kysely';
import type { SecondPersonInput } from '#billing/api/identity.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { ActStep, SteppedValues } from '#contract/values/managed-act.ts';
import { moneyFromWire } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  int4,
  json,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { ActKey } from '../act-store.ts';

const stepColumns = {
  stepId: uuid(),
  number: int4(),
  kind: text<ActStep['kind']>(),
  state: text<ActStep['state']>(),
  asked: json<Readonly<Record<string, unknown>>>(),
  after: json<SteppedValues>(),
  before: json<SteppedValues>(),
  reason: text(),
  authorId: text(),
  authorName: text(),
  savedAt: timestamptz<Instant>(),
  decidedAt: nullable(timestamptz<Instant>()),
  decidedByName: nullable(text()),
  decidedReason: nullable(text()),
  decidedAccountSince: nullable(timestamptz<Instant>()),
};
export type StoredStep = RowOf<typeof stepColumns>;

/** Steps of an act, the newest first. */
export async function listSteps(
  db: BillingDatabase,
  { accountNumber, actNumber }: ActKey,
): Promise<readonly StoredStep[]> {
  const { rows } = await typedSql(stepColumns)`
    select step_id as "stepId", saved_number as number, kind, state, asked, "values" as after, before, reason,
      author_id as "authorId", author_name as "authorName", saved_at as "savedAt", decided_at as "decidedAt",
      decided_by_name as "decidedByName", decided_reason as "decidedReason", decided_account_since as "decidedAccountSince"
    from billing.act_step where account_number = ${accountNumber} and act_number = ${actNumber}
    order by saved_number desc`.execute(db);
  return rows;
}

/** Whether a step of any act of the account has this id. */
export async function hasStep(db: BillingDatabase, accountNumber: string, stepId: string): Promise<boolean> {
  const { rows } = await sql`
    select from billing.act_step where account_number = ${accountNumber} and step_id = ${stepId}::uuid`.execute(
    db,
  );
  return rows.length > 0;
}

export async function insertStep(
  db: BillingDatabase,
  { accountNumber, actNumber }: ActKey,
  step: Omit<StoredStep, 'decidedAt' | 'decidedByName' | 'decidedReason' | 'decidedAccountSince'>,
): Promise<void> {
  await sql`
    insert into billing.act_step (account_number, act_number, step_id, saved_number, kind, state, asked, "values", before,
      reason, author_id, author_name, saved_at)
    values (${accountNumber}, ${actNumber}, ${step.stepId}::uuid, ${step.number}, ${step.kind}, ${step.state},
      ${JSON.stringify(step.asked)}::jsonb, ${JSON.stringify(step.after)}::jsonb, ${JSON.stringify(step.before)}::jsonb,
      ${step.reason}, ${step.authorId}, ${step.authorName}, ${instantToIso(step.savedAt)}::timestamptz)`.execute(
    db,
  );
}

/** Ends a proposal; `after` is what it came to. */
export async function decideStep(
  db: BillingDatabase,
  { accountNumber, actNumber }: ActKey,
  decided: {
    readonly stepId: string;
    readonly state: 'confirmed' | 'withdrawn';
    readonly number: number;
    readonly after: SteppedValues;
    readonly by: SecondPersonInput;
    readonly at: Instant;
    readonly reason: string;
  },
): Promise<void> {
  await sql`
    update billing.act_step set state = ${decided.state}, decided_number = ${decided.number},
      "values" = ${JSON.stringify(decided.after)}::jsonb, decided_at = ${instantToIso(decided.at)}::timestamptz,
      decided_by_id = ${decided.by.id}, decided_by_name = ${decided.by.name}, decided_reason = ${decided.reason},
      decided_account_since = ${decided.by.accountSince}::timestamptz
    where account_number = ${accountNumber} and act_number = ${actNumber} and step_id = ${decided.stepId}::uuid`.execute(
    db,
  );
}

/** Columns of billing.violation_act with the values of a step; what of it stands elsewhere is left out. */
function toColumns({ kwh, sum, vat, ...values }: SteppedValues): Readonly<Record<string, unknown>> {
  const named = {
    state: values.state,
    drawn_on: values.drawnOn,
    kind: values.kind,
    clause: values.clause,
    place: values.place,
    meter_serial: values.meterSerial,
    found: values.found,
    present: values.present,
    served_on: values.servedOn,
    hearing_on: values.hearingOn,
    protocol_number: values.protocolNumber,
    protocol_on: values.protocolOn,
    period_from: values.periodFrom,
    period_to: values.periodTo,
    days: values.days,
    energy_wh: kwh === undefined ? undefined : kwh * 1000,
    amount_kopiykas: sum === undefined ? undefined : moneyFromWire(sum).toString(),
    vat_kopiykas: vat === undefined ? undefined : moneyFromWire(vat).toString(),
    basis: values.basis,
    due_on: values.dueOn,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

/** Adds an act that staff draw up; false: an act of staff has its number. */
export async function insertDrawnAct(
  db: BillingDatabase,
  { accountNumber, actNumber }: ActKey,
  values: SteppedValues,
): Promise<boolean> {
  const row = {
    ...{ place: '', found: '', present: [], clause: '', amount_kopiykas: 0, energy_wh: 0, vat_kopiykas: 0 },
    ...toColumns(values),
    ...{ account_number: accountNumber, act_number: actNumber, is_of_staff: true, revision: 1 },
  };
  const { numAffectedRows } = await sql`
    insert into billing.violation_act
    select * from jsonb_populate_record(null::billing.violation_act, ${JSON.stringify(row)}::jsonb)
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Gives fields of a locked act other values, with the number of the step. What a file said of an imported act is kept before staff
 * change it for the first time (decision 0148).
 */
export async function updateAct(
  db: BillingDatabase,
  { accountNumber, actNumber }: ActKey,
  values: SteppedValues,
  revision: number,
): Promise<void> {
  const changed = { ...toColumns(values), revision };
  const columns = sql.join(Object.keys(changed).map((column) => sql.ref(column)));
  await sql`
    update billing.violation_act a set
      file_said = case when a.revision = 0 and not a.is_of_staff then to_jsonb(a) - 'file_said' else a.file_said end,
      (${columns}) = (select ${columns} from jsonb_populate_record(a, ${JSON.stringify(changed)}::jsonb))
    where account_number = ${accountNumber} and act_number = ${actNumber}`.execute(db);
}

/** Replaces the schedule of an act; the database refuses one that is not what is unpaid. */
export async function insertSchedule(
  db: BillingDatabase,
  { accountNumber, actNumber }: ActKey,
  parts: NonNullable<SteppedValues['instalments']>,
  revision: number,
): Promise<void> {
  const rows = parts.map(({ dueOn, sum }) => ({ dueOn, sum: moneyFromWire(sum).toString() }));
  await sql`
    insert into billing.act_schedule (account_number, act_number, revision, due_on, amounts_kopiykas, total_kopiykas)
    select ${accountNumber}, ${actNumber}, ${revision}, array_agg("dueOn" order by "dueOn"), array_agg(sum order by "dueOn"),
      sum(sum)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as part ("dueOn" date, sum bigint)`.execute(db);
}
