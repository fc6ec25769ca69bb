import type { Instant } from '#domain/time/instant.ts';
import type { ObjectFacts, ObjectStore } from '../object-store/object-store.ts';
import { type BackupTarget, nameOf } from './backup-place.ts';
import { baseOf } from './copy-cluster.ts';
import { isSegment, positionOf } from './wal-names.ts';

/** So many base copies stay, however old they are. */
const leastBases = 2;

/**
 * Deletes what no restore to a moment since `keptSince` needs: older base copies, copies that broke off before it, and the log before the
 * oldest copy that stays.
 */
export async function deleteOldCopies(target: BackupTarget, keptSince: Instant): Promise<void> {
  const copies = new Map<
    string,
    { startSegment: string; endedAt: Instant | undefined; objects: ObjectFacts[] }
  >();
  for await (const facts of target.list('base/')) {
    const base = baseOf(nameOf(facts));
    if (base === undefined) continue;
    const copy = copies.get(base.name) ?? {
      startSegment: base.startSegment,
      endedAt: undefined,
      objects: [],
    };
    copies.set(base.name, copy);
    copy.objects.push(facts);
    if (nameOf(facts).endsWith('/manifest')) copy.endedAt = facts.changedAt;
  }
  const whole = [...copies.values()]
    .filter(({ endedAt }) => endedAt !== undefined)
    .sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0));
  // The newest that ended before the moment is where a restore to it begins.
  const before = whole.findIndex(({ endedAt = 0 }) => endedAt <= keptSince);
  const kept = new Set(whole.slice(0, Math.max(leastBases, before === -1 ? whole.length : before + 1)));
  for (const copy of copies.values()) {
    const isUnderWay =
      copy.endedAt === undefined && copy.objects.some(({ changedAt }) => changedAt > keptSince);
    if (!kept.has(copy) && !isUnderWay) for (const facts of copy.objects) await target.remove(facts);
  }
  const oldest = Math.min(...[...kept].map(({ startSegment }) => positionOf(startSegment)));
  for await (const facts of target.list('wal/')) {
    const segment = nameOf(facts).slice('wal/'.length, 'wal/'.length + 24);
    if (isSegment(segment) && positionOf(segment) < oldest) await target.remove(facts);
  }
}

/**
 * Deletes stored files that have been gone from their store since before `keptSince`. The place notes when each was first missed:
 * a restore to a moment before that needs it.
 */
export async function deleteGoneFiles(
  target: BackupTarget,
  objects: ObjectStore,
  keptSince: Instant,
): Promise<void> {
  const missedAt = new Map<string, ObjectFacts>();
  for await (const facts of target.list('gone/')) missedAt.set(nameOf(facts).slice('gone/'.length), facts);
  const present = new Map<string, ReadonlySet<string>>();
  async function namesOf(subfolder: string): Promise<ReadonlySet<string>> {
    const names = new Set<string>();
    for await (const some of objects.names(`${subfolder}/`)) for (const name of some) names.add(name);
    return names;
  }
  async function isPresent(subfolder: string, file: string): Promise<boolean> {
    const known = present.get(subfolder) ?? (await namesOf(subfolder));
    present.set(subfolder, known);
    return known.has(`${subfolder}/${file}`);
  }
  const noted = new Set<string>();
  for await (const facts of target.list('files/')) {
    const [, subfolder = '', file = ''] = nameOf(facts).split('/');
    const path = `${subfolder}/${file}`;
    const missed = missedAt.get(path);
    if (await isPresent(subfolder, file)) {
      if (missed) await target.remove(missed);
      missedAt.delete(path);
    } else if (missed === undefined) {
      if (!noted.has(path)) await target.put(`gone/${path}`, Buffer.of());
      noted.add(path);
    } else if (missed.changedAt <= keptSince) await target.remove(facts);
  }
  for (const [path, missed] of missedAt) {
    const [subfolder = '', file = ''] = path.split('/');
    if (missed.changedAt <= keptSince && !(await isPresent(subfolder, file))) await target.remove(missed);
  }
}
