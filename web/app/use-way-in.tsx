import { type ReactNode, useState } from 'react';
import type { WayInEnds } from '#web/session/settle-coming-in.ts';
import { loadChunk } from './chunk-reload.ts';
import { useGoIn } from './use-go-in.ts';

/**
 * What a page of a way in gives its form; and, when it is asked for, the second step to be shown instead. The step comes
 * with its own part of the code: few people see it.
 */
export function useWayIn(): { ends: WayInEnds; secondStep: ReactNode } {
  const onEntered = useGoIn();
  const [secondStep, setSecondStep] = useState<ReactNode>();
  const ends: WayInEnds = {
    onEntered,
    onChallenge: async (challenge) => {
      const { SecondStep } = await loadChunk(() => import('#web/features/second-factor/second-step.tsx'));
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
