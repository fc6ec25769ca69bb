import { text as pageText } from '#web/app/text.ts';
import { bill, calculator, folder, guide, home, list, meter, settings } from '#web/ui/icons.ts';
import { text } from './text.ts';

/** A section of the cabinet. `all`: the beginning of the addresses of its pages, where it has several. */
export const personSections = [
  { to: '/cabinet/person', label: text.home, drawing: home, exact: true },
  { to: '/cabinet/person/indication', label: text.indication, drawing: meter },
  { to: '/cabinet/person/bills', label: text.bills, drawing: bill },
  { to: '/cabinet/person/calculation', label: pageText.pages.calculation, drawing: calculator },
  { to: '/cabinet/person/sub-book', label: pageText.pages.subBook, drawing: list },
  {
    to: '/cabinet/person/docs/reconciliations',
    all: '/cabinet/person/docs/',
    label: pageText.documents,
    drawing: folder,
  },
  {
    to: '/cabinet/person/directory/guide',
    all: '/cabinet/person/directory/',
    label: pageText.directory,
    drawing: guide,
  },
  {
    to: '/cabinet/person/settings/account',
    all: '/cabinet/person/settings/',
    label: text.account,
    drawing: settings,
  },
] as const;
