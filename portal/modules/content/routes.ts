import { readLandingWords } from '#contract/content/landing-words.ts';
import {
  type Content,
  type ContentDocument,
  dropContent,
  getContent,
  landingKey,
  listContent,
  publishContent,
  saveContent,
  withdrawContent,
} from '#contract/content.ts';
import { readLegalText } from '#contract/legal-texts.ts';
import { landingWords } from '#contract/values/landing-words.template.ts';
import { isLegalKey, type LegalKey, legalKeys } from '#contract/values/legal-keys.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
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
  withdrawVersion,
} from './content-store.ts';
import { shippedLegalTexts } from './legal-texts.template.ts';
import {
  type LegalContent,
  legalTextAt,
  legalTextsOf,
  legalVersionName,
  readLegalTexts,
} from './legal-texts.ts';

/** Texts that come with the product, by kind and key. */
export type BuiltInTexts = Readonly<Record<'article' | 'law', ReadonlyMap<string, Content>>>;

const builtInLanding: Content = { kind: 'landing', words: { ...landingWords } };

function titleOf(content: Content): string {
  return content.kind === 'landing' ? content.words.title : content.title;
}

function plannedFromOf({ planned: [first] }: ContentDocument): string | null {
  return first?.content.kind === 'legal' ? first.content.effectiveFrom : null;
}

const writtenOf = ({ by, at }: StoredVersion) => ({ by, at: instantToIso(at) });
const positionOf = (content: Content) => ('position' in content ? content.position : 0);
/** A legal text takes effect on a day that is not here yet: nobody has to know of it before it is shown. */
const isAhead = (content: Content, at: Instant) =>
  content.kind !== 'legal' || content.effectiveFrom > kyivDateOf(at);
const isHidden = (content: Content) => 'hidden' in content && content.hidden;

/** The words of the first page that are published; {}: none. */
export async function readPublishedWords(db: PortalDatabase): Promise<Record<string, string>> {
  const published = (await readPublished(db, 'landing')).get(landingKey);
  return published ? { ...published.content.words } : {};
}

/** Those published versions of a legal text that will take effect, the earliest first. */
function plannedOf(key: LegalKey, published: readonly StoredVersion[], at: Instant): StoredVersion[] {
  const versions = published.map(({ version, content }) => ({
    number: version,
    content: content as LegalContent,
  }));
  return legalTextsOf(key, versions).flatMap(({ number, content }) =>
    number > 0 && isAhead(content, at) ? published.filter(({ version }) => version === number) : [],
  );
}

/** Of other texts whatever is published counts. */
const isInForce = ({ content }: StoredVersion, at: Instant) =>
  content.kind !== 'legal' || !isAhead(content, at);

/** Texts for customers: drafts, what is published, history (decision 0141). */
export function contentRoutes({ db }: Pick<PortalServices, 'db'>, builtIn: BuiltInTexts): Route[] {
  function builtInOf({ kind, key }: ContentName): Content | undefined {
    if (kind === 'landing') return key === landingKey ? builtInLanding : undefined;
    if (kind === 'legal') return isLegalKey(key) ? shippedLegalTexts[key] : undefined;
    return builtIn[kind].get(key);
  }

  function documentOf(
    name: ContentName,
    versions: readonly StoredVersion[],
    at: Instant,
  ): ContentDocument | undefined {
    const shipped = builtInOf(name);
    const draft = versions.find(({ state }) => state === 'draft');
    const published = versions.filter(({ state }) => state === 'published');
    const planned = name.kind === 'legal' && isLegalKey(name.key) ? plannedOf(name.key, published, at) : [];
    const [present, ...former] = published.filter(
      (version) => isInForce(version, at) && !planned.includes(version),
    );
    if (shipped === undefined && !present && !draft) return undefined;
    return {
      ...name,
      published: present?.content ?? shipped ?? null,
      publishedBy: present ? writtenOf(present) : null,
      draft: draft ? { content: draft.content, ...writtenOf(draft) } : null,
      planned: planned.map((one) => ({ version: one.version, content: one.content, ...writtenOf(one) })),
      history: [
        ...former.map((version) => ({ content: version.content, ...writtenOf(version) })),
        ...(present && shipped ? [{ content: shipped, by: '', at: null }] : []),
      ],
      revision: Math.max(0, ...versions.map(({ revision }) => revision)),
    };
  }

  async function readDocument(database: PortalDatabase, name: ContentName, at: Instant) {
    return documentOf(name, await listVersions(database, name), at);
  }

  /**
   * Changes a text in one transaction: of two editors at once the second sees what the first has written. A new text that was dropped
   * is gone, and begins anew under the same key.
   */
  function change(
    name: ContentName,
    context: RequestContext,
    seenRevision: number,
    write: (
      transaction: PortalDatabase,
      present: ContentDocument | undefined,
      act: { by: string; at: ReturnType<RequestContext['clock']['now']>; revision: number },
    ) => Promise<CallResult<never> | undefined>,
  ): Promise<CallResult<{ document: ContentDocument | null }>> {
    return db.transaction().execute(async (transaction) => {
      const revision = await lockContent(transaction, name);
      const act = { by: context.session.identityId, at: context.clock.now(), revision: revision + 1 };
      const present = await readDocument(transaction, name, act.at);
      if (seenRevision !== (present?.revision ?? 0)) return fail('management.changedMeanwhile');
      const refused = await write(transaction, present, act);
      if (refused) return refused;
      return succeed({ document: (await readDocument(transaction, name, act.at)) ?? null });
    });
  }

  /** The same for what leaves the text there. */
  async function changeKept(
    ...args: Parameters<typeof change>
  ): Promise<CallResult<{ document: ContentDocument }>> {
    const result = await change(...args);
    if (result.kind !== 'success') return result;
    const { document } = result.fields;
    return document ? succeed({ document }) : fail('common.notFound');
  }

  return [
    route(listContent, async (_, { clock }) => {
      const at = clock.now();
      const versions = Map.groupBy(await listVersions(db, null), ({ kind, key }) => `${kind} ${key}`);
      const names = new Map<string, ContentName>([
        [`landing ${landingKey}`, { kind: 'landing', key: landingKey }],
      ]);
      for (const kind of ['article', 'law'] as const)
        for (const key of builtIn[kind].keys()) names.set(`${kind} ${key}`, { kind, key });
      for (const key of legalKeys) names.set(`legal ${key}`, { kind: 'legal', key });
      for (const [id, [version]] of versions)
        if (version) names.set(id, { kind: version.kind, key: version.key });
      const items = [...names].flatMap(([id, name]) => {
        const own = versions.get(id) ?? [];
        const newest = own.find((version) => version.state !== 'dropped');
        const document = documentOf(name, own, at);
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
              plannedFrom: plannedFromOf(document),
              changed: newest ? writtenOf(newest) : null,
            },
          },
        ];
      });
      return succeed({
        items: items.toSorted((one, other) => one.position - other.position).map(({ item }) => item),
      });
    }),

    route(getContent, async ({ kind, key }, { clock }) => {
      const document = await readDocument(db, { kind, key }, clock.now());
      return document ? succeed({ document }) : fail('common.notFound');
    }),

    route(saveContent, ({ key, content, revision }, context) => {
      const name = { kind: content.kind, key };
      if (content.kind === 'landing' && key !== landingKey)
        return Promise.resolve(failFields([{ path: 'key', code: 'field.invalid' }]));
      if (content.kind === 'legal' && !isLegalKey(key))
        return Promise.resolve(failFields([{ path: 'key', code: 'field.invalid' }]));
      if (!isAhead(content, context.clock.now()))
        return Promise.resolve(failFields([{ path: 'content.effectiveFrom', code: 'content.notAhead' }]));
      return changeKept(name, context, revision, async (transaction, present, act) => {
        await upsertDraft(transaction, name, content, act);
        const before = present?.draft ? changedFields(present.draft.content, content) : { after: content };
        const subject = titleOf(content);
        await insertStaffChange(transaction, context, { subject, ...before }, act.at);
        return undefined;
      });
    }),

    route(publishContent, ({ kind, key, revision }, context) =>
      changeKept({ kind, key }, context, revision, async (transaction, present, act) => {
        const draft = present?.draft;
        if (draft && !isAhead(draft.content, act.at)) return fail('content.notAhead');
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

    route(withdrawContent, ({ key, version, revision }, context) => {
      const name = { kind: 'legal', key } as const;
      return changeKept(name, context, revision, async (transaction, present, act) => {
        const planned = present?.planned.find((one) => one.version === version);
        if (!planned || !(await withdrawVersion(transaction, name, version, act)))
          return fail('common.notFound');
        const subject = titleOf(planned.content);
        await insertStaffChange(transaction, context, { subject, before: planned.content }, act.at);
        return undefined;
      });
    }),

    route(
      readLegalText,
      async ({ key, version }, { clock }) => {
        const versions = (await readLegalTexts(db))[key];
        const present = legalTextAt(versions, clock.now());
        const spanOf = ({ number, from, until }: (typeof versions)[number]) => ({
          version: legalVersionName(number),
          from,
          until,
        });
        const shown =
          version === undefined
            ? present
            : versions.find(({ number }) => legalVersionName(number) === version);
        if (shown === undefined) return fail('common.notFound');
        const { title, summary, blocks } = shown.content;
        return succeed({
          text: { ...spanOf(shown), title, summary, blocks },
          present: legalVersionName(present.number),
          versions: versions.map(spanOf).toReversed(),
        });
      },
      { limit: 'tight' },
    ),

    route(readLandingWords, async () => succeed({ words: await readPublishedWords(db) }), { limit: 'tight' }),
  ];
}
