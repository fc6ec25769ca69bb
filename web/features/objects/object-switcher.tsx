import type { PersonAccount } from '#web/session/session-types.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './object-switcher.module.css';
import { text } from './text.ts';

interface ObjectSwitcherProps {
  accounts: readonly PersonAccount[];
  chosen: string;
  onChoose: (account: string) => void;
}

/** The chosen object in the header, to be changed in place; a native list, as phones show it best. */
export function ObjectSwitcher({ accounts, chosen, onChoose }: ObjectSwitcherProps) {
  return (
    <label className={styles.switcher}>
      <VisuallyHidden>{text.switcherLabel}</VisuallyHidden>
      <select value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {accounts.map((item) => (
          <option key={item.account} value={item.account}>
            {item.objectName} · {item.account}
          </option>
        ))}
      </select>
    </label>
  );
}
