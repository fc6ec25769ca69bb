import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showMoment } from '#web/lib/format.ts';
import { QueryFailure } from '#web/lib/query/query-part.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { objectsQuery } from './api.ts';
import { text } from './manage-text.ts';
import { ObjectCard } from './object-card.tsx';
import styles from './objects-manager.module.css';
import { type OnDevice, useObjects } from './use-objects.ts';

interface ObjectsManagerProps {
  /** The link to the page that adds an object. */
  addLink: ReactNode;
  /** Data of an object that exists on this device only. */
  onDeviceOf: (account: string) => OnDevice | undefined;
  /** Called when the last object was removed. */
  onEmpty: () => void;
}

/** The objects of a person, each with rename, choose, remove and details. Source: product.md §5 (settings). */
export function ObjectsManager({ addLink, onDeviceOf, onEmpty }: ObjectsManagerProps) {
  const { accounts, chosen } = useObjects();
  const places = useSessionStore(({ person }) => person.places);
  const query = useQuery(objectsQuery);
  const isOnline = useOnline();
  const list = useRef<HTMLUListElement>(null);

  const dropped = (left: number) => {
    // The pressed button disappears with its object: the focus moves to the list.
    if (left > 0) list.current?.focus();
    else onEmpty();
  };

  return (
    <div className={styles.manager}>
      <Text tone="quiet">{text.lead}</Text>
      {accounts.length > 1 && (
        <p>{formatText(text.counts, { accounts: accounts.length, places: places.length })}</p>
      )}
      {!isOnline && <p className={styles.offline}>{text.offline}</p>}
      {isOnline && <QueryFailure query={query} title={text.listFailed} />}
      <ul className={styles.list} ref={list} tabIndex={-1} aria-label={text.list}>
        {accounts.map((item) => (
          <ObjectCard
            key={item.account}
            item={item}
            isChosen={item.account === chosen?.account}
            isOffline={!isOnline}
            onDevice={onDeviceOf(item.account)}
            onDropped={dropped}
          />
        ))}
      </ul>
      {query.data?.waiting?.map(({ account, until }) => (
        <Notice key={account} kind="info">
          {formatText(text.waits, { account, until: showMoment(until) })}
        </Notice>
      ))}
      {addLink}
    </div>
  );
}
