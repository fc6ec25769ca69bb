import { isDeepStrictEqual } from 'node:util';
import {
  addTermChange,
  listTermChanges,
  previewTermChange,
  type TermChangeData,
  type TermContent,
  undoTermChange,
} from '#contract/service-terms/term-changes.ts';
import { maxPastChanges } from '#contract/values/dates.ts';
import { termSubjectName } from '#domain/service-terms/standard-words.template.ts';
import { earliestDay, maxDaysAhead } from '#domain/service-terms/term-change.ts';
import { newestOf } from '#domain/service-terms/work-calendar.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, formatDate, type LocalDate, localDate } from '#domain/time/local-date.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import { changedFields, insertStaffChange } from '#portal/http/records/staff-changes.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import {
  insertTermVersion,
  listTermVersions,
  lockTermVersions,
  type StoredTermChange,
  undoTermVersion,
} from './change-store.ts';
import { previewVersion } from './preview-version.ts';
import {
  calendarContent,
  chatContent,
  compensationContent,
  standardContent,
  tidyContent,
} from './term-content.ts';
import { loadVersions, type Versions } from './term-store.ts';

/** What counts on a day, of each kind and of each standard. */
function inForceOn({ standards, calendars, chats, compensations }: Versions, day: LocalDate) {
  const one = <Version extends { readonly validFrom: LocalDate }>(
    list: readonly Version[],
    content: (version: Version) => TermContent,
  ) => {
    const version = newestOf(list, day);
    return version === undefined ? [] : [{ validFrom: version.validFrom, content: content(version) }];
  };
  return [
    ...one(calendars, calendarContent),
    ...one(chats, chatContent),
    ...one(compensations, compensationContent),
    ...[...Map.groupBy(standards, ({ code }) => code).values()].flatMap((list) => one(list, standardContent)),
  ];
}

const codeOf = (content: TermContent) => (content.kind === 'standard' ? content.code : '');
const nameOf = (content: TermContent) => termSubjectName(content.kind, codeOf(content));
/** Whether two versions are of the same thing, so that one follows the other. */
const isOf = (change: Pick<StoredTermChange, 'kind' | 'code'>, content: TermContent) =>
  change.kind === content.kind && change.code === codeOf(content);

const numberOf = (changes: readonly StoredTermChange[]) =>
  changes.reduce((newest, { number, undoneNumber }) => Math.max(newest, number, undoneNumber ?? 0), 0);

/** The latest standing version of the same thing that counts from this day or a later one; undefined: there is none. */
function laterOf(
  changes: readonly StoredTermChange[],
  of: TermContent,
  day: LocalDate,
): StoredTermChange | undefined {
  return changes
    .filter((change) => change.undoneAt === null && isOf(change, of) && change.validFrom >= day)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))[0];
}

function changeData(
  change: StoredTermChange,
  changes: readonly StoredTermChange[],
  now: Instant,
): TermChangeData {
  const { changeId, validFrom, content, before, reason, author, savedAt, undoneAt } = change;
  const isPlanned = undoneAt === null && validFrom > kyivDateOf(now);
  return {
    changeId,
    validFrom,
    state: undoneAt !== null ? 'undone' : isPlanned ? 'planned' : 'inForce',
    content,
    before,
    reason,
    author,
    savedAt: instantToIso(savedAt),
    undone: undoneAt && {
      at: instantToIso(undoneAt),
      by: change.undoneBy ?? '',
      reason: change.undoneReason ?? '',
    },
    canUndo:
      isPlanned &&
      validFrom >= earliestDay(now) &&
      laterOf(changes, content, addDays(validFrom, 1)) === undefined,
  };
}

async function termsData(db: PortalDatabase, now: Instant) {
  const changes = await listTermVersions(db);
  const shown = changes.map((change) => changeData(change, changes, now));
  const planned = shown
    .filter(({ state }) => state === 'planned')
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  const others = shown.filter(({ state }) => state !== 'planned').toReversed();
  const earliest = earliestDay(now);
  return {
    revision: numberOf(changes),
    earliest,
    latest: addDays(kyivDateOf(now), maxDaysAhead),
    inForce: inForceOn(await loadVersions(db), kyivDateOf(now)),
    changes: [...planned, ...others.slice(0, maxPastChanges)],
  };
}

/** The fields of a version as the list of actions names them: of the days of a calendar those that `other` has not so. */
function auditedFields(version: TermContent, other: TermContent): Readonly<Record<string, unknown>> {
  if (version.kind === 'standard') {
    const { compensation, days: termDays, ...fields } = version;
    return { ...fields, termDays, ...compensation };
  }
  if (version.kind !== 'calendar' || other.kind !== 'calendar') return { ...version };
  const { days, ...fields } = version;
  const own = days.filter(({ day, kind }) => !other.days.some((one) => one.day === day && one.kind === kind));
  return { ...fields, specialDays: own.map(({ day, kind }) => `${formatDate(localDate(day))} ${kind}`) };
}

/** What a version makes of another one, for the list of actions. */
const auditedChange = (before: TermContent, after: TermContent) =>
  changedFields(auditedFields(before, after), auditedFields(after, before));

/** Versions of what the supplier promises (decision 0150): every administrator reads them, the owner plans and undoes them. */
export function termChangeRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  return [
    route(listTermChanges, async (_, { clock }) => succeed(await termsData(db, clock.now()))),

    route(addTermChange, async ({ validFrom, revision, reason, requestId, ...input }, context) =>
      db.transaction().execute(async (transaction) => {
        await lockTermVersions(transaction);
        const now = context.clock.now();
        const content = tidyContent(input.content);
        const day = localDate(validFrom);
        const changes = await listTermVersions(transaction);
        const known = changes.find(({ changeId }) => changeId === requestId);
        if (known !== undefined) {
          const isSame =
            known.reason === reason && known.validFrom === day && isDeepStrictEqual(known.content, content);
          return isSame ? succeed(await termsData(transaction, now)) : fail('common.requestReused');
        }
        const meanwhile = changes.filter(
          (change) => Math.max(change.number, change.undoneNumber ?? 0) > revision && isOf(change, content),
        );
        if (meanwhile.length > 0) {
          const told = meanwhile.map((change) => changeData(change, changes, now));
          return fail('rules.changedMeanwhile', undefined, { changes: told });
        }
        const [earliest, latest] = [earliestDay(now), addDays(kyivDateOf(now), maxDaysAhead)];
        if (day < earliest || day > latest)
          return fail('rules.dayOutOfRange', { from: formatDate(earliest), to: formatDate(latest) });
        const later = laterOf(changes, content, day);
        if (later !== undefined) return fail('rules.laterPlanned', { date: formatDate(later.validFrom) });
        const present = inForceOn(await loadVersions(transaction), day).find((one) =>
          isOf({ kind: one.content.kind, code: codeOf(one.content) }, content),
        );
        // Topics name the standards that there are.
        if (present === undefined) return fail('common.notFound');
        const before = present.content;
        if (isDeepStrictEqual(before, content)) return fail('rules.nothingChanged');
        await insertTermVersion(transaction, {
          changeId: requestId,
          number: numberOf(changes) + 1,
          kind: content.kind,
          code: codeOf(content),
          validFrom: day,
          content,
          before,
          reason,
          authorId: context.session.identityId,
          savedAt: now,
        });
        const fields = auditedChange(before, content);
        const after = { validFrom: formatDate(day), ...fields.after };
        await insertStaffChange(
          transaction,
          context,
          { subject: nameOf(content), before: fields.before, after },
          now,
        );
        return succeed(await termsData(transaction, now));
      }),
    ),

    route(previewTermChange, async (input, { clock }) => {
      const previewed = await previewVersion(db, tidyContent(input.content), clock.now());
      return previewed === undefined ? fail('common.notFound') : succeed(previewed);
    }),

    route(undoTermChange, async ({ changeId, reason }, context) =>
      db.transaction().execute(async (transaction) => {
        await lockTermVersions(transaction);
        const now = context.clock.now();
        const changes = await listTermVersions(transaction);
        const change = changes.find((one) => one.changeId === changeId.toLowerCase());
        if (change === undefined) return fail('common.notFound');
        if (change.undoneAt !== null) return succeed(await termsData(transaction, now));
        if (change.validFrom < earliestDay(now)) return fail('rules.tooLateToUndo');
        const later = laterOf(changes, change.content, addDays(change.validFrom, 1));
        if (later !== undefined) return fail('rules.laterPlanned', { date: formatDate(later.validFrom) });
        const undone = { number: numberOf(changes) + 1, at: now, by: context.session.identityId, reason };
        await undoTermVersion(transaction, change.changeId, undone);
        const fields = auditedChange(change.content, change.before);
        const before = { validFrom: formatDate(change.validFrom), ...fields.before };
        await insertStaffChange(
          transaction,
          context,
          { subject: nameOf(change.content), before, after: fields.after },
          now,
        );
        return succeed(await termsData(transaction, now));
      }),
    ),
  ];
}
