import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import type { LandingWords } from '#contract/values/landing-words.template.ts';
import { text as balanceText } from '#web/features/balance/text.ts';
import { presetLandingWords } from '#web/features/landing/landing-words.ts';
import { type EarlyData, earlyData } from './early/early-data.ts';
import { createAppRouter } from './router.tsx';
import { text } from './text.ts';

/**
 * First screen of the cabinet while the app starts: a spinner, a text, and a hidden placeholder for early data, filled by
 * the script in the head.
 */
function LoadingScreen({ first }: { first?: EarlyData | undefined }) {
  return (
    <div className="loading-screen" role="status">
      <img src="/spinner.svg" width="72" height="72" alt="" />
      <p>{text.loading}</p>
      {first === 'balance' && (
        <div className="loading-facts" data-first={first} hidden>
          <p>{balanceText.toPay}</p>
          <p className="loading-sum" data-say="sum" />
        </div>
      )}
      {first === 'window' && (
        <div className="loading-facts" data-first={first} hidden>
          <p className="loading-title" data-say="title" />
          <p data-say="rest" />
        </div>
      )}
    </div>
  );
}

/**
 * Markup of a public page for a visitor who is not signed in. Built for Node and run by `prerender.ts`. `words`: what stands in place
 * of the words of the first page.
 */
export async function renderPage(path: string, words?: LandingWords): Promise<string> {
  presetLandingWords(words);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return renderToString(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

/** Markup of the loading screen of a page. */
export function renderLoading(path?: string): string {
  const first = Object.entries(earlyData).find(([page]) => page === path)?.[1].facts;
  return renderToString(<LoadingScreen first={first} />);
}
