import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { changeRules, undoRules } from '#contract/rules.ts';
import type { RuleKey, RuleValue } from '#domain/rules/rule-definitions.ts';
import { type RuleGroup, ruleGroups, ruleWords } from '#domain/rules/rule-words.template.ts';
import { type ApiResult, callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import {
  changesOfRefusal,
  DatedSections,
  InForceGroup,
  InForceRow,
  UndoForm,
} from '#web/lib/dated-changes/dated-changes.tsx';
import { showMoment } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { newRequestId } from '#web/lib/request-id.ts';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { type ChangedRule, type RuleChange, type Rules, rulesQuery } from './api.ts';
import { RuleForm } from './rule-form.tsx';
import { plannedValuesOf, rulesOf, shownChange, showRuleValue } from './rule-values.ts';
import { text } from './text.ts';

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
  const planned = rules.changes.filter(({ state }) => state === 'planned');
  const inForce = new Map<RuleKey, RuleValue>(rules.inForce.map(({ rule, value }) => [rule, value]));
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
    setConflict(changesOfRefusal(failure));
    return failure;
  }

  return (
    <>
      <DatedSections
        name="rules"
        inForce={text.inForce}
        noHistory={text.noHistory}
        changes={rules.changes}
        {...shownChange}
        {...(mayChange && { onUndo: (change: RuleChange) => setOpen({ kind: 'undo', change }) })}
      >
        {ruleGroups.map((group) => (
          <InForceGroup
            key={group.key}
            id={`rules-${group.key}`}
            title={group.title}
            {...(mayChange && {
              onChange: () => setOpen({ kind: 'change', group, requestId: newRequestId() }),
            })}
            more={group.key === 'calendar' && <OtherCalendar />}
          >
            {rulesOf(group).map((rule) => (
              <RuleRow key={rule} rule={rule} value={inForce.get(rule)} planned={planned} />
            ))}
          </InForceGroup>
        ))}
      </DatedSections>
      <Dialog open={open !== undefined} title={titleOf(open)} closeLabel={text.close} onClose={close}>
        {open?.kind === 'change' && (
          <RuleForm
            group={open.group}
            inForce={inForce}
            planned={planned}
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

/** What these holidays are for, and where the other calendar is. */
function OtherCalendar() {
  return (
    <Text size="s" tone="quiet">
      {text.holidaysAreFor} <Link to="/cabinet/admin/management/service-terms">{text.otherCalendar}</Link>
    </Text>
  );
}

interface RuleRowProps {
  rule: RuleKey;
  value: RuleValue | undefined;
  planned: readonly RuleChange[];
}

function RuleRow({ rule, value, planned }: RuleRowProps) {
  const { name, about } = ruleWords[rule];
  return (
    <InForceRow
      name={name}
      about={about}
      value={value === undefined ? undefined : showRuleValue(rule, value)}
      next={plannedValuesOf(rule, planned)}
    />
  );
}
