import { sql } from 'kysely';
import type { AuthorityProposal } from '#contract/signatures/authorities.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bool,
  json,
  nullable,
  type RowOf,
  text,
  textArray,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { AuthorityFacts } from '#platform/signatures/certificate.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { AuthorityUrls } from './authority-store.ts';

/** What becomes of the trusted authorities when a proposal is confirmed: certificates, addresses by names, or ids that are trusted no longer. */
export interface ProposedContent {
  readonly certificates: readonly AuthorityFacts[];
  readonly registry: readonly (AuthorityUrls & { readonly names: readonly string[] })[];
  readonly removed: readonly string[];
}

type StoredContent = Omit<ProposedContent, 'certificates'> & {
  readonly certificates: readonly (Omit<AuthorityFacts, 'certificate'> & { readonly certificate: string })[];
};

/** Inserts a proposal; false: the same content waits already. */
export async function insertProposal(
  db: PortalDatabase,
  proposal: {
    /** Of a file its SHA-256, of a removal the authority. */
    readonly contentKey: string;
    readonly content: ProposedContent;
    readonly names: readonly string[];
    readonly signedBy: string | null;
    readonly authorId: string;
    readonly at: Instant;
  },
): Promise<boolean> {
  const content: StoredContent = {
    ...proposal.content,
    certificates: proposal.content.certificates.map((one) => ({
      ...one,
      certificate: Buffer.from(one.certificate).toString('base64'),
    })),
  };
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('portal.authority_proposal')
    .values({
      proposal_id: newId(),
      content_key: proposal.contentKey,
      content: JSON.stringify(content),
      names: [...proposal.names],
      signed_by: proposal.signedBy,
      author_id: proposal.authorId,
      proposed_at: instantToIso(proposal.at),
    })
    // A value in place of the word would not match the index once PostgreSQL plans for all values.
    .onConflict((conflict) =>
      conflict.column('content_key').where(sql`state`, '=', sql`'waiting'`).doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** The proposals that wait, oldest first; who asks sees which is of their own. */
export async function listProposals(db: PortalDatabase, youId: string): Promise<AuthorityProposal[]> {
  const { rows } = await typedSql({
    proposalId: uuid(),
    kind: text<AuthorityProposal['kind']>(),
    names: textArray<string[]>(),
    signedBy: nullable(text()),
    author: text(),
    proposedAt: timestamptz<Instant>(),
    isOwn: bool(),
  })`select proposal_id as "proposalId",
        case when content -> 'removed' <> '[]' then 'removal' when content -> 'registry' = '[]' then 'certificates'
          else 'addresses' end as kind, names,
        signed_by as "signedBy", coalesce(nullif(full_name, ''), login) as author, proposed_at as "proposedAt",
        author_id = ${youId}::uuid as "isOwn"
      from portal.authority_proposal join portal.administrator on identity_id = author_id
     where state = 'waiting' order by proposed_at, proposal_id`.execute(db);
  return rows.map((row) => ({ ...row, proposedAt: instantToIso(row.proposedAt) }));
}

const heldColumns = {
  proposalId: uuid(),
  state: text<'waiting' | 'confirmed' | 'withdrawn'>(),
  authorId: uuid(),
  decidedBy: nullable(uuid()),
  names: textArray<string[]>(),
  signedBy: nullable(text()),
  stored: json<StoredContent>(),
};
export type HeldProposal = Omit<RowOf<typeof heldColumns>, 'stored'> & { readonly content: ProposedContent };

/** A proposal, held until the end of the transaction; undefined: there is none. */
export async function lockProposal(
  db: PortalDatabase,
  proposalId: string,
): Promise<HeldProposal | undefined> {
  const { rows } = await typedSql(heldColumns)`
    select proposal_id as "proposalId", state, author_id as "authorId", decided_by as "decidedBy", names,
        signed_by as "signedBy", content as stored
      from portal.authority_proposal where proposal_id = ${proposalId}::uuid for update`.execute(db);
  const [found] = rows;
  if (found === undefined) return undefined;
  const { stored, ...proposal } = found;
  const certificates = stored.certificates.map((one) => ({
    ...one,
    certificate: Buffer.from(one.certificate, 'base64'),
  }));
  return { ...proposal, content: { ...stored, certificates } };
}

/** Ends a proposal that the caller holds. */
export async function decideProposal(
  db: PortalDatabase,
  proposalId: string,
  decided: {
    readonly state: 'confirmed' | 'withdrawn';
    readonly by: { readonly id: string; readonly accountSince: string };
    readonly at: Instant;
  },
): Promise<void> {
  await db
    .updateTable('portal.authority_proposal')
    .set({
      state: decided.state,
      decided_by: decided.by.id,
      decided_at: instantToIso(decided.at),
      decided_account_since: decided.by.accountSince,
    })
    .where('proposal_id', '=', proposalId)
    .execute();
}
