import { singleFlight } from '#platform/single-flight.ts';
import { loadChunk } from './chunk-reload.ts';

/** Code that is loaded separately from the page that uses it. */
export interface Chunk<Module> {
  /** The loaded module; undefined before that. */
  known(): Module | undefined;
  /** Loads it once; after a failure the next call retries, and may reload the page (`loadChunk`). */
  load(): Promise<Module>;
  /** Loads it ahead. A failure is ignored and never reloads the page. */
  prefetch(): void;
}

/** Declares a lazily loaded part, at module level: `chunk(() => import('./part.tsx'))`. */
export function chunk<Module>(fetchCode: () => Promise<Module>): Chunk<Module> {
  let module: Module | undefined;
  const loading = singleFlight(async () => {
    module ??= await loadChunk(fetchCode);
    return module;
  });
  return {
    known: () => module,
    load: loading.run,
    prefetch() {
      if (module || loading.current()) return;
      fetchCode().then(
        (come) => {
          module = come;
        },
        () => undefined,
      );
    },
  };
}
