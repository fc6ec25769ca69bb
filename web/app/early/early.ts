import { catchEarlySubmits } from '#web/lib/form/early-submit.ts';
import { readFirst } from '#web/session/first-reads.ts';
import { applyTheme } from '#web/session/theme.ts';
import { deferScripts } from './defer-scripts.ts';
import { renderEarlyData } from './early-data.ts';
import { dropTrailingSlash } from './trailing-slash.ts';

// Runs in the head, before the first paint and before the app: sets the theme without a white flash, queues forms that
// are submitted early, and requests and renders the first data of the page before its code loads.
dropTrailingSlash(window.location, window.history);
applyTheme();
catchEarlySubmits();
const rendered = readFirst(window.location).map(({ path, data }) =>
  data.then((answer) => renderEarlyData(path, answer)),
);
deferScripts(Promise.race([Promise.all(rendered), ...rendered.map(whenTrue)]));

/** Resolves when the promise resolves to true; else never settles. */
function whenTrue(promise: Promise<boolean>): Promise<unknown> {
  return new Promise((resolve) => {
    promise.then((isSo) => isSo && resolve(isSo), resolve);
  });
}
