import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { connectSession } from '#web/lib/api.ts';
import { markBusy } from '#web/lib/busy-mark.ts';
import { clearPrefetched, prefetchAnswered, whenSettled } from '#web/lib/query/prefetch-call.ts';
import { sessionRefused } from '#web/session/session-end.ts';
import { currentSession, officeRead, startSession } from '#web/session/session-store.ts';
import { applyTheme } from '#web/session/theme.ts';
import { startDialogHistory } from '#web/ui/layout/dialog-history.ts';
import { reportUncaughtErrors } from './errors/report-uncaught-errors.ts';
import { prefetchLinksOnIdle } from './loading/link-prefetch.ts';
import { prefetchPage } from './loading/prefetch-page.ts';
import { createAppRouter } from './router.tsx';
import { keepSignedInState } from './session/signed-in-state.ts';
import { watchTransitions } from './view-transitions.ts';

/** The loading screen waits this long for the first data, to avoid flashing placeholders. */
const FIRST_DATA_MS = 100;

// Beside the page, which is drawn before a browser translates it.
void import('./page-translation.ts').then(({ supportPageTranslation }) => supportPageTranslation());
applyTheme();
startSession();
connectSession({
  token: () => currentSession().session?.token,
  onSessionRefused: (token, httpStatus) => {
    if (window.location.pathname !== '/') sessionRefused(token, httpStatus);
  },
});

watchTransitions();
reportUncaughtErrors();
startDialogHistory();
const router = createAppRouter();
// The document itself comes with the mark.
await markBusy(router.load());
await markBusy(prefetchAnswered(FIRST_DATA_MS));

void markBusy(new Promise((rendered) => router.subscribe('onRendered', rendered)));
const root = document.getElementById('root');
if (root) {
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  // A prerendered page is hydrated; after a redirect, or on a shell page, its markup is replaced.
  if (root.dataset.page === router.state.location.pathname) {
    // The router expects this on server-rendered markup.
    router.ssr = { manifest: undefined };
    hydrateRoot(root, app);
  } else {
    // A transition keeps the page responsive; the loading screen is visible until the page replaces it.
    startTransition(() => createRoot(root).render(app));
  }
}

router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
  if (!pathChanged) return;
  if (fromLocation) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  prefetchLinksOnIdle((path) => prefetchPage(router, path));
});
prefetchLinksOnIdle((path) => prefetchPage(router, path));
keepSignedInState(router);
whenSettled(() => {
  clearPrefetched();
  import('./read-office.ts').then(({ readOffice }) => readOffice()).catch(() => officeRead(''));
});
