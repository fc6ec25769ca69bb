import { loadTheme, saveTheme, type ThemeChoice } from './persisted-state.ts';

/** Sets the theme that was chosen on this device; without a choice the system's is followed. */
export function applyTheme(theme: ThemeChoice | undefined = loadTheme()): void {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/** The theme that is seen now. */
function shownTheme(): ThemeChoice {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** From light to dark and back; a choice that equals the system's is forgotten, so that the system is followed again. */
export function toggleTheme(): ThemeChoice {
  const next = shownTheme() === 'dark' ? 'light' : 'dark';
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const choice = next === system ? undefined : next;
  saveTheme(choice);
  applyTheme(choice);
  return next;
}
