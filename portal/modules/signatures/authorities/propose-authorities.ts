import { createHash } from 'node:crypto';
import type { InputOf } from '#contract/define-call.ts';
import type { addAuthorities, decideAuthorities, removeAuthority } from '#contract/signatures/authorities.ts';
import { refuseSecondPerson, type SecondPerson } from '#domain/identity/second-person.ts';
import type { Instant } from '#domain/time/instant.ts';
import { fileKindOf } from '#platform/files/file-kind.ts';
import { type CallResult, fail, succeed } from '#portal/http/call-result.ts';
import { failFile } from '#portal/http/files/fail-file.ts';
import { insertStaffChange } from '#portal/http/records/staff-changes.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { readListInWorker } from '../signature-workers.ts';
import {
  insertAuthorities,
  listAllAuthorities,
  listAnchors,
  listTrusted,
  markRemoved,
  updateAuthorityUrls,
} from './authority-store.ts';
import {
  decideProposal,
  insertProposal,
  listProposals,
  lockProposal,
  type ProposedContent,
} from './proposal-store.ts';
import { readRegistry } from './registry-of-authorities.ts';

export interface AuthorityServices extends Pick<PortalServices, 'db' | 'config'> {
  /** Of `identity`, which is above the signatures. */
  readonly findSecondPerson: (
    db: PortalDatabase,
    identityId: string,
    now: Instant,
  ) => Promise<SecondPerson & { readonly accountSince: string }>;
}

/** Authorities and proposals as the owner of the session sees them. */
export async function authoritiesNow(db: PortalDatabase, { session }: Pick<RequestContext, 'session'>) {
  const [authorities, proposals] = await Promise.all([
    listAllAuthorities(db),
    listProposals(db, session.identityId),
  ]);
  return { authorities, proposals };
}

/** What a file proposes, and what of it is left out. */
interface ReadFile extends Omit<ProposedContent, 'removed'> {
  readonly skipped: number;
  readonly unproven: number;
  readonly signedBy: string | null;
}

/**
 * Certificates are taken when the central authority signed the whole list, or issued each of them; addresses also from the registry as it
 * is published, without a signature: they make nothing trusted, what their servers answer is signed (decision 0167).
 */
async function readProposed(
  { db, config }: AuthorityServices,
  file: Buffer,
  now: number,
): Promise<ReadFile | 'wrongList' | 'badList'> {
  const plain = readRegistry(file);
  const nothing = { certificates: [], registry: [], skipped: 0, unproven: 0, signedBy: null };
  if (plain !== undefined) return { ...nothing, registry: plain };
  const trusted = (await listTrusted(db, config)).map(({ certificate }) => certificate);
  const list = await readListInWorker({ file, roots: [...(await listAnchors(db, config))], trusted, now });
  if (list.kind !== 'read') return list.kind === 'badSignature' ? 'badList' : 'wrongList';
  const { authorities: certificates, skipped, unproven, signedBy, registry } = list;
  if (registry === null) return { ...nothing, certificates, skipped, unproven, signedBy };
  const signed = readRegistry(Buffer.from(registry));
  return signed === undefined ? 'wrongList' : { ...nothing, registry: signed, signedBy };
}

/** Proposes the authorities of a file. What is trusted already needs no second owner. */
export async function proposeAuthorities(
  services: AuthorityServices,
  file: Buffer,
  context: RequestContext,
): Promise<CallResult<FieldsOf<typeof addAuthorities>>> {
  const { db: database } = services;
  const at = context.clock.now();
  const read = await readProposed(services, file, at);
  if (read === 'badList') return fail('signature.badList');
  if (read === 'wrongList')
    return failFile({ code: 'signature.wrongList', found: fileKindOf(file) }, 'authorities');
  const { certificates, registry, skipped, unproven, signedBy } = read;
  const known = await listTrusted(database, services.config);
  const isKnown = (certificate: Uint8Array) => known.some((one) => one.certificate.equals(certificate));
  const fresh = certificates.filter(({ certificate }) => !isKnown(certificate));
  const authorities = await listAllAuthorities(database);
  const ofRegistry = registry.filter(({ names }) => authorities.some(({ name }) => names.includes(name)));
  if (certificates.length + ofRegistry.length === 0)
    return fail(unproven > 0 ? 'signature.unprovenAuthorities' : 'signature.noAuthorities');
  const concerned = new Set(ofRegistry.flatMap(({ names }) => names));
  const names =
    ofRegistry.length > 0
      ? authorities.filter(({ name, removedAt }) => removedAt === null && concerned.has(name)).map(nameOf)
      : fresh.map(nameOf);
  if (fresh.length + ofRegistry.length > 0) {
    await database.transaction().execute(async (db) => {
      const content = { certificates: fresh, registry: ofRegistry, removed: [] };
      const contentKey = createHash('sha256').update(file).digest('hex');
      const proposal = { contentKey, content, names, signedBy, authorId: context.session.identityId, at };
      if (!(await insertProposal(db, proposal))) return;
      const after = { proposed: names, ...(signedBy !== null && { signedBy }) };
      await insertStaffChange(db, context, { subject: 'authority', after }, at);
    });
  }
  const counts = { proposed: names.length, known: certificates.length - fresh.length, skipped, unproven };
  return succeed({ ...counts, ...(await authoritiesNow(database, context)) });
}

const nameOf = ({ name, serial }: { readonly name: string; readonly serial: string }) => `${name}, ${serial}`;

/** Proposes to trust a certificate no longer. */
export async function proposeRemoval(
  { db: database }: AuthorityServices,
  authorityId: string,
  context: RequestContext,
): Promise<CallResult<FieldsOf<typeof removeAuthority>>> {
  const at = context.clock.now();
  const authority = (await listAllAuthorities(database)).find((one) => one.authorityId === authorityId);
  if (authority === undefined || authority.removedAt !== null) return fail('common.notFound');
  const names = [nameOf(authority)];
  await database.transaction().execute(async (db) => {
    const content = { certificates: [], registry: [], removed: [authorityId] };
    const author = { authorId: context.session.identityId, at };
    const contentKey = `remove ${authorityId}`;
    if (!(await insertProposal(db, { contentKey, content, names, signedBy: null, ...author }))) return;
    await insertStaffChange(db, context, { subject: 'authority', after: { removalProposed: names } }, at);
  });
  return succeed(await authoritiesNow(database, context));
}

/** Decides about a proposal; what is confirmed is in force immediately. The same decision again has the same answer. */
export async function decideAboutAuthorities(
  { db: database, findSecondPerson }: AuthorityServices,
  { proposalId, decision }: InputOf<typeof decideAuthorities>,
  context: RequestContext,
): Promise<CallResult<FieldsOf<typeof decideAuthorities>>> {
  const at = context.clock.now();
  const state = decision === 'confirm' ? 'confirmed' : 'withdrawn';
  const refused = await database.transaction().execute(async (db) => {
    const held = await lockProposal(db, proposalId);
    if (held === undefined) return fail('common.notFound');
    const person = await findSecondPerson(db, context.session.identityId, at);
    if (held.state !== 'waiting')
      return held.state === state && held.decidedBy === person.id ? undefined : fail('common.notFound');
    const refusal = decision === 'confirm' ? refuseSecondPerson(held.authorId, person) : undefined;
    if (refusal !== undefined) return fail(refusal);
    await decideProposal(db, proposalId, { state, by: person, at });
    const { certificates, registry, removed } = held.content;
    if (decision === 'confirm') {
      const by = await loginOf(db, held.authorId);
      await insertAuthorities(db, certificates, { at, by, origin: 'uploaded' });
      await updateAuthorityUrls(db, registry);
      if (removed.length > 0) await markRemoved(db, removed, { at, by });
    }
    const confirmed = removed.length > 0 ? 'removed' : registry.length > 0 ? 'updated' : 'added';
    const after = {
      [decision === 'withdraw' ? 'withdrawn' : confirmed]: held.names,
      accountSince: person.accountSince,
    };
    await insertStaffChange(db, context, { subject: 'authority', after }, at);
    return undefined;
  });
  return refused ?? succeed(await authoritiesNow(database, context));
}

/** The login of an administrator. */
async function loginOf(db: PortalDatabase, identityId: string): Promise<string> {
  const row = await db
    .selectFrom('portal.administrator')
    .select('login')
    .where('identity_id', '=', identityId)
    .executeTakeFirst();
  return row?.login ?? identityId;
}
