import type { PersonAccount } from '#web/session/session-types.ts';
import { Icon } from '#web/ui/icon.tsx';
import { arrowRight, check } from '#web/ui/icons.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import styles from '#web/ui/layout/tiles.module.css';
import { text } from './text.ts';

interface AccountTilesProps {
  /** Sorted by account number. */
  accounts: readonly PersonAccount[];
  /** '' when none is chosen. */
  chosen: string;
  onChoose: (account: string) => void;
}

/** The accounts of an entity as large tiles with address and number; the chosen one is marked. */
export function AccountTiles({ accounts, chosen, onChoose }: AccountTilesProps) {
  return (
    <ul className={styles.panes}>
      {accounts.map(({ account, address, objectName }) => (
        <li key={account}>
          <button
            type="button"
            className={styles.pane}
            aria-current={account === chosen ? 'true' : undefined}
            onClick={() => onChoose(account)}
          >
            <span className={styles.name}>
              {objectName || address}
              <Icon drawing={account === chosen ? check : arrowRight} size={24} />
            </span>
            {objectName !== '' && objectName !== address && (
              <Text as="span" size="s" tone="quiet" isNumeric>
                {address}
              </Text>
            )}
            <Text as="span" size="s" tone="quiet" isNumeric>
              {text.account} {account}
              {account === chosen && ` · ${text.chosen}`}
            </Text>
          </button>
        </li>
      ))}
    </ul>
  );
}
