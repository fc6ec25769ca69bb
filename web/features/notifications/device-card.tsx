import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { notificationsQuery } from './api.ts';
import styles from './device-card.module.css';
import {
  type DeviceState,
  readDeviceState,
  type TurnOnResult,
  turnOffHere,
  turnOnHere,
} from './push-device.ts';
import { SettingsPart } from './settings-part.tsx';
import { text } from './text.ts';

/** Maximum wait for the push state in ms; after it push counts as off, because the content below waits for it. */
const ANSWER_TIMEOUT_MS = 3000;

/** The push state of this browser; undefined while loading. Read again when the page becomes visible. */
function useDeviceState(): [DeviceState | undefined, (state: DeviceState) => void] {
  const [state, setState] = useState<DeviceState>();
  useEffect(() => {
    let isUnmounted = false;
    const read = () => {
      const late = new Promise<DeviceState>((resolve) => setTimeout(() => resolve('off'), ANSWER_TIMEOUT_MS));
      Promise.race([readDeviceState(), late])
        .catch((): DeviceState => 'unsupported')
        .then((found) => !isUnmounted && setState(found))
        .catch(() => undefined);
    };
    read();
    window.addEventListener('focus', read);
    return () => {
      isUnmounted = true;
      window.removeEventListener('focus', read);
    };
  }, []);
  return [state, setState];
}

/** Whether this browser shows push notifications, with a switch or the reason why it can't. */
export function DeviceCard() {
  const [state, setState] = useDeviceState();
  const isSwitch = state === 'on' || state === 'off';
  return (
    <SettingsPart title={text.device} lead={text.deviceLead} busy={state === undefined}>
      {state === undefined && (
        <div className={styles.waiting}>
          <Skeleton shape="short" />
          <VisuallyHidden>{text.deviceChecking}</VisuallyHidden>
        </div>
      )}
      {isSwitch && <DeviceSwitch isOn={state === 'on'} onState={setState} />}
      {state !== undefined && !isSwitch && (
        <Notice kind={state === 'denied' ? 'warn' : 'info'} title={text[state]} live="status">
          {text[`${state}Text`]}
        </Notice>
      )}
    </SettingsPart>
  );
}

/** The failure text of an attempt; undefined where the state shows it. */
function problemTextOf(turned: TurnOnResult): string {
  if (turned.kind === 'refused') return turned.failure.message;
  return turned.kind === 'dismissed' || turned.kind === 'browserFailed' ? text[turned.kind] : '';
}

function DeviceSwitch({ isOn, onState }: { isOn: boolean; onState: (state: DeviceState) => void }) {
  const client = useQueryClient();
  const { data } = useQuery(notificationsQuery);
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const counted = (devices: number) =>
    client.setQueryData(notificationsQuery.queryKey, (known) => known && { ...known, devices });

  const turnOn = async (pushKey: string) => {
    const turned = await turnOnHere(pushKey);
    setProblem(problemTextOf(turned));
    if (turned.kind === 'denied') onState('denied');
    if (turned.kind !== 'on') return;
    counted(turned.devices);
    onState('on');
    showTip('good', text.turnedOn);
  };
  const turnOff = async () => {
    const turned = await turnOffHere();
    if ('failure' in turned) return setProblem(turned.failure.message);
    if (turned.devices !== undefined) counted(turned.devices);
    onState('off');
    showTip('good', text.turnedOff);
  };
  const press = async () => {
    if (!data) return;
    setBusy(true);
    setProblem('');
    await (isOn ? turnOff() : turnOn(data.pushKey)).catch(() => setProblem(text.browserFailed));
    setBusy(false);
  };

  return (
    <>
      <div className={styles.row}>
        <p className={styles.state}>{isOn ? text.deviceOn : text.deviceOff}</p>
        <Button
          data-changes
          kind={isOn ? 'quiet' : 'ink'}
          busy={isBusy}
          disabled={!isOnline || !data}
          onClick={() => {
            press().catch(() => undefined);
          }}
        >
          {isOn ? text.turnOff : text.turnOn}
        </Button>
      </div>
      {!isOnline && (
        <Text size="s" tone="quiet">
          {text.offline}
        </Text>
      )}
      {problem && (
        <Notice kind="bad" live="alert">
          {problem}
        </Notice>
      )}
    </>
  );
}
