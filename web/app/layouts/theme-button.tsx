import { toggleTheme } from '#web/session/theme.ts';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { text } from '../text.ts';

/** Theme toggle of the headers. */
export function ThemeButton() {
  return (
    <ThemeToggle
      toDarkLabel={text.themeToDark}
      toLightLabel={text.themeToLight}
      onToggle={() => {
        const toggles = document.activeElement?.parentElement;
        toggleTheme();
        toggles?.querySelectorAll('button').forEach((button) => {
          if (button.checkVisibility?.()) button.focus();
        });
      }}
    />
  );
}
