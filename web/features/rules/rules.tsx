import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { changeRules, undoRules } from '#contract/rules.ts';
import type { RuleKey, RuleValue } from '#domain/rules/rule-definitions.ts';
import { type RuleGroup, ruleGroups, ruleWords } from '#domain/rules/rule-words.template.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { type ApiResult, callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showDate, showMoment } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { newRequestId } from '#web/lib/request-id.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { type ChangedRule, type RuleChange, type Rules, rulesQuery } from './api.ts';
import { ChangeList } from './change-list.tsx';
import { RuleForm } from './rule-form.tsx';
import { rulesOf, showRuleValue } from './rule-values.ts';
import styles from './rules.module.css';
import { text } from './text.ts';

/** Most past changes of an answer. */
const maxShown = 100;

/** The rules in force, planned and past; changed and undone by who may. */
export function RulesSection({ mayChange }: { mayChange: boolean }) {
  return (
    <Stack gap="3">
      <Text tone="quiet">{text.lead}</Text>
      <QueryPart
        query={useQuery(rulesQuery)}
        failed={text.failed}
        skeleton={<RowsSkeleton label={text.loading} rows={8} />}
      >
        {(rules) => <RulesView rules={rules} mayChange={mayChange} />}
      </QueryPart>
    </Stack>
  );
}

type Open = { kind: 'change'; group: RuleGroup; requestId: string } | { kind: 'undo'; change: RuleChange };

function RulesView({ rules, mayChange }: { rules: Rules; mayChange: boolean }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const [conflict, setConflict] = useState<readonly RuleChange[]>([]);
  const inForce = new Map<RuleKey, RuleValue>(rules.inForce.map(({ rule, value }) => [rule, value]));
  const planned = rules.changes.filter(({ state }) => state === 'planned');
  const past = rules.changes.filter(({ state }) => state !== 'planned');
  const close = () => {
    setOpen(undefined);
    setConflict([]);
  };

  async function done(call: Promise<ApiResult<Rules>>, words: string): Promise<ApiFailure | undefined> {
    const result = await call;
    if (!result.ok) return result.failure;
    client.setQueryData(rulesQuery.queryKey, result.data);
    close();
    showTip('good', words);
    return undefined;
  }

  async function save(requestId: string, values: ChangedRule[], validFrom: string, reason: string) {
    const { revision } = rules;
    const failure = await done(
      callApi(changeRules, { values, validFrom, revision, reason, requestId }),
      text.saved,
    );
    if (failure?.code !== 'rules.changedMeanwhile') return failure;
    // The form goes on with what is there now, and says whose change that is.
    await client.refetchQueries(rulesQuery);
    setConflict(changesOf(failure.details));
    return failure;
  }

  return (
    <>
      <section className={styles.part} aria-labelledby="rules-planned">
        <h2 id="rules-planned">{text.planned}</h2>
        {planned.length === 0 ? (
          <Text tone="quiet">{text.noPlanned}</Text>
        ) : (
          <ChangeList
            changes={planned}
            {...(mayChange && { onUndo: (change: RuleChange) => setOpen({ kind: 'undo', change }) })}
          />
        )}
      </section>
      <section className={styles.part} aria-labelledby="rules-in-force">
        <h2 id="rules-in-force">{text.inForce}</h2>
        <div className={styles.groups}>
          {ruleGroups.map((group) => (
            <section key={group.key} className={styles.group} aria-labelledby={`rules-${group.key}`}>
              <div className={styles.head}>
                <h3 id={`rules-${group.key}`}>{group.title}</h3>
                {mayChange && (
                  <Button
                    kind="plain"
                    aria-label={formatText(text.changeOf, { words: text.change, group: group.title })}
                    onClick={() => setOpen({ kind: 'change', group, requestId: newRequestId() })}
                  >
                    {text.change}
                  </Button>
                )}
              </div>
              <dl className={styles.rules}>
                {rulesOf(group).map((rule) => (
                  <RuleRow key={rule} rule={rule} value={inForce.get(rule)} planned={planned} />
                ))}
              </dl>
            </section>
          ))}
        </div>
      </section>
      <section className={styles.part} aria-labelledby="rules-history">
        <h2 id="rules-history">{text.history}</h2>
        {past.length === 0 ? <Text tone="quiet">{text.noHistory}</Text> : <ChangeList changes={past} />}
        {past.length >= maxShown && <Text tone="quiet">{formatText(text.newest, { n: maxShown })}</Text>}
      </section>
      <Dialog open={open !== undefined} title={titleOf(open)} closeLabel={text.close} onClose={close}>
        {open?.kind === 'change' && (
          <RuleForm
            group={open.group}
            inForce={inForce}
            conflict={conflict}
            save={(values, validFrom, reason) => save(open.requestId, values, validFrom, reason)}
            onCancel={close}
          />
        )}
        {open?.kind === 'undo' && (
          <UndoForm
            send={(reason) =>
              done(callApi(undoRules, { changeId: open.change.changeId, reason }), text.undone)
            }
            onCancel={close}
          />
        )}
      </Dialog>
    </>
  );
}

function titleOf(open: Open | undefined): string {
  if (open === undefined) return text.title;
  if (open.kind === 'change') return formatText(text.formTitle, { group: open.group.title });
  return formatText(text.undoTitle, { date: showMoment(open.change.validFrom) });
}

/** The changes that a refusal tells of; none: it tells of nothing that can be shown. */
function changesOf(details: unknown): readonly RuleChange[] {
  const changes: unknown =
    typeof details === 'object' && details !== null ? Reflect.get(details, 'changes') : undefined;
  return Array.isArray(changes) ? (changes as RuleChange[]) : [];
}

interface RuleRowProps {
  rule: RuleKey;
  value: RuleValue | undefined;
  planned: readonly RuleChange[];
}

function RuleRow({ rule, value, planned }: RuleRowProps) {
  const { name, about } = ruleWords[rule];
  const next = planned.flatMap(({ changeId, validFrom, values }) =>
    values.filter((one) => one.rule === rule).map(({ after }) => ({ changeId, validFrom, after })),
  );
  return (
    <div className={styles.rule}>
      <dt>
        {name}
        {about && <span className={styles.about}>{about}</span>}
      </dt>
      <dd>
        {value !== undefined && showRuleValue(rule, value)}
        {next.map(({ changeId, validFrom, after }) => (
          <span key={changeId} className={styles.next}>
            {formatText(text.willBe, {
              value: showRuleValue(rule, after),
              date: showDate(kyivDateOf(instantFromIso(validFrom))),
            })}
          </span>
        ))}
      </dd>
    </div>
  );
}

function UndoForm({
  send,
  onCancel,
}: {
  send: (reason: string) => Promise<ApiFailure | undefined>;
  onCancel: () => void;
}) {
  return (
    <Stack gap="2">
      <p>{text.undoLead}</p>
      <FormStep
        fields={[
          {
            name: 'reason',
            wanted: text.wanted.reason,
            read: (typed) => typed.trim(),
            check: (typed) => (typed.length < 3 ? { code: 'field.required' } : undefined),
            show: ({ required: _, ...control }) => (
              <TextField
                {...control}
                label={text.reason}
                hint={text.reasonHint}
                maxLength={300}
                autoComplete="off"
              />
            ),
          },
        ]}
        problems={text.problems}
        submit={text.undo}
        busy={text.undoing}
        kind="danger"
        takesFocus
        send={(value) => send(value('reason'))}
        actions={withCancel(text.cancel, onCancel)}
      />
    </Stack>
  );
}
