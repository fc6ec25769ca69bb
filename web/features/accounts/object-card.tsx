import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  dropObject,
  type listObjects,
  maxObjectNameLength,
  renameObject,
} from '#contract/accounts/accounts.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { summaryOf } from '#web/lib/form/fields-form.tsx';
import { refusalOfFailure } from '#web/lib/form/form-problems.ts';
import { useForm } from '#web/lib/form/use-form.ts';
import { accountKey } from '#web/lib/query/account-query.ts';
import { useOpener } from '#web/lib/use-opener.ts';
import { accountsListed } from '#web/session/account-changes.ts';
import { currentSession } from '#web/session/session-store.ts';
import type { PersonAccount } from '#web/session/session-types.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { check } from '#web/ui/icons.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { objectsQuery } from './api.ts';
import dropObjectDialogStyles from './drop-object-dialog.module.css';
import { text } from './manage-text.ts';
import { ObjectAccess } from './object-access.tsx';
import styles from './object-card.module.css';
import { ObjectInfo } from './object-info.tsx';
import { text as objectsText } from './text.ts';
import { chooseObject, type OnDevice } from './use-objects.ts';

/** The result of a change; `gone`: the object was removed elsewhere in the meantime. */
type Changed = { kind: 'done'; accounts: readonly PersonAccount[] } | { kind: 'gone' } | Failed;
interface Failed {
  kind: 'failed';
  failure: ApiFailure;
}

async function keep(queries: QueryClient, now: OutputOf<typeof listObjects>): Promise<void> {
  // A list that was read before the change would replace it.
  await queries.cancelQueries({ queryKey: objectsQuery.queryKey });
  queries.setQueryData(objectsQuery.queryKey, now);
  accountsListed(now.accounts);
}

/**
 * Renames and removes objects. The list on the screen and the stored session follow the server's answer, so that
 * other tabs receive it too. Source: base specification, sections 4 and 7.
 */
function useObjectChanges() {
  const queries = useQueryClient();

  async function settle(result: Awaited<ReturnType<typeof callApi<typeof dropObject>>>): Promise<Changed> {
    if (result.ok) {
      await keep(queries, result.data);
      return { kind: 'done', accounts: result.data.accounts };
    }
    if (result.failure.httpStatus !== 404) return { kind: 'failed', failure: result.failure };
    await queries.fetchQuery({ ...objectsQuery, staleTime: 0 }).then(
      ({ accounts }) => accountsListed(accounts),
      () => undefined,
    );
    return { kind: 'gone' };
  }

  return {
    rename: async (account: string, name: string) =>
      settle(await callApi(renameObject, { account, new_name: name })),

    async drop(account: string): Promise<Changed> {
      const { partner, account: currAccount } = currentSession().person;
      const changed = await settle(await callApi(dropObject, { partner, account, currAccount }));
      // Cached data of the removed object must not be shown again.
      if (changed.kind !== 'failed') queries.removeQueries({ queryKey: accountKey(account) });
      return changed;
    },
  };
}

interface DropObjectDialogProps {
  item: PersonAccount;
  /** Data of the object that exists on this device only. */
  onDevice: OnDevice | undefined;
  open: boolean;
  onClose: () => void;
  /** Called after the removal with the number of objects left. */
  onDropped: (left: number) => void;
}

/** Confirms the removal of an object: names it and says what is lost and what is not. */
function DropObjectDialog({ item, onDevice, open, onClose, onDropped }: DropObjectDialogProps) {
  const { account, objectName: name, address } = item;
  const { drop } = useObjectChanges();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const label = onDevice?.loss ? text.dropWithLoss : text.drop;

  const close = () => {
    setFailure('');
    onClose();
  };
  const confirm = async () => {
    setFailure('');
    setBusy(true);
    const changed = await drop(account);
    setBusy(false);
    if (changed.kind === 'failed') return setFailure(changed.failure.message);
    // Device data that could not be deleted is reported on every page.
    onDevice?.clear().catch(() => undefined);
    showTip('good', changed.kind === 'gone' ? text.gone : formatText(text.dropped, { name }));
    onDropped(currentSession().person.accounts.length);
  };

  return (
    <Dialog
      open={open}
      title={text.dropTitle}
      closeLabel={text.close}
      onClose={close}
      actions={
        <>
          <Button
            kind="danger"
            busy={isBusy}
            onClick={() => {
              confirm().catch(() => undefined);
            }}
          >
            {isBusy ? text.dropping : label}
          </Button>
          <Button kind="plain" onClick={close}>
            {text.keep}
          </Button>
        </>
      }
    >
      <div className={dropObjectDialogStyles.words}>
        <div className={dropObjectDialogStyles.object}>
          <Text isStrong>{name}</Text>
          {name !== address && (
            <Text size="s" tone="quiet" isNumeric>
              {address}
            </Text>
          )}
          <Text size="s" tone="quiet" isNumeric>
            {formatText(text.dropAccount, { account })}
          </Text>
        </div>
        <p>{text.dropLost}</p>
        <p>
          <b>{text.dropKept}</b>
        </p>
        <p>{text.dropBack}</p>
        {onDevice?.loss}
        {failure && (
          <Notice kind="bad" live="alert">
            {failure}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

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
        items={summaryOf(form.refusal, [{ name: id, wanted: text.newNameHint }])}
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
