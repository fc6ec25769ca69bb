import type { ModuleHandler } from './module-handler.ts';

/** Every function module of the built-in back end with its handler. */
export const allHandlers: readonly ModuleHandler[] = [];
