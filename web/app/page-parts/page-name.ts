import { formatText } from '#contract/messages/format-text.ts';
import { findPage } from '#contract/pages.ts';
import { pageText } from '../page-text.ts';
import { ofEntity, pageNames } from './page-name-text.ts';

/** Name of a page for staff: its own or that of its tab; the path when it has neither. */
export function pageNameOf(path: string): string {
  const tab = findPage(path)?.tab as keyof typeof pageText.pages | undefined;
  const page = pageNames[path] ?? (tab && pageText.pages[tab]) ?? path;
  return path.startsWith('/cabinet/entity') ? formatText(ofEntity, { page }) : page;
}
