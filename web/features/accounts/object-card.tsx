import { useEffect, useRef, useState } from 'react';
import { maxObjectNameLength } from '#contract/accounts/accounts.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { refusalOfFailure, summaryOf } from '#web/lib/form-problems.ts';
import { useForm } from '#web/lib/use-form.ts';
import { useOpener } from '#web/lib/use-opener.ts';
import type { PersonAccount } from '#web/session/session-types.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classes } from '#web/ui/classes.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { check } from '#web/ui/icons.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { showTip } from '#web/ui/tips.ts';
import { chooseObject } from './choose-object.ts';
import { DropObjectDialog } from './drop-object-dialog.tsx';
import { text } from './manage-text.ts';
import { ObjectAccess } from './object-access.tsx';
import styles from './object-card.module.css';
import { useObjectChanges } from './object-changes.ts';
import { ObjectInfo } from './object-info.tsx';
import type { OnDevice } from './on-device.ts';
import { text as objectsText } from './text.ts';

interface RenameFormProps {
  item: PersonAccount;
  onClose: () => void;
}

/** The form to rename an object; Escape cancels. */
function RenameForm({ item, onClose }: RenameFormProps) {
  const { account, objectName, address } = item;
  const { rename } = useObjectChanges();
  const id = `name-${account}`;
  const form = useForm(async (value) => {
    const name = value('new_name').trim();
    const changed = await rename(account, name);
    if (changed.kind === 'failed') {
      const refusal = refusalOfFailure(changed.failure);
      const { new_name: problem, ...fields } = refusal.fields;
      return { ...refusal, fields: problem ? { ...fields, [id]: problem } : fields };
    }
    if (changed.kind === 'gone') showTip('bad', text.gone);
    else showTip('good', name ? formatText(text.renamed, { name }) : text.addressAgain);
    onClose();
    return undefined;
  });
  const { ref } = form.formProps;
  const isFocused = useRef(false);
  useEffect(() => {
    if (isFocused.current) return;
    isFocused.current = true;
    ref.current?.querySelector('input')?.select();
  }, [ref]);

  return (
    <form
      className={styles.rename}
      {...form.formProps}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <ErrorSummary
        title={text.problems}
        items={summaryOf(form.refusal, { [id]: text.newNameHint })}
        attempt={form.attempt}
      />
      <TextField
        id={id}
        name="new_name"
        label={text.newName}
        hint={text.newNameHint}
        error={form.errorOf(id)}
        defaultValue={objectName === address ? '' : objectName}
        placeholder={address}
        maxLength={maxObjectNameLength}
        autoComplete="off"
      />
      <div className={styles.actions}>
        <Button kind="ink" type="submit" busy={form.busy}>
          {form.busy ? text.saving : text.save}
        </Button>
        <Button kind="plain" onClick={onClose}>
          {text.cancel}
        </Button>
      </div>
    </form>
  );
}

interface ObjectCardProps {
  item: PersonAccount;
  isChosen: boolean;
  /** Without a network nothing can be changed. */
  isOffline: boolean;
  /** Data of the object that exists on this device only. */
  onDevice: OnDevice | undefined;
  /** Called after the removal with the number of objects left. */
  onDropped: (left: number) => void;
}

/** One object: its name with in-place rename, its number, address and actions. */
export function ObjectCard({ item, isChosen, isOffline, onDevice, onDropped }: ObjectCardProps) {
  const { account, objectName: name, address } = item;
  const { isOpen: isRenaming, buttonId, open, close } = useOpener();
  const [isDialogOpen, setDialogOpen] = useState(false);
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
                onClick={() => setDialogOpen(true)}
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
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        onDropped={onDropped}
      />
    </li>
  );
}
