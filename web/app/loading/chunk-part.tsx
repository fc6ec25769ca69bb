import { type ReactNode, useEffect, useState } from 'react';
import { ApiError, localFailure } from '#web/lib/api-failure.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import type { Chunk } from './chunk.ts';

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

  const query = {
    data: module,
    error: hasFailed ? new ApiError(localFailure('common.network')) : null,
    isFetching: false,
    // Browsers cache a failed import until a reload; offline, a reload would lose the page.
    refetch: () => navigator.onLine && window.location.reload(),
  };
  return (
    <QueryPart query={query} failed={failedTitle} skeleton={waiting}>
      {children}
    </QueryPart>
  );
}
