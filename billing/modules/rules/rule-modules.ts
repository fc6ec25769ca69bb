import { answer, type ModuleInput, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import { RULE_CHANGE, RULE_LIST, RULE_UNDO } from '#billing/api/rules.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { type AuditOrigin, insertAudit } from '#billing/modules/events/public.ts';
import { maxPastChanges } from '#contract/values/dates.ts';
import type { RuleChangeData } from '#contract/values/rule.ts';
import {
  isRuleValue,
  isSameRuleValue,
  type RuleKey,
  type RuleValue,
  ruleKeys,
  tidyRuleValue,
} from '#domain/rules/rule-definitions.ts';
import { maxDaysAhead, type RuleTimeline, versionAt, wrongOrderIn } from '#domain/rules/rule-timeline.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, formatDate, localDate } from '#domain/time/local-date.ts';
import {
  findStart,
  forgetRules,
  insertChange,
  leadMs,
  listChanges,
  markUndone,
  momentOf,
  type StoredChange,
  timelineOf,
} from './rule-store.ts';

/** `timeline`: what a change that stands replaces may differ from what it was saved for, when another one was undone. */
function changeData(change: StoredChange, timeline: RuleTimeline, now: Instant): RuleChangeData {
  const { undoneAt, undoneByName, undoneReason, validFrom, values } = change;
  const before = undoneAt === null ? versionAt(timeline, (validFrom - 1) as Instant).values : change.before;
  const isPlanned = undoneAt === null && validFrom > now;
  return {
    changeId: change.changeId,
    validFrom: instantToIso(validFrom),
    state: undoneAt !== null ? 'undone' : isPlanned ? 'planned' : 'inForce',
    values: ruleKeys.flatMap((rule) => {
      const after = values[rule];
      return after === undefined
        ? []
        : [{ rule, before: toWire(before[rule] ?? after), after: toWire(after) }];
    }),
    reason: change.reason,
    author: change.authorName,
    savedAt: instantToIso(change.savedAt),
    undone:
      undoneAt === null
        ? null
        : { at: instantToIso(undoneAt), by: undoneByName ?? '', reason: undoneReason ?? '' },
    canUndo: isPlanned && validFrom - now >= leadMs,
  };
}

const toWire = (value: RuleValue) =>
  Array.isArray(value) ? [...value] : (value as number | string | boolean);

const numberOf = (changes: readonly StoredChange[]) =>
  changes.reduce((newest, { number, undoneNumber }) => Math.max(newest, number, undoneNumber ?? 0), 0);

/** The rules as the page shows them: planned changes by their day, then the others, the newest first. */
function rulesData(own: unknown, changes: readonly StoredChange[], now: Instant) {
  const timeline = timelineOf(own, changes);
  const { values } = versionAt(timeline, now);
  const shown = changes.map((change) => ({ change, data: changeData(change, timeline, now) }));
  const planned = shown
    .filter(({ data }) => data.state === 'planned')
    .toSorted((a, b) => a.change.validFrom - b.change.validFrom || a.change.number - b.change.number);
  const others = shown.filter(({ data }) => data.state !== 'planned').toReversed();
  return {
    revision: numberOf(changes),
    inForce: ruleKeys.map((rule) => ({ rule, value: toWire(values[rule]) })),
    changes: [...planned, ...others.slice(0, maxPastChanges)].map(({ data }) => data),
  };
}

/** RULE_LIST. */
export const handleRuleList = handleModule(RULE_LIST, ({ db, clock }) => async () => {
  const [start, changes] = await Promise.all([findStart(db, 'read'), listChanges(db)]);
  return start === undefined ? refuse('common.notFound') : answer(rulesData(start.own, changes, clock.now()));
});

type Asked = ModuleInput<typeof RULE_CHANGE>;

/** The changed values in their one spelling, or the refusal of one that is none of its rule. */
export function readRuleValues({
  values,
}: Pick<Asked, 'values'>): ModuleResult<Partial<Record<RuleKey, RuleValue>>> {
  const read: Partial<Record<RuleKey, RuleValue>> = {};
  for (const { rule, value } of values) {
    if (!isRuleValue(rule, value) || read[rule] !== undefined)
      return refuse('rules.badValue', undefined, { rules: [rule] });
    read[rule] = tidyRuleValue(rule, value);
  }
  return answer(read);
}

/**
 * RULE_CHANGE: values of rules from a day on, one after another under the lock of the supplier's row. A rule that somebody has
 * changed, or whose change was undone, after the author saw the rules is refused with that change: the author decides anew.
 */
export const handleRuleChange = handleModule(RULE_CHANGE, ({ db, clock }) => async (asked, by) => {
  const read = readRuleValues(asked);
  if (!read.ok) return read;
  const values = read.data;
  const result = await db.transaction().execute(async (trx) => {
    const start = await findStart(trx, 'locked');
    if (start === undefined) return refuse('common.notFound');
    const now = clock.now();
    const changes = await listChanges(trx);
    const known = changes.find(({ changeId }) => changeId === asked.requestId);
    if (known !== undefined) {
      const isSame =
        known.reason === asked.reason &&
        known.validFrom === momentOf(localDate(asked.validFrom), known.savedAt) &&
        hasValues(known.values, values);
      return isSame ? answer(rulesData(start.own, changes, now)) : refuse('common.requestReused');
    }
    const conflicting = changesSince(changes, asked.revision, values);
    if (conflicting.length > 0) {
      const timeline = timelineOf(start.own, changes);
      const told = conflicting.map((change) => changeData(change, timeline, now));
      return refuse('rules.changedMeanwhile', undefined, { changes: told });
    }
    const day = localDate(asked.validFrom);
    const today = kyivDateOf(now);
    const last = addDays(today, maxDaysAhead);
    if (day < today || day > last)
      return refuse('rules.dayOutOfRange', { from: formatDate(today), to: formatDate(last) });
    const validFrom = momentOf(day, now);
    const before = versionAt(timelineOf(start.own, changes), validFrom).values;
    const changed = Object.fromEntries(
      Object.entries(values).filter(([rule, value]) => !isSameRuleValue(before[rule as RuleKey], value)),
    ) as Partial<Record<RuleKey, RuleValue>>;
    const rules = Object.keys(changed) as RuleKey[];
    if (rules.length === 0) return refuse('rules.nothingChanged');
    const change = {
      changeId: asked.requestId,
      number: numberOf(changes) + 1,
      validFrom,
      values: changed,
      before: Object.fromEntries(rules.map((rule) => [rule, before[rule]])),
      reason: asked.reason,
      authorId: asked.administrator.id,
      authorName: asked.administrator.name,
      savedAt: now,
    };
    const all = [
      ...changes,
      { ...change, undoneNumber: null, undoneAt: null, undoneByName: null, undoneReason: null },
    ];
    const wrong = wrongOrderIn(timelineOf(start.own, all));
    if (wrong !== undefined) return refuse('rules.wrongOrder', undefined, { rules: wrong });
    await insertChange(trx, change);
    await audit(trx, by, 'rules.planned', change, { before: change.before, after: changed }, now);
    return answer(rulesData(start.own, all, now));
  });
  forgetRules(db);
  return result;
});

/** RULE_UNDO: a version that has not taken effect is taken back; done again it answers the same. */
export const handleRuleUndo = handleModule(
  RULE_UNDO,
  ({ db, clock }) =>
    async ({ changeId, reason, administrator }, by) => {
      const result = await db.transaction().execute(async (trx) => {
        const start = await findStart(trx, 'locked');
        const changes = await listChanges(trx);
        const change = changes.find((one) => one.changeId === changeId);
        if (start === undefined || change === undefined) return refuse('common.notFound');
        const now = clock.now();
        if (change.undoneAt !== null) return answer(rulesData(start.own, changes, now));
        if (change.validFrom - now < leadMs) return refuse('rules.tooLateToUndo');
        const number = numberOf(changes) + 1;
        const undone = {
          undoneNumber: number,
          undoneAt: now,
          undoneByName: administrator.name,
          undoneReason: reason,
        };
        const all = changes.map((one) => (one === change ? { ...one, ...undone } : one));
        const wrong = wrongOrderIn(timelineOf(start.own, all));
        if (wrong !== undefined) return refuse('rules.wrongOrder', undefined, { rules: wrong });
        await markUndone(trx, changeId, { number, at: now, by: administrator, reason });
        await audit(trx, by, 'rules.undone', change, { before: change.values, after: change.before }, now);
        return answer(rulesData(start.own, all, now));
      });
      forgetRules(db);
      return result;
    },
);

/** What was saved or undone after a revision and says something of the same rules. */
function changesSince(
  changes: readonly StoredChange[],
  revision: number,
  values: Partial<Record<RuleKey, RuleValue>>,
): readonly StoredChange[] {
  return changes.filter(
    (change) =>
      Math.max(change.number, change.undoneNumber ?? 0) > revision &&
      Object.keys(change.values).some((rule) => values[rule as RuleKey] !== undefined),
  );
}

/** Whether a stored change has no other values than asked for; those that changed nothing are not in it. */
function hasValues(
  stored: Partial<Record<RuleKey, RuleValue>>,
  asked: Partial<Record<RuleKey, RuleValue>>,
): boolean {
  return Object.entries(stored).every(([rule, value]) => {
    const other = asked[rule as RuleKey];
    return other !== undefined && isSameRuleValue(value, other);
  });
}

/** The audit of what concerns the supplier and no account names none. */
async function audit(
  db: BillingDatabase,
  by: AuditOrigin,
  kind: string,
  { changeId, validFrom }: Pick<StoredChange, 'changeId' | 'validFrom'>,
  { before, after }: { readonly before: object; readonly after: object },
  now: Instant,
): Promise<void> {
  const payload = { changeId, validFrom: instantToIso(validFrom), ...after };
  await insertAudit(db, by, [{ accountNumber: '', kind, payload, before: { ...before } }], now);
}
