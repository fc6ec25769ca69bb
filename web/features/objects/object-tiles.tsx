import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { PersonAccount } from '#web/session/session-types.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { check, plus } from '#web/ui/icons.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './object-tiles.module.css';
import { text } from './text.ts';

interface ObjectTilesProps {
  /** Sorted by account number. */
  accounts: readonly PersonAccount[];
  chosen: string;
}

/** The objects of a person who has several; the chosen one stands out, and the last tile adds another. */
export function ObjectTiles({ accounts, chosen }: ObjectTilesProps) {
  const list = useRef<HTMLUListElement>(null);
  const others = accounts.length > 1;
  useEffect(() => {
    if (chosen) showChosen(list.current);
  }, [chosen]);
  return (
    <nav aria-label={text.myObjects} className={styles.objects}>
      {others && <h2>{text.myObjects}</h2>}
      <ul className={styles.tiles} ref={list}>
        {(others ? accounts : []).map((item) => (
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
              <span className={styles.account}>
                {text.account} {item.account}
              </span>
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
    </nav>
  );
}

// On a phone the row slides: the chosen pane is brought into sight without moving the page.
function showChosen(list: HTMLUListElement | null): void {
  const tile = list?.querySelector<HTMLElement>(`.${styles.chosen}`)?.parentElement;
  if (list && tile)
    list.scrollLeft = tile.offsetLeft - list.offsetLeft - (list.clientWidth - tile.offsetWidth) / 2;
}
