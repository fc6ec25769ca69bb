import { listLaws, readGuide } from '#contract/directory.ts';
import { succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { type Audience, listArticles, listLaws as listKeptLaws } from './directory-store.ts';

/** Whose articles a session reads: staff see what any customer sees. */
const audiencesOf: Readonly<Record<'person' | 'entity' | 'admin', readonly Audience[]>> = {
  person: ['everybody', 'person'],
  entity: ['everybody', 'entity'],
  admin: ['everybody', 'person', 'entity'],
};

/** Guide and laws (product.md §5, §6). */
export function directoryRoutes({ db }: PortalServices): Route[] {
  return [
    route(readGuide, async (_, { session }) =>
      succeed({ articles: await listArticles(db, audiencesOf[session.type]) }),
    ),
    route(listLaws, async () => succeed({ laws: await listKeptLaws(db) })),
  ];
}
