import { type ReactNode, useId } from 'react';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';

interface SettingsPartProps {
  title: string;
  lead: string;
  busy?: boolean;
  children: ReactNode;
}

/** One section of the page. */
export function SettingsPart({ title, lead, busy = false, children }: SettingsPartProps) {
  const id = useId();
  return (
    <Card labelledBy={id} busy={busy}>
      <Stack gap="3">
        <Stack gap="1">
          <Text as="h2" id={id} size="l">
            {title}
          </Text>
          <Text tone="quiet">{lead}</Text>
        </Stack>
        {children}
      </Stack>
    </Card>
  );
}
