import type { PersonAccount } from '#web/session/session-types.ts';
import { Icon } from '#web/ui/icon.tsx';
import { chevronDown } from '#web/ui/icons.ts';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import styles from './object-switcher.module.css';
import { text } from './text.ts';

/**
 * A short label of an object: the person's own name for it, else its address with the town last, because the objects
 * of one person are mostly in one town.
 */
export function objectLabel({ objectName, address }: { objectName: string; address: string }): string {
  if (objectName !== address) return objectName;
  const [town, ...rest] = address.split(', ');
  // Without a street the house number alone would mean nothing.
  return rest.length > 1 ? [...rest, town].join(', ') : address;
}

interface ObjectSwitcherProps {
  accounts: readonly PersonAccount[];
  chosen: string;
  onChoose: (account: string) => void;
}

/**
 * The select of the current object in the header; a native select suits phones best. It is transparent and covers two
 * lines of text, so that a phone that truncates a long address still shows the whole account number.
 */
export function ObjectSwitcher({ accounts, chosen, onChoose }: ObjectSwitcherProps) {
  const current = accounts.find(({ account }) => account === chosen);
  return (
    <label className={styles.switcher}>
      <VisuallyHidden>{text.switcherLabel}</VisuallyHidden>
      <span className={styles.shown} aria-hidden="true">
        <span className={styles.name}>{current && objectLabel(current)}</span>
        <span className={styles.account}>{chosen}</span>
      </span>
      <Icon drawing={chevronDown} size={16} />
      <select value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {accounts.map((item) => (
          <option key={item.account} value={item.account}>
            {objectLabel(item)} · {item.account}
          </option>
        ))}
      </select>
      {/* The select is transparent, and with it its own ring. */}
      <span className={styles.ring} />
    </label>
  );
}
