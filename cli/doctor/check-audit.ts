import { readFile } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { auditEntryChain } from '#billing/modules/events/public.ts';
import { checkArchive } from '#platform/audit/archive-chain.ts';
import { auditTables } from '#platform/audit/audit-owner.ts';
import type { SealedTable } from '#platform/audit/audit-seals.ts';
import { checkChain, type SealProblem } from '#platform/audit/check-chain.ts';
import { type RecordedSeal, readSealLines } from '#platform/audit/seal-lines.ts';
import { bool, text, typedSql } from '#platform/database/typed-sql.ts';
import type { KeyRing } from '#platform/key-ring.ts';
import { openObjects } from '#platform/object-store/open-objects.ts';
import type { Config } from '#portal/config.ts';
import { staffChains } from '#portal/http/records/audit-chains.ts';
import { readKeys } from '#portal/keys.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { bad, type Finding, maxNamed, note, reasonOf, todo, well } from './finding.ts';

const chains: readonly SealedTable[] = [...staffChains, auditEntryChain];

/** What of a chain is wrong. */
function chainProblem({ chain: name }: SealedTable, problem: SealProblem, isBegun: boolean): Finding {
  switch (problem.kind) {
    case 'seal':
      return bad('chainSeal', { name, seal: problem.seal });
    case 'sealsGone':
      return bad('chainSealsGone', { name, seal: problem.seal });
    case 'keyMissing':
      return bad('chainKeyMissing', { name, seal: problem.seal, key: problem.keyId });
    case 'otherInRecord':
      return bad('chainOtherInRecord', { name, seal: problem.seal });
    case 'madeAnew':
      return bad('chainMadeAnew', { name, days: problem.days });
    case 'archiveRecord':
      return bad('archiveRecord', { name });
    case 'archiveLeft':
      return bad('archiveLeft', { name, rows: problem.rows });
    case 'unsealed':
      if (!isBegun) return todo('chainNotBegun', { name, rows: problem.rows });
      return bad('chainUnsealed', { name, rows: problem.rows });
    default:
      return bad('chainRow', { name, change: problem.kind, id: problem.id, seal: problem.seal });
  }
}

/**
 * Whether the server must have sealed something: there is a seal, or the schema is older than a day. On a younger one commands may have
 * added rows hours before the first server was started.
 */
async function isSealingBegun(db: PortalDatabase): Promise<boolean> {
  const { rows } = await typedSql({ isBegun: bool() })`
    select exists (select from portal.audit_seal) or exists (select from billing.audit_seal)
        or exists (select from portal.kysely_migration
             where timestamp::timestamptz < clock_timestamp() - interval '1 day') as "isBegun"`.execute(db);
  return rows[0]?.isBegun ?? true;
}

/** The seals that were written outside the database: to the files of AUDIT_SEALS_TO on this machine, and a file that is given. */
async function readRecord({ sealTargets }: Config, given: string | undefined): Promise<RecordedSeal[]> {
  const record: RecordedSeal[] = [];
  for (const target of sealTargets) {
    if (target.kind !== 'file') continue;
    // Another node may have sent them, to its own disk.
    const content = await readFile(target.path, 'utf8').catch(() => '');
    record.push(...readSealLines(content));
  }
  if (given !== undefined) record.push(...readSealLines(await readFile(given, 'utf8')));
  return record;
}

/** The files of the archive at a place, against what the database continues. */
async function checkFiles(
  db: Kysely<unknown>,
  place: string,
  { s3 }: Config,
  facts: { readonly keys: KeyRing | undefined; readonly record: readonly RecordedSeal[] },
): Promise<Finding[]> {
  const store = openObjects(place, s3);
  const findings: Finding[] = [];
  for (const sealed of chains) {
    if (sealed.archive === undefined) continue;
    const { problems, files, rows } = await checkArchive(db, sealed, { store, ...facts });
    const name = sealed.chain;
    if (problems.length === 0) findings.push(well('archiveFiles', { name, files, rows }));
    for (const problem of problems.slice(0, maxNamed)) {
      const { file } = problem;
      if (problem.kind === 'keyMissing')
        findings.push(bad('chainKeyMissing', { name, seal: problem.seal, key: problem.keyId }));
      else if ('seal' in problem) findings.push(bad('archiveSeal', { name, file, seal: problem.seal }));
      else findings.push(bad('archiveFile', { name, file, isMissing: problem.kind === 'missing' }));
    }
  }
  return findings;
}

/** Targets that lack seals made more than a day and two hours ago: a mail is sent once a day. */
async function findUnsent(db: PortalDatabase, { sealTargets }: Config): Promise<Finding[]> {
  const names = sealTargets.map(({ name }) => name);
  const { rows } = await typedSql({ target: text(), chain: text() })`
    select target.name as target, seal.chain
      from unnest(${names}::text[]) as target (name)
      cross join (select chain, seal_number, sealed_at from portal.audit_seal
                  union all select chain, seal_number, sealed_at from billing.audit_seal) seal
      left join portal.audit_seal_delivery sent on sent.target = target.name and sent.chain = seal.chain
     where seal.seal_number > coalesce(sent.seal_number, 0) and seal.sealed_at < clock_timestamp() - interval '26 hours'
     group by 1, 2 order by 1, 2`.execute(db);
  return rows.map(({ target, chain }) => bad('sealsUnsent', { target, chain }));
}

/** Whether the product's role can do more with the audit than read and add: it, or a role that it may act as, owns it. */
async function checkOwner(db: PortalDatabase, isProduction: boolean): Promise<Finding> {
  const tables = Object.keys(auditTables);
  const { rows } = await typedSql({ isOwn: bool() })`
    select coalesce(bool_or(pg_has_role(current_user, owner, 'MEMBER')), false)
        or exists (select from pg_roles where rolname = current_user and rolsuper) as "isOwn"
      from (select relowner as owner from pg_class where oid = any (${tables}::text[]::regclass[])
            union select nspowner from pg_namespace where nspname in ('billing', 'portal')) as owners`.execute(
    db,
  );
  if (rows[0]?.isOwn !== true) return well('auditOwner');
  return isProduction ? bad('auditOwned') : note('auditOwned');
}

/**
 * Recomputes the seals of what is only added to: of what the staff did all of them, which are few; of the billing, where each reading
 * and payment has a row, those since the last check, or all. Compares them with those that were sent out of the database. Names the
 * first twenty problems of a chain.
 * @param seals A file with lines of seals: of a log server, of mails.
 * @param archive The place of the files to which older rows were moved; absent: they are not looked at.
 */
export async function checkAudit(
  db: PortalDatabase,
  config: Config,
  {
    isAll: isAllAsked,
    seals,
    archive,
  }: { readonly isAll: boolean; readonly seals?: string | undefined; readonly archive?: string | undefined },
): Promise<Finding[]> {
  const findings: Finding[] = [await checkOwner(db, config.production)];
  // Why keys can't be read is said by the check of the keys.
  const keys = await readKeys(config).then(
    ({ audit }) => audit,
    () => undefined,
  );
  let record: RecordedSeal[];
  try {
    record = await readRecord(config, seals);
  } catch (error) {
    return [...findings, bad('noRecord', { path: seals ?? '', reason: reasonOf(error) })];
  }
  const isBegun = await isSealingBegun(db);
  for (const sealed of chains) {
    const isAll = isAllAsked || sealed.schema === 'portal';
    const { problems, rows, unsealed, archived } = await checkChain(
      db as unknown as Kysely<unknown>,
      sealed,
      {
        ...{ keys, isAll, record },
        limit: maxNamed,
      },
    );
    if (problems.length === 0) findings.push(well('chain', { name: sealed.chain, rows, unsealed, isAll }));
    findings.push(...problems.map((problem) => chainProblem(sealed, problem, isBegun)));
    if (archived.files > 0 && archive === undefined)
      findings.push(note('archiveUnseen', { name: sealed.chain, ...archived }));
  }
  if (archive !== undefined)
    findings.push(...(await checkFiles(db as unknown as Kysely<unknown>, archive, config, { keys, record })));
  findings.push(...(await findUnsent(db, config)));
  if (config.production && config.sealTargets.every(({ kind }) => kind === 'file'))
    findings.push(note('sealsOnDisk'));
  return findings;
}
