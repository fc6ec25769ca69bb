import { useEffect, useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { answerLegalText, listNewLegalTexts } from '#contract/legal-texts.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { legalPath } from '#contract/values/legal-keys.ts';
import { callApi } from '#web/lib/api.ts';
import { showDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { text } from './text.ts';

type NewText = OutputOf<typeof listNewLegalTexts>['texts'][number];

/**
 * Tells a customer, once after the cabinet was opened, what has changed in the legal texts, one text after another. An answer is kept by
 * the server; who puts it off is told when the cabinet is opened the next time. What can't be asked now is asked then.
 */
export function NewLegalTexts() {
  const [texts, setTexts] = useState<readonly NewText[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    callApi(listNewLegalTexts, {}, { signal: controller.signal }).then(
      (result) => {
        if (result.ok) setTexts(result.data.texts);
      },
      () => undefined,
    );
    return () => controller.abort();
  }, []);
  const [first] = texts;
  return first && <NewText key={first.key} text={first} onEnd={() => setTexts((all) => all.slice(1))} />;
}

function NewText({ text: shown, onEnd }: { text: NewText; onEnd: () => void }) {
  const { key, title, version, asksConsent, changes } = shown;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function answer() {
    setBusy(true);
    const result = await callApi(answerLegalText, { key, version });
    setBusy(false);
    if (result.ok) onEnd();
    else setProblem(result.failure.message);
  }
  return (
    <Dialog
      open
      title={formatText(text.newTitle, { title })}
      closeLabel={text.close}
      onClose={onEnd}
      actions={
        <>
          <Button data-changes kind="ink" busy={isBusy} onClick={answer}>
            {asksConsent ? text.agree : text.understood}
          </Button>
          {asksConsent && <Button onClick={onEnd}>{text.later}</Button>}
        </>
      }
    >
      <Stack gap="2">
        {problem && (
          <Notice kind="bad" live="alert">
            {problem}
          </Notice>
        )}
        <p>{asksConsent ? text.newConsentLead : text.newLead}</p>
        {changes.map(({ from, summary }) => (
          <Stack key={`${from} ${summary}`} gap="05">
            <Text isStrong>{formatText(text.change, { from: showDate(from) })}</Text>
            <p>{summary}</p>
          </Stack>
        ))}
        <p>
          <a href={legalPath(key)} target="_blank" rel="noreferrer">
            {text.read}
          </a>
        </p>
      </Stack>
    </Dialog>
  );
}
