import { useState } from 'react';
import {
  exportOwnData,
  isOwnDataFile,
  type OwnDataFormat,
  type OwnDataPart,
  ownDataFormats,
  ownDataParts,
} from '#contract/data-export.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { downloadFile, saveFile } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { type PeriodChoice, periodChoices, rangeOf } from '#web/lib/list/period-buttons.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { FileButtons } from '#web/ui/file-buttons.tsx';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import styles from './own-data-panel.module.css';
import { text } from './text.ts';

interface OwnDataPanelProps {
  account: string;
  /** The customer's name for the object. */
  objectName: string;
}

type What = OwnDataPart | 'all';

/** Every part of the customer's own data with its download formats. */
export function OwnDataPanel({ account, objectName }: OwnDataPanelProps) {
  const isOnline = useOnline();
  const [choice, setChoice] = useState<PeriodChoice>('all');
  const keep = async (what: What, format: OwnDataFormat) => {
    const range = rangeOf(choice, kyivDateOf(deviceNow()));
    const file = await downloadFile(exportOwnData, { account, what, format, ...range });
    if (!file.ok) return file.failure.message;
    saveFile(file.data);
  };
  const tables = ownDataFormats.filter((format) => format !== 'greenButton');
  const parts: { what: What; title: string; about: string; formats: readonly OwnDataFormat[] }[] = [
    ...ownDataParts.map((what) => ({ what, ...text.parts[what], formats: tables })),
    { what: 'all', ...text.all, formats: tables.filter((format) => isOwnDataFile('all', format)) },
    { what: 'consumption', ...text.green, formats: ['greenButton'] },
  ];
  return (
    <Card labelledBy="own-data">
      <Stack gap="3">
        <Stack gap="1">
          <Text as="h2" id="own-data" size="l">
            {text.title}
          </Text>
          <p className={styles.quiet}>{text.lead}</p>
          <p className={styles.object}>{formatText(text.object, { object: objectName, account })}</p>
        </Stack>
        <ChoiceButtons
          label={text.period}
          choices={periodChoices.map((value) => ({ value, label: text.periods[value] }))}
          chosen={choice}
          onChoose={setChoice}
        />
        {!isOnline && (
          <Text role="status" size="s" tone="quiet">
            {text.offline}
          </Text>
        )}
        <ul className={styles.parts}>
          {parts.map(({ what, title, about, formats }) => (
            <li key={title} className={styles.part}>
              <div>
                <h3 className={styles.name}>{title}</h3>
                <p className={styles.about}>{about}</p>
              </div>
              <FileButtons
                label={formatText(text.files, { what: title })}
                labels={
                  Object.fromEntries(formats.map((format) => [format, text.formats[format]])) as Record<
                    OwnDataFormat,
                    string
                  >
                }
                busyLabel={text.busy}
                disabled={!isOnline}
                onPick={(format) => keep(what, format)}
              />
            </li>
          ))}
        </ul>
        <p className={styles.about}>{text.formatsNote}</p>
      </Stack>
    </Card>
  );
}
