import * as react from 'react';

/** The one field of React's own state that is used here. */
interface ReactInternals {
  recentlyCreatedOwnerStacks: number;
}

const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const internals = (react as unknown as Record<string, ReactInternals | undefined>)[name];
if (!internals) throw new Error(`React has no ${name} any more: remove this file, or find its new name`);

// React keeps a stack for each of the first ten thousand elements of a second, for warnings: a seventh of the time of a page test.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
});
