import { loadChunk } from './chunk-reload.ts';

/** Code that comes apart from the page that uses it. */
export interface Chunk<Module> {
  /** What has come already; undefined: not yet. */
  known(): Module | undefined;
  /** Fetches it once; after a failure the next call tries again, and may reload the page (`loadChunk`). */
  load(): Promise<Module>;
  /** Fetches it ahead. That it fails harms nothing yet, and never reloads the page. */
  prefetch(): void;
}

/** A part of a page whose code is fetched apart: `chunk(() => import('./part.tsx'))`, made once beside the component. */
export function chunk<Module>(fetchCode: () => Promise<Module>): Chunk<Module> {
  let module: Module | undefined;
  let coming: Promise<Module> | undefined;
  return {
    known: () => module,
    load() {
      coming ??= loadChunk(fetchCode).then(
        (come) => {
          module = come;
          return come;
        },
        (error) => {
          coming = undefined;
          throw error;
        },
      );
      return coming;
    },
    prefetch() {
      if (module || coming) return;
      fetchCode().then(
        (come) => {
          module = come;
        },
        () => undefined,
      );
    },
  };
}
