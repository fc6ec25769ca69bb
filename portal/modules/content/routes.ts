import {
  type Content,
  type ContentDocument,
  dropContent,
  getContent,
  landingKey,
  listContent,
  publishContent,
  readLandingWords,
  saveContent,
} from '#contract/content.ts';
import { landingWords } from '#contract/values/landing-words.template.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import { changedFields, insertStaffChange } from '#portal/http/records/staff-changes.ts';
import { type PortalServices, type RequestContext, type Route, route } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import {
  type ContentName,
  endDraft,
  listVersions,
  lockContent,
  readPublished,
  type StoredVersion,
  upsertDraft,
} from './content-store.ts';

/** Texts that come with the product, by kind and key. */
export type BuiltInTexts = Readonly<Record<'article' | 'law', ReadonlyMap<string, Content>>>;

const builtInLanding: Content = { kind: 'landing', words: { ...landingWords } };

function titleOf(content: Content): string {
  return content.kind === 'landing' ? content.words.title : content.title;
}

const writtenOf = ({ by, at }: StoredVersion) => ({ by, at: instantToIso(at) });
const positionOf = (content: Content) => ('position' in content ? content.position : 0);
const isHidden = (content: Content) => 'hidden' in content && content.hidden;

/** The words of the first page that are published; {}: none. */
export async function readPublishedWords(db: PortalDatabase): Promise<Record<string, string>> {
  const published = (await readPublished(db, 'landing')).get(landingKey);
  return published ? { ...published.content.words } : {};
}

/** Texts for customers: drafts, what is published, history (decision 0141). */
export function contentRoutes({ db }: Pick<PortalServices, 'db'>, builtIn: BuiltInTexts): Route[] {
  const builtInOf = ({ kind, key }: ContentName): Content | undefined =>
    kind === 'landing' ? (key === landingKey ? builtInLanding : undefined) : builtIn[kind].get(key);

  function documentOf(name: ContentName, versions: readonly StoredVersion[]): ContentDocument | undefined {
    const shipped = builtInOf(name);
    const draft = versions.find(({ state }) => state === 'draft');
    const [present, ...former] = versions.filter(({ state }) => state === 'published');
    if (shipped === undefined && !present && !draft) return undefined;
    return {
      ...name,
      published: present?.content ?? shipped ?? null,
      publishedBy: present ? writtenOf(present) : null,
      draft: draft ? { content: draft.content, ...writtenOf(draft) } : null,
      history: [
        ...former.map((version) => ({ content: version.content, ...writtenOf(version) })),
        ...(present && shipped ? [{ content: shipped, by: '', at: null }] : []),
      ],
      revision: versions[0]?.revision ?? 0,
    };
  }

  async function readDocument(database: PortalDatabase, name: ContentName) {
    return documentOf(name, await listVersions(database, name));
  }

  /** Changes a text in one transaction: of two editors at once the second sees what the first has written. */
  function change(
    name: ContentName,
    context: RequestContext,
    seenRevision: number,
    write: (
      transaction: PortalDatabase,
      present: ContentDocument | undefined,
      act: { by: string; at: ReturnType<RequestContext['clock']['now']>; revision: number },
    ) => Promise<CallResult<never> | undefined>,
  ): Promise<CallResult<{ document: ContentDocument }>> {
    return db.transaction().execute(async (transaction) => {
      const revision = await lockContent(transaction, name);
      if (revision !== seenRevision) return fail('management.changedMeanwhile');
      const present = await readDocument(transaction, name);
      const act = { by: context.session.identityId, at: context.clock.now(), revision: revision + 1 };
      const refused = await write(transaction, present, act);
      if (refused) return refused;
      const document = await readDocument(transaction, name);
      // A new text whose draft was dropped is gone.
      return document ? succeed({ document }) : fail('common.notFound');
    });
  }

  return [
    route(listContent, async () => {
      const versions = Map.groupBy(await listVersions(db, null), ({ kind, key }) => `${kind} ${key}`);
      const names = new Map<string, ContentName>([
        [`landing ${landingKey}`, { kind: 'landing', key: landingKey }],
      ]);
      for (const kind of ['article', 'law'] as const)
        for (const key of builtIn[kind].keys()) names.set(`${kind} ${key}`, { kind, key });
      for (const [id, [version]] of versions)
        if (version) names.set(id, { kind: version.kind, key: version.key });
      const items = [...names].flatMap(([id, name]) => {
        const own = versions.get(id) ?? [];
        const newest = own.find((version) => version.state !== 'dropped');
        const document = documentOf(name, own);
        const shown = document?.published ?? document?.draft?.content;
        if (document === undefined || shown == null) return [];
        const state = document.publishedBy ? 'published' : document.published ? 'builtIn' : 'new';
        return [
          {
            position: positionOf(shown),
            item: {
              ...name,
              title: titleOf(shown),
              state: state as 'builtIn' | 'published' | 'new',
              hasDraft: document.draft !== null,
              hidden: isHidden(shown),
              changed: newest ? writtenOf(newest) : null,
            },
          },
        ];
      });
      return succeed({
        items: items.toSorted((one, other) => one.position - other.position).map(({ item }) => item),
      });
    }),

    route(getContent, async ({ kind, key }) => {
      const document = await readDocument(db, { kind, key });
      return document ? succeed({ document }) : fail('common.notFound');
    }),

    route(saveContent, ({ key, content, revision }, context) => {
      const name = { kind: content.kind, key };
      if (content.kind === 'landing' && key !== landingKey)
        return Promise.resolve(failFields([{ path: 'key', code: 'field.invalid' }]));
      return change(name, context, revision, async (transaction, present, act) => {
        await upsertDraft(transaction, name, content, act);
        const before = present?.draft ? changedFields(present.draft.content, content) : { after: content };
        const subject = titleOf(content);
        await insertStaffChange(transaction, context, { subject, ...before }, act.at);
        return undefined;
      });
    }),

    route(publishContent, ({ kind, key, revision }, context) =>
      change({ kind, key }, context, revision, async (transaction, present, act) => {
        const draft = present?.draft;
        if (!draft || !(await endDraft(transaction, { kind, key }, 'published', act)))
          return fail('common.notFound');
        const changes = present.published
          ? changedFields(present.published, draft.content)
          : { after: draft.content };
        await insertStaffChange(
          transaction,
          context,
          { subject: titleOf(draft.content), ...changes },
          act.at,
        );
        return undefined;
      }),
    ),

    route(dropContent, ({ kind, key, revision }, context) =>
      change({ kind, key }, context, revision, async (transaction, present, act) => {
        const draft = present?.draft;
        if (!draft || !(await endDraft(transaction, { kind, key }, 'dropped', act)))
          return fail('common.notFound');
        const subject = titleOf(draft.content);
        await insertStaffChange(transaction, context, { subject, before: draft.content }, act.at);
        return undefined;
      }),
    ),

    route(readLandingWords, async () => succeed({ words: await readPublishedWords(db) }), { limit: 'tight' }),
  ];
}
