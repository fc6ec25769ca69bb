import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { connectSession } from '#web/lib/api.ts';
import { earlyAnswered, forgetEarly } from '#web/lib/early-call.ts';
import { whenSettled } from '#web/lib/prefetch-when-idle.ts';
import { sessionRefused } from '#web/session/session-end.ts';
import { currentSession, officeRead, startSession } from '#web/session/session-store.ts';
import { applyTheme } from '#web/session/theme.ts';
import { prefetchLinksOnIdle } from './link-prefetch.ts';
import { prefetchPage } from './prefetch-page.ts';
import { reportFaults } from './report-faults.ts';
import { createAppRouter } from './router.tsx';
import { keepSignedInState } from './signed-in-state.ts';
import { hearTransitions } from './view-transitions.ts';

/** So long the loading screen waits for the first data, rather than have placeholders flash. */
const FIRST_DATA_MS = 100;

applyTheme();
startSession();
connectSession({
  token: () => currentSession().session?.token,
  onSessionRefused: (token, httpStatus) => {
    if (window.location.pathname !== '/') sessionRefused(token, httpStatus);
  },
});

hearTransitions();
reportFaults();
const router = createAppRouter();
await router.load();
await earlyAnswered(FIRST_DATA_MS);

const root = document.getElementById('root');
if (root) {
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  // A prerendered page is taken over as it stands; when a guard led elsewhere, or the page is a shell, it is replaced.
  if (root.dataset.page === router.state.location.pathname) {
    // The mark by which the router expects markup made on a server.
    router.ssr = { manifest: undefined };
    hydrateRoot(root, app);
  } else {
    // In steps that let a press through; the loading screen stands until the page takes its place.
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
  forgetEarly();
  import('./read-office.ts').then(({ readOffice }) => readOffice()).catch(() => officeRead(''));
});
