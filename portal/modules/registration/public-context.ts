import type { RequestContext } from '#portal/http/route.ts';

/** What a public call knows of itself: there is no session. */
export type PublicContext = Omit<RequestContext, 'session'>;
