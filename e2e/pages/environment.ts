import { builtinEnvironments } from 'vitest/runtime';

/** happy-dom for modules that are resolved as the server's are: the server runs in the same process as the pages. */
export default { ...builtinEnvironments['happy-dom'], name: 'cabinet-pages', viteEnvironment: 'ssr' };
