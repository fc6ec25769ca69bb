import { applyTheme } from './theme.ts';

// Runs before the page is painted, so that an evening reader meets no white flash.
applyTheme();
