import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { ApiResult } from '#web/lib/api.ts';
import { showDate, showMoment } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Text } from '#web/ui/layout/stack.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import rows from '../person-rows.module.css';
import { SettingsCard } from '../settings/settings-card.tsx';
import {
  type Person,
  peopleChanged,
  peopleQuery,
  sendAccess,
  sendEnd,
  sendInvitation,
  sendInvitationAgain,
} from './api.ts';
import { PersonForm } from './person-form.tsx';
import { text } from './text.ts';

const noFilter = {};

const peopleList = defineList({
  whole: () => peopleQuery,
  words: { loading: text.loading, failed: text.peopleFailed },
  caption: () => text.people,
  empty: () => null,
  rows: (pages) => pages.flatMap(({ people }) => people),
  rowKey: ({ personId }) => personId,
  shown: () => '',
  folded: {
    isFolded: ({ state }) => state === 'ended',
    summary: (n) => formatText(text.endedPeople, { n }),
    caption: text.people,
  },
  skeletonRows: 3,
});

const tones: Readonly<Record<Person['state'], StateTone>> = {
  active: 'good',
  invited: 'wait',
  expired: 'bad',
  ended: 'void',
};

type Open = { kind: 'invite' } | { kind: 'change' | 'end'; person: Person };

/** The people of the company: who has which role and objects; invited, changed and ended here. */
export function PeopleList() {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const person = open && 'person' in open ? open.person : undefined;

  async function done(call: Promise<ApiResult<{ people: Person[] }>>, words: string) {
    const result = await withMinimumDelay(call);
    if (!result.ok) return result.failure;
    peopleChanged(client, result.data);
    close();
    showTip('good', words);
    return undefined;
  }

  async function resend({ personId, email }: Person) {
    const failure = await done(sendInvitationAgain(personId), formatText(text.invited, { email }));
    if (failure) showTip('bad', failure.message);
  }

  return (
    <SettingsCard title={text.people} lead={text.peopleLead}>
      <div>
        <Button kind="ink" onClick={() => setOpen({ kind: 'invite' })}>
          {text.invite}
        </Button>
      </div>
      <RecordList
        list={peopleList}
        context=""
        filter={noFilter}
        view={{
          className: rows.list,
          item: (one) => (
            <PersonRow
              person={one}
              onChange={() => setOpen({ kind: 'change', person: one })}
              onEnd={() => setOpen({ kind: 'end', person: one })}
              onResend={() => resend(one)}
            />
          ),
        }}
      />
      <Dialog
        open={open?.kind === 'invite' || open?.kind === 'change'}
        title={person ? formatText(text.changeTitle, { name: person.name }) : text.inviteTitle}
        closeLabel={text.close}
        onClose={close}
      >
        {open?.kind === 'invite' && (
          <PersonForm
            onCancel={close}
            send={(access, { name, email }) =>
              done(sendInvitation({ ...access, name, email }), formatText(text.invited, { email }))
            }
          />
        )}
        {open?.kind === 'change' && (
          <PersonForm
            key={open.person.personId}
            person={open.person}
            onCancel={close}
            send={(access) => done(sendAccess(open.person.personId, access), text.changed)}
          />
        )}
      </Dialog>
      <EndDialog
        person={open?.kind === 'end' ? open.person : undefined}
        onClose={close}
        onEnd={({ personId, state }) =>
          done(sendEnd(personId), state === 'active' ? text.endDone : text.withdrawDone)
        }
      />
    </SettingsCard>
  );
}

/** What a person sees, in a few words. */
function objectsWords({ objects }: Person): string {
  if (objects.kind === 'all') return text.allObjects;
  return objects.kind === 'accounts'
    ? formatText(text.someAccounts, { n: objects.accounts.length })
    : formatText(text.onePoint, { n: objects.points.length });
}

function useWords({ state, isContract, lastUsedAt, expiresAt, endedAt }: Person): string {
  const dayOf = (iso: string | null) => showDate(kyivDateOf(instantFromIso(iso ?? '')));
  if (state === 'ended') return formatText(text.ended, { date: dayOf(endedAt) });
  if (state === 'invited') return formatText(text.invitedUntil, { date: dayOf(expiresAt) });
  if (state === 'expired') return text.expired;
  if (lastUsedAt === null) return isContract ? '' : text.neverUsed;
  return formatText(text.lastUsed, { moment: showMoment(lastUsedAt) });
}

interface PersonRowProps {
  person: Person;
  onChange: () => void;
  onEnd: () => void;
  onResend: () => Promise<void>;
}

function PersonRow({ person, onChange, onEnd, onResend }: PersonRowProps) {
  const [isBusy, setBusy] = useState(false);
  const { name, email, role, state, isContract, isYou, uniqueCode } = person;
  const lastUse = useWords(person);
  const shownName = name || email || text.contract;
  const endWords = state === 'active' ? text.endShort : text.withdrawShort;
  const labelOf = (words: string) => formatText(text.wordsOf, { words, name: shownName });
  const mayChange = !isContract && !isYou && state !== 'ended';
  return (
    <li className={rows.person}>
      <div className={rows.facts}>
        <div>
          <p className={rows.name}>
            <span>{shownName}</span>
            {isYou && <span className={rows.badge}>{text.you}</span>}
            <span className={rows.state}>
              <StateMark tone={tones[state]}>{text.states[state]}</StateMark>
            </span>
          </p>
          {email !== '' && email !== shownName && (
            <Text size="s" tone="quiet">
              {email}
            </Text>
          )}
          {lastUse !== '' && (
            <Text size="s" tone="quiet" isNumeric>
              {lastUse}
            </Text>
          )}
        </div>
        <div>
          <Text>
            {text.roles[role]}, {objectsWords(person)}
          </Text>
          {isContract && (
            <Text size="s" tone="quiet">
              {text.contractNote}
            </Text>
          )}
          {uniqueCode !== null && state === 'active' && (
            <Text size="s" tone="quiet" isNumeric>
              {formatText(text.code, { code: uniqueCode })}
            </Text>
          )}
        </div>
      </div>
      {mayChange && (
        <Row gap="1">
          {state === 'active' ? (
            <Button aria-label={labelOf(text.change)} onClick={onChange}>
              {text.change}
            </Button>
          ) : (
            <Button
              data-changes
              busy={isBusy}
              aria-label={labelOf(text.resend)}
              onClick={() => {
                setBusy(true);
                onResend()
                  .catch(() => undefined)
                  .finally(() => setBusy(false));
              }}
            >
              {text.resend}
            </Button>
          )}
          <Button kind="plain" aria-label={labelOf(endWords)} onClick={onEnd}>
            {endWords}
          </Button>
        </Row>
      )}
    </li>
  );
}

interface EndDialogProps {
  person: Person | undefined;
  onClose: () => void;
  onEnd: (person: Person) => Promise<{ message: string } | undefined>;
}

/** Says what happens when access ends, and asks. */
function EndDialog({ person, onClose, onEnd }: EndDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const isActive = person?.state === 'active';
  const end = async () => {
    if (!person || isBusy) return;
    setBusy(true);
    setFailure('');
    const refused = await onEnd(person).catch(() => undefined);
    setBusy(false);
    if (refused) setFailure(refused.message);
  };
  return (
    <Dialog
      open={person !== undefined}
      title={formatText(isActive ? text.endTitle : text.withdrawTitle, { name: person?.name ?? '' })}
      closeLabel={text.close}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" busy={isBusy} onClick={() => void end()}>
            {isActive ? text.end : text.withdraw}
          </Button>
          <Button kind="plain" onClick={onClose}>
            {text.cancel}
          </Button>
        </>
      }
    >
      <p>{isActive ? text.endLead : text.withdrawLead}</p>
      {failure && (
        <Notice kind="bad" live="alert">
          {failure}
        </Notice>
      )}
    </Dialog>
  );
}
