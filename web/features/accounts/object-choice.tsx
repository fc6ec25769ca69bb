import { Link } from '@tanstack/react-router';
import type { PersonAccount } from '#web/session/session-types.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { arrowRight, plus } from '#web/ui/icons.ts';
import styles from '#web/ui/tiles.module.css';
import { minSearched } from './object-filter.ts';
import { ObjectFinder } from './object-finder.tsx';
import { ObjectStateLine, useObjectStates } from './object-state.tsx';
import { text } from './text.ts';

/**
 * The objects of a person who has not chosen one: large tiles with the amount due and pending actions; the last tile
 * adds an object.
 */
export function ObjectChoice({ accounts }: { accounts: readonly PersonAccount[] }) {
  const { states, isPending } = useObjectStates(accounts.length > 0);
  const panes = (found: readonly PersonAccount[]) => (
    <ul className={styles.panes}>
      {found.map((item) => (
        <li key={item.account}>
          <Link to="/cabinet/person" search={{ account: item.account }} className={styles.pane}>
            <span className={styles.name}>
              {item.objectName}
              <Icon drawing={arrowRight} size={24} />
            </span>
            <span className={styles.account}>
              {text.account} {item.account}
            </span>
            <ObjectStateLine state={states.get(item.account)} isPending={isPending} />
          </Link>
        </li>
      ))}
      <li>
        <Link to="/cabinet/person/add-apart" className={classes(styles.pane, styles.addPane)}>
          <Icon drawing={plus} size={24} />
          {text.add}
        </Link>
      </li>
    </ul>
  );
  if (accounts.length < minSearched) return panes(accounts);
  return (
    <ObjectFinder accounts={accounts} states={states}>
      {panes}
    </ObjectFinder>
  );
}
