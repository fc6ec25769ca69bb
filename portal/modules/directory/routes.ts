import { listLaws, readGuide } from '#contract/directory.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { type ContentOf, readPublished } from '../content/public.ts';
import { builtInTexts, shippedAt } from './built-in-texts.ts';

type Audience = ContentOf<'article'>['audience'];

/** Whose articles a session reads: staff see what any customer sees. */
const audiencesOf: Readonly<Record<'person' | 'entity' | 'admin', readonly Audience[]>> = {
  person: ['everybody', 'person'],
  entity: ['everybody', 'entity'],
  admin: ['everybody', 'person', 'entity'],
};

interface Ordered {
  readonly position: number;
  readonly hidden: boolean;
}

/** The texts that are shown, in their order: published, else as they come with the product. */
function listShown<Text extends Ordered>(
  shipped: ReadonlyMap<string, Text>,
  published: ReadonlyMap<string, { readonly content: Text; readonly at: Instant }>,
) {
  const shown = new Map([...shipped].map(([key, content]) => [key, { key, content, updatedAt: shippedAt }]));
  for (const [key, { content, at }] of published)
    shown.set(key, { key, content, updatedAt: instantToIso(at) });
  return [...shown.values()]
    .filter(({ content }) => !content.hidden)
    .toSorted(
      (one, other) => one.content.position - other.content.position || (one.key < other.key ? -1 : 1),
    );
}

/** Guide and laws (product.md §5, §6). */
export function directoryRoutes({ db }: PortalServices): Route[] {
  return [
    route(readGuide, async (_, { session }) => {
      const articles = listShown(builtInTexts.article, await readPublished(db, 'article'));
      return succeed({
        articles: articles
          .filter(({ content }) => audiencesOf[session.type].includes(content.audience))
          .map(({ key, content: { title, lead, blocks }, updatedAt }) => ({
            slug: key,
            title,
            lead,
            blocks,
            updatedAt,
          })),
      });
    }),

    route(listLaws, async () => {
      const laws = listShown(builtInTexts.law, await readPublished(db, 'law'));
      return succeed({
        laws: laws.map(({ key, content: { title, number, date, url, about } }) => ({
          lawId: key,
          title,
          number,
          date,
          url,
          about,
        })),
      });
    }),
  ];
}
