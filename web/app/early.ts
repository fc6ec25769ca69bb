import { catchEarlySubmits } from '#web/lib/early-submit.ts';
import { readFirst } from '#web/session/first-reads.ts';
import { applyTheme } from '#web/session/theme.ts';
import { dropClosingSlash } from './closing-slash.ts';
import { sayFirstFacts } from './first-facts.ts';
import { startCodeAfter } from './start-code.ts';

// Runs in the head, before the page is painted and long before the app: an evening reader meets no white flash, and a
// form that is sent too early is not lost. What the page shows first is asked for before its code, and said at once.
dropClosingSlash(window.location, window.history);
applyTheme();
catchEarlySubmits();
const said = readFirst(window.location).map(({ path, data }) =>
  data.then((answer) => sayFirstFacts(path, answer)),
);
startCodeAfter(Promise.race([Promise.all(said), ...said.map(whenTrue)]));

/** Settles when the promise gives true, else never. */
function whenTrue(promise: Promise<boolean>): Promise<unknown> {
  return new Promise((resolve) => {
    promise.then((isSo) => isSo && resolve(isSo), resolve);
  });
}
