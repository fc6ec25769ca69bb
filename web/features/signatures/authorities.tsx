import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import {
  type AuthorityProposal,
  addAuthorities,
  decideAuthorities,
  listAuthorities,
  maxAuthorityBytes,
  removeAuthority,
} from '#contract/signatures/authorities.ts';
import { callApi, queryApi, uploadFile } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showMoment } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { FileDrop } from '#web/ui/form/file-drop.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { authoritiesText as text } from './authorities-text.ts';
import styles from './records.module.css';

type List = OutputOf<typeof listAuthorities>;
type Authority = List['authorities'][number];

const listKey = ['authorities'] as const;
const noFilter = {};
const field = 'authorities-file';

const list = defineList({
  whole: () => ({
    queryKey: listKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => queryApi(listAuthorities, {}, { signal }),
  }),
  words: { loading: text.loading, failed: text.failed },
  caption: () => text.listTitle,
  empty: () => (
    <Notice kind="info" title={text.emptyTitle}>
      {text.empty}
    </Notice>
  ),
  rows: (pages: readonly List[]) => pages.flatMap(({ authorities }) => authorities),
  rowKey: ({ authorityId }) => authorityId,
  skeletonRows: 3,
});

/** The certificates that signatures are checked by: what there is, what is proposed to be added or trusted no longer. */
export function Authorities() {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Authority>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const take = ({ authorities, proposals }: Pick<List, 'authorities' | 'proposals'>) =>
    client.setQueryData<List>(listKey, (known) => known && { ...known, authorities, proposals });
  const close = () => {
    setAsked(undefined);
    setFailure(undefined);
  };
  const remove = async () => {
    if (asked === undefined) return;
    setBusy(true);
    const result = await callApi(removeAuthority, { authorityId: asked.authorityId });
    setBusy(false);
    if (!result.ok) return setFailure(result.failure);
    take(result.data);
    close();
    showTip('good', text.removalProposed);
  };
  return (
    <Stack gap="4">
      <Text tone="quiet">{text.lead}</Text>
      <AddForm onAdded={take} />
      <Stack as="section" gap="3" aria-labelledby="authorities-list">
        <Text as="h2" size="l" id="authorities-list">
          {text.listTitle}
        </Text>
        <RecordList
          list={list}
          context={undefined}
          filter={noFilter}
          gap="3"
          view={{
            className: styles.list,
            item: (authority) => <Item authority={authority} onRemove={() => setAsked(authority)} />,
          }}
        >
          {(last) => (
            <>
              {last?.isNetworkOn === false && (
                <Notice kind="info" title={text.networkOffTitle}>
                  {text.networkOff}
                </Notice>
              )}
              {last && last.proposals.length > 0 && <Proposals proposals={last.proposals} onDecided={take} />}
            </>
          )}
        </RecordList>
      </Stack>
      <Dialog
        open={asked !== undefined}
        title={text.removeTitle}
        closeLabel={text.close}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{text.cancel}</Button>
            <Button kind="danger" busy={busy} onClick={remove}>
              {text.remove}
            </Button>
          </>
        }
      >
        <Stack gap="2">
          <Text>{text.removeLead(asked?.name ?? '')}</Text>
          {failure && (
            <Notice kind="bad" live="alert">
              {failure.message}
            </Notice>
          )}
        </Stack>
      </Dialog>
    </Stack>
  );
}

interface ProposalsProps {
  proposals: readonly AuthorityProposal[];
  onDecided: (list: Pick<List, 'authorities' | 'proposals'>) => void;
}

/** What waits for a second owner. */
function Proposals({ proposals, onDecided }: ProposalsProps) {
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const decide = async (proposalId: string, decision: 'confirm' | 'withdraw') => {
    setBusy(proposalId + decision);
    setFailure(undefined);
    const result = await callApi(decideAuthorities, { proposalId, decision });
    setBusy(undefined);
    if (!result.ok) return setFailure(result.failure);
    onDecided(result.data);
    showTip('good', decision === 'confirm' ? text.confirmed : text.withdrawn);
  };
  return (
    <Card labelledBy="authorities-waiting">
      <Stack gap="2">
        <Text as="h3" id="authorities-waiting">
          {text.waiting}
        </Text>
        <ul className={styles.list}>
          {proposals.map(({ proposalId, kind, names, signedBy, author, proposedAt, isOwn }) => (
            <li key={proposalId} className={styles.item}>
              <div className={styles.words}>
                <p className={styles.name}>{text.proposalKinds[kind]}</p>
                <Text size="s">
                  <span className={styles.long}>{names.join('; ')}</span>
                </Text>
                <Text size="s" tone="quiet">
                  {text.proof(kind, signedBy)}
                </Text>
                <Text size="s" tone="quiet" isNumeric>
                  {text.proposedBy(author, showMoment(proposedAt))}
                </Text>
                {isOwn && <Text size="s">{text.ownProposal}</Text>}
              </div>
              <Row gap="2" align="center">
                {!isOwn && (
                  <Button
                    kind="ink"
                    busy={busy === `${proposalId}confirm`}
                    onClick={() => decide(proposalId, 'confirm')}
                  >
                    {text.confirm[kind]}
                  </Button>
                )}
                <Button
                  busy={busy === `${proposalId}withdraw`}
                  onClick={() => decide(proposalId, 'withdraw')}
                >
                  {text.withdraw}
                </Button>
              </Row>
            </li>
          ))}
        </ul>
        {failure && (
          <Notice kind="bad" live="alert">
            {failure.message}
          </Notice>
        )}
      </Stack>
    </Card>
  );
}

function AddForm({ onAdded }: { onAdded: (list: Pick<List, 'authorities' | 'proposals'>) => void }) {
  const isOnline = useOnline();
  const [file, setFile] = useState<File>();
  const [done, setDone] = useState<string>();
  // A new key empties the field after a file was added.
  const [sent, setSent] = useState(0);
  const fields: readonly FormField[] = [
    {
      name: field,
      wanted: text.fileWanted,
      check: () => {
        if (!file) return { code: 'field.required', text: text.fileWanted };
        return file.size <= maxAuthorityBytes
          ? undefined
          : { code: 'signature.fileTooLarge', text: text.tooLarge };
      },
      show: ({ id, name, error }) => (
        <FileDrop
          id={id}
          name={name}
          label={text.file}
          hint={text.fileHint}
          invitation={text.choose}
          accept=".cer,.crt,.pem,.p7b,.p7s,.json"
          error={error}
          disabled={!isOnline}
          onFile={setFile}
        />
      ),
    },
  ];
  return (
    <Card labelledBy="authorities-add">
      <Stack gap="3">
        <Text as="h2" size="l" id="authorities-add">
          {text.add}
        </Text>
        <FormStep
          key={sent}
          fields={fields}
          problems={text.problems}
          submit={text.send}
          busy={text.sending}
          send={async () => {
            if (!file) return undefined;
            setDone(undefined);
            const answer = await uploadFile(addAuthorities, {}, file);
            if (answer.ok) {
              onAdded(answer.data);
              setDone(text.proposed(answer.data));
              setFile(undefined);
              setSent(sent + 1);
              return undefined;
            }
            const { code, message } = answer.failure;
            if (!code.startsWith('signature.')) return answer.failure;
            return { fields: { [field]: { code, text: message } } };
          }}
        />
        {done !== undefined && (
          <Notice kind="good" live="status">
            {done}
          </Notice>
        )}
      </Stack>
    </Card>
  );
}

function stateOf({ removedAt, validTo }: Authority): { tone: StateTone; state: keyof typeof text.states } {
  if (removedAt !== null) return { tone: 'void', state: 'removed' };
  return Date.parse(validTo) < deviceNow()
    ? { tone: 'note', state: 'expired' }
    : { tone: 'good', state: 'trusted' };
}

const dayOf = (moment: string) => showMoment(moment).slice(0, 10);

function Item({ authority, onRemove }: { authority: Authority; onRemove: () => void }) {
  const { name, issuer, serial, isRoot, validFrom, validTo, ocspUrl, tspUrl, origin } = authority;
  const { tone, state } = stateOf(authority);
  const quiet = { size: 's', tone: 'quiet' } as const;
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <h3 className={styles.name}>{name}</h3>
        <Text {...quiet}>{isRoot ? text.root : text.issuer(issuer)}</Text>
        <Text {...quiet} isNumeric>
          {text.valid(dayOf(validFrom), dayOf(validTo))}
        </Text>
        <Text {...quiet} isNumeric>
          <span className={styles.long}>{text.serial(serial)}</span>
        </Text>
        {ocspUrl !== null && (
          <Text {...quiet}>
            <span className={styles.long}>{`${text.ocsp}: ${ocspUrl}`}</span>
          </Text>
        )}
        {tspUrl !== null && (
          <Text {...quiet}>
            <span className={styles.long}>{`${text.tsp}: ${tspUrl}`}</span>
          </Text>
        )}
        <Text {...quiet}>
          {text.addedBy(text.origins[origin], dayOf(authority.addedAt), authority.addedBy)}
        </Text>
        {state === 'expired' && <Text {...quiet}>{text.expiredHint}</Text>}
      </div>
      <Row gap="2" align="center">
        <StateMark tone={tone}>{text.states[state]}</StateMark>
        {state !== 'removed' && <Button onClick={onRemove}>{text.remove}</Button>}
      </Row>
    </li>
  );
}
