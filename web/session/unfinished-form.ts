import type { KeptForm } from '#web/lib/form/steps/step-table.ts';
import { loadOfTab, saveOfTab } from './persisted-state.ts';

/** Keeps these fields of a form of steps over a reload of its tab; never name a password or a code. */
export const unfinishedForm = (as: string, ...fields: string[]): KeptForm => ({
  as,
  fields,
  memory: { read: () => loadOfTab('form'), write: (text) => saveOfTab('form', text) },
});
