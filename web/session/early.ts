import { catchEarlySubmits } from '#web/lib/early-submit.ts';
import { readFirst } from './first-reads.ts';
import { applyTheme } from './theme.ts';

// Runs in the head, before the page is painted and long before the app: an evening reader meets no white flash, and a
// form that is sent too early is not lost. What the page shows first is asked for beside its code.
applyTheme();
catchEarlySubmits();
readFirst(window.location);
