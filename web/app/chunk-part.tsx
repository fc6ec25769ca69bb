import { type ReactNode, useEffect, useState } from 'react';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import type { Chunk } from './chunk.ts';
import { text } from './text.ts';

interface ChunkPartProps<Module> {
  chunk: Chunk<Module>;
  /** Placeholder with the height of the part, shown until its code is loaded. */
  waiting?: ReactNode;
  /** When false, loading is deferred. Default: load at once. */
  isDue?: boolean;
  /** Title of the message shown when loading fails. */
  failedTitle: string;
  children: (module: Module) => ReactNode;
}

/** Part of a page in a separate chunk. A load error affects this part only. */
export function ChunkPart<Module>(props: ChunkPartProps<Module>) {
  const { chunk, waiting = null, isDue = true, failedTitle, children } = props;
  const [module, setModule] = useState(chunk.known);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    if (module || !isDue) return;
    let isShown = true;
    // A task for each: to ask for the files of several parts at once blocks a slow phone.
    const timer = window.setTimeout(() => {
      chunk.load().then(
        (come) => isShown && setModule(() => come),
        () => isShown && setFailed(true),
      );
    });
    return () => {
      isShown = false;
      window.clearTimeout(timer);
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
        // Browsers cache a failed import until a reload; offline, a reload would lose the page.
        if (navigator.onLine) window.location.reload();
      }}
    />
  );
}
