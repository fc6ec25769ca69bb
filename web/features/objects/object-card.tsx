import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { useOpener } from '#web/lib/use-opener.ts';
import type { PersonAccount } from '#web/session/session-types.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { check } from '#web/ui/icons.ts';
import { showTip } from '#web/ui/tips.ts';
import { chooseObject } from './choose-object.ts';
import { DropObjectDialog } from './drop-object-dialog.tsx';
import { text } from './manage-text.ts';
import { ObjectAccess } from './object-access.tsx';
import styles from './object-card.module.css';
import { ObjectInfo } from './object-info.tsx';
import type { OnDevice } from './on-device.ts';
import { RenameForm } from './rename-form.tsx';
import { text as objectsText } from './text.ts';

interface ObjectCardProps {
  item: PersonAccount;
  isChosen: boolean;
  /** Without a network nothing can be changed. */
  isOffline: boolean;
  /** What of it is on this device alone. */
  onDevice: OnDevice | undefined;
  /** It was removed; this many are left. */
  onDropped: (left: number) => void;
}

/** One object: its name to be changed in place, its number and address, and what can be done with it. */
export function ObjectCard({ item, isChosen, isOffline, onDevice, onDropped }: ObjectCardProps) {
  const { account, objectName: name, address } = item;
  const { isOpen: isRenaming, buttonId, open, close } = useOpener();
  const [isAsking, setAsking] = useState(false);
  const heading = `object-${account}`;

  const choose = () => {
    chooseObject(account)
      .then(() => document.getElementById(heading)?.focus())
      .catch(() => undefined);
    showTip('good', formatText(text.chosenNow, { name }));
  };

  return (
    <li className={styles.item}>
      <Card labelledBy={heading}>
        <div className={styles.card}>
          <div className={styles.head}>
            <div className={styles.names}>
              <h2 id={heading} tabIndex={-1} className={styles.name}>
                {name}
              </h2>
              <p className={styles.quiet}>
                {name !== address && <span className={styles.address}>{address}</span>}
                <span className={styles.number}>
                  {objectsText.account} {account}
                </span>
              </p>
            </div>
            {isChosen && (
              <span className={classes(styles.badge, styles.chosen)}>
                <Icon drawing={check} size={16} />
                {text.chosen}
              </span>
            )}
            {item.greenTarif && <span className={styles.badge}>{text.green}</span>}
          </div>
          {isRenaming ? (
            <RenameForm item={item} onClose={close} />
          ) : (
            <div className={styles.actions}>
              {!isChosen && (
                <Button
                  disabled={isOffline}
                  aria-label={formatText(text.chooseOf, { name })}
                  onClick={choose}
                >
                  {text.choose}
                </Button>
              )}
              <Button
                id={buttonId}
                disabled={isOffline}
                aria-label={formatText(text.renameOf, { name })}
                onClick={open}
              >
                {text.rename}
              </Button>
              <Button
                kind="plain"
                disabled={isOffline}
                aria-label={formatText(text.dropOf, { name })}
                onClick={() => setAsking(true)}
              >
                {text.drop}
              </Button>
            </div>
          )}
          <ObjectInfo account={account} />
          <ObjectAccess account={account} />
        </div>
      </Card>
      <DropObjectDialog
        item={item}
        onDevice={onDevice}
        open={isAsking}
        onClose={() => setAsking(false)}
        onDropped={onDropped}
      />
    </li>
  );
}
