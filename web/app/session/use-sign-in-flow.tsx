import { useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { currentSession } from '#web/session/session-store.ts';
import type { SignInCallbacks } from '#web/session/sign-in.ts';
import { loadChunk } from '../loading/chunk-reload.ts';
import { takeWantedPage } from './wanted-page.ts';

/** Opens the page in `?return=`, or that of the link one came by, after sign-in; else the user's own cabinet. */
function useOpenCabinet(): () => void {
  const router = useRouter();
  const { return: requested } = useSearch({ strict: false });
  const go = (href: string) => {
    router.navigate({ href, replace: true }).catch(() => window.location.assign(href));
  };
  return () => {
    const type = currentSession().session?.type;
    if (!type) return;
    const own = `/cabinet/${type}`;
    const wanted = requested ?? takeWantedPage();
    if (wanted === undefined) return go(own);
    // Lazy: the list of pages is not part of the first load.
    import('./return-path.ts').then(
      ({ safeReturnPath }) => go(safeReturnPath(wanted, type) ?? own),
      () => go(own),
    );
  };
}

/** Callbacks for a sign-in form, and the second step when it is required. The step is lazy: few users see it. */
export function useSignInFlow(): { ends: SignInCallbacks; secondStep: ReactNode } {
  const onEntered = useOpenCabinet();
  const [secondStep, setSecondStep] = useState<ReactNode>();
  const ends: SignInCallbacks = {
    onEntered,
    onChallenge: async (challenge) => {
      const { SecondStep } = await loadChunk(
        () => import('#web/features/identity/second-factor/second-step.tsx'),
      );
      setSecondStep(
        <SecondStep
          key={challenge.challenge}
          challenge={challenge}
          onBack={() => setSecondStep(undefined)}
          {...ends}
        />,
      );
    },
  };
  return { ends, secondStep };
}
