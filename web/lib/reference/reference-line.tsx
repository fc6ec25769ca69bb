import { CopyButton } from '#web/ui/copy-button.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { text } from './text.ts';

/** The number of an error, to be read aloud or copied. */
export function ReferenceLine({ reference }: { reference: string }) {
  return (
    <Stack gap="05">
      <Text tone="quiet">{text.reference}</Text>
      <Row gap="15" align="center">
        <Text isNumeric isStrong>
          {reference}
        </Text>
        <CopyReference reference={reference} />
      </Row>
      <Text size="s" tone="quiet">
        {text.referenceFor}
      </Text>
    </Stack>
  );
}

/** Copies the number of an error. */
export function CopyReference({ reference }: { reference: string }) {
  return <CopyButton value={reference} label={text.copy} copied={text.copied} failed={text.copyFailed} />;
}
