import { type ReactNode, useEffect, useState } from 'react';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import type { Chunk } from './chunk.ts';
import { text } from './text.ts';

interface ChunkPartProps<Module> {
  chunk: Chunk<Module>;
  /** Holds the place of the part, with the height of it, until its code has come. */
  waiting?: ReactNode;
  /** Whether its turn has come; until then nothing is fetched. Absent: at once. */
  isDue?: boolean;
  /** What could not be shown. */
  failedTitle: string;
  children: (module: Module) => ReactNode;
}

/** A part of a page whose code comes apart. Code that does not come fails this part alone. */
export function ChunkPart<Module>(props: ChunkPartProps<Module>) {
  const { chunk, waiting = null, isDue = true, failedTitle, children } = props;
  const [module, setModule] = useState(chunk.known);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    if (module || !isDue) return;
    let isShown = true;
    chunk.load().then(
      (come) => isShown && setModule(() => come),
      () => isShown && setFailed(true),
    );
    return () => {
      isShown = false;
    };
  }, [chunk, module, isDue]);

  if (module) return children(module);
  if (!hasFailed) return waiting;
  return (
    <FailedPart
      title={failedTitle}
      message={commonMessages['common.network']}
      retryLabel={text.retry}
      retrying={false}
      onRetry={() => {
        // Browsers keep a failed import until the page is read anew; without a network that would lose the page.
        if (navigator.onLine) window.location.reload();
      }}
    />
  );
}
