import { exportPersonalData } from '#contract/personal-data.ts';
import { downloadFile, saveFile } from '#web/lib/api.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { FileButtons } from '#web/ui/file-buttons.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { text } from './text.ts';

const words = text.archive;
const TITLE = 'personal-data-archive';

async function saveArchive(): Promise<string | undefined> {
  const file = await downloadFile(exportPersonalData, {});
  if (!file.ok) return file.failure.message;
  saveFile(file.data);
  return undefined;
}

/** Everything that the supplier keeps of the person, in one archive. */
export function ArchiveCard() {
  const isOnline = useOnline();
  return (
    <Card labelledBy={TITLE}>
      <Stack gap="3">
        <Stack gap="1">
          <Text as="h2" id={TITLE} size="l">
            {words.title}
          </Text>
          <Text tone="quiet">{words.lead}</Text>
        </Stack>
        {!isOnline && (
          <Text role="status" size="s" tone="quiet">
            {words.offline}
          </Text>
        )}
        <FileButtons
          label={words.group}
          labels={{ zip: words.save }}
          busyLabel={words.busy}
          disabled={!isOnline}
          onPick={saveArchive}
        />
        <Text size="s" tone="quiet">
          {words.note}
        </Text>
      </Stack>
    </Card>
  );
}
