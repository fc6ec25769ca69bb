import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { firstFacts } from './first-facts.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { createAppRouter } from './router.tsx';

/** The markup of a public page as the app would show it to a stranger. Built for Node and run by `prerender.ts`. */
export async function renderPage(path: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return renderToString(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

/** The markup of the loading screen of a page. */
export function renderLoading(path?: string): string {
  const first = Object.entries(firstFacts).find(([page]) => page === path)?.[1].facts;
  return renderToString(<LoadingScreen first={first} />);
}
