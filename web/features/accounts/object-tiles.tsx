import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PersonAccount } from '#web/session/session-types.ts';
import { plus } from '#web/ui/cabinet-icons.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { check } from '#web/ui/icons.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { ObjectFinder, ObjectStateLine, useObjectStates } from './object-choice.tsx';
import { minSearched } from './object-filter.ts';
import styles from './object-tiles.module.css';
import { text } from './text.ts';

interface ObjectTilesProps {
  /** Sorted by account number. */
  accounts: readonly PersonAccount[];
  chosen: string;
}

/** The objects of a person who has several; the chosen one is highlighted, the last tile adds an object. */
export function ObjectTiles({ accounts, chosen }: ObjectTilesProps) {
  const others = accounts.length > 1;
  const { states, isAwaited } = useObjectStates(others);
  const tiles = (found: readonly PersonAccount[]) => (
    <Tiles found={found} chosen={chosen}>
      {(account) => <ObjectStateLine state={states.get(account)} isAwaited={isAwaited} />}
    </Tiles>
  );
  return (
    <nav aria-label={text.myObjects} className={styles.objects}>
      {others && <h2>{text.myObjects}</h2>}
      {accounts.length < minSearched ? (
        tiles(others ? accounts : [])
      ) : (
        <ObjectFinder accounts={accounts} states={states}>
          {tiles}
        </ObjectFinder>
      )}
    </nav>
  );
}

interface TilesProps {
  found: readonly PersonAccount[];
  chosen: string;
  /** Renders the state of an account. */
  children: (account: string) => ReactNode;
}

function Tiles({ found, chosen, children }: TilesProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (chosen) showChosen(list.current);
  }, [chosen]);
  return (
    <ul className={styles.tiles} ref={list}>
      {found.map((item) => (
        <li key={item.account}>
          <Link
            to="/cabinet/person"
            search={{ account: item.account }}
            className={classes(styles.tile, item.account === chosen && styles.chosen)}
            aria-current={item.account === chosen ? 'true' : undefined}
          >
            <span className={styles.name}>
              {item.objectName}
              {item.account === chosen && (
                <>
                  <Icon drawing={check} />
                  <VisuallyHidden>{text.chosen}</VisuallyHidden>
                </>
              )}
            </span>
            <Text as="span" size="s" tone="quiet" isNumeric>
              {text.account} {item.account}
            </Text>
            {children(item.account)}
          </Link>
        </li>
      ))}
      <li>
        <Link to="/cabinet/person/add-apart" className={classes(styles.tile, styles.add)}>
          <Icon drawing={plus} size={24} />
          {text.add}
        </Link>
      </li>
    </ul>
  );
}

// On a phone the row scrolls: brings the chosen tile into view without scrolling the page.
function showChosen(list: HTMLUListElement | null): void {
  const tile = list?.querySelector<HTMLElement>(`.${styles.chosen}`)?.parentElement;
  if (list && tile)
    list.scrollLeft = tile.offsetLeft - list.offsetLeft - (list.clientWidth - tile.offsetWidth) / 2;
}
