import type { RequestContext } from '#portal/http/route.ts';

/** What a call knows that needs no session. */
export type PublicContext = Omit<RequestContext, 'session'>;
