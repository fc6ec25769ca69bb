import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { LivePayload } from '#contract/live.ts';
import { showPeriod } from '#web/lib/format.ts';
import { signedOut } from '#web/session/session-store.ts';
import { fakeTimers, passTime } from '#web/testing/pass-time.ts';
import { signInAsAdmin } from '#web/testing/render.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { text } from './text.ts';

type Runs = LivePayload<'billing-progress'>['runs'];

interface Connection {
  readonly payload: { readonly token: string; readonly topics: readonly { after?: string }[] };
  send(cursor: number, runs: Runs): void;
  breakOff(): void;
}

/** Stands for the server's channel; each request that it gets is a connection. */
function fakeChannel(status = 200): Connection[] {
  const connections: Connection[] = [];
  vi.stubGlobal('fetch', async (_path: string, init: { body: string; signal: AbortSignal }) => {
    const payload = JSON.parse(init.body) as Connection['payload'];
    let target: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        target = controller;
      },
    });
    init.signal.addEventListener('abort', () => target?.error(new Error('aborted')));
    const bytes = (words: string) => new TextEncoder().encode(words);
    connections.push({
      payload,
      send: (cursor, runs) =>
        target?.enqueue(
          bytes(`id: ${cursor}\nevent: billing-progress\ndata: ${JSON.stringify({ runs })}\n\n`),
        ),
      breakOff: () => target?.error(new Error('network')),
    });
    if (status !== 200) return Response.json({ status: 'fail', code: 'common.badRequest' }, { status });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return connections;
}

const closing = { kind: 'closing', subject: '2026-10', step: 'closing', state: 'running' } as const;
const opened = (connections: readonly Connection[], count: number) =>
  waitFor(() => expect(connections).toHaveLength(count), { timeout: 10_000 });

afterEach(() => signedOut());

describe('ProgressPanel', () => {
  test('shows nothing until something runs, then bars that move, then nothing', async () => {
    const [first] = await followed();
    expect(document.body.textContent).toBe('');
    first.send(1, []);
    first.send(2, [{ ...closing, done: 100, total: 400 }]);
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar');
    expect(bar.value / bar.max).toBe(0.25);
    expect(bar.getAttribute('aria-label')).toContain('25 %');
    screen.getByRole('heading', { name: text.title });
    first.send(3, [
      { ...closing, done: 400, total: 400, state: 'done' },
      { kind: 'import', subject: 'supplier', step: 'loading', state: 'running', done: 1, total: 3 },
      { kind: 'bankStatement', subject: 'july.csv', step: 'booking', state: 'running', done: 0, total: 0 },
    ]);
    await waitFor(() => expect(screen.getAllByRole('progressbar')).toHaveLength(3));
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      `${text.kinds.closing(showPeriod('2026-10'))}: ${text.ends.done}`,
      `${text.kinds.import('supplier')}: ${text.steps.loading}, 33 %`,
      `${text.kinds.bankStatement('july.csv')}: ${text.steps.booking}`,
    ]);
    first.send(4, []);
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  });

  test('keeps the last state when the connection breaks, and goes on after its cursor', async () => {
    const [first, connections] = await followed();
    expect(first.payload).toEqual({ token: 'token', topics: [{ topic: 'billing-progress' }] });
    first.send(41, [{ ...closing, done: 1, total: 2 }]);
    await screen.findByRole('progressbar');
    first.breakOff();
    // The pause before the next connection.
    await passTime(2000);
    await opened(connections, 2);
    screen.getByRole('progressbar');
    expect(screen.queryByRole('alert')).toBeNull();
    const [, second] = connections;
    expect(second?.payload.topics).toEqual([{ topic: 'billing-progress', after: '41' }]);
    second?.send(42, [{ ...closing, done: 2, total: 2 }]);
    const label = () => screen.getByRole('progressbar').getAttribute('aria-label');
    await waitFor(() => expect(label()).toContain('100 %'));
  });

  test('two parts share one connection, which ends with the last of them', async () => {
    const connections = fakeChannel();
    signInAsAdmin();
    const shown = render(
      <>
        <ProgressPanel />
        <ProgressPanel />
      </>,
    );
    await opened(connections, 1);
    connections[0]?.send(1, [{ ...closing, done: 1, total: 2 }]);
    await waitFor(() => expect(screen.getAllByRole('progressbar')).toHaveLength(2));
    shown.unmount();
    expect(() => connections[0]?.send(2, [])).toThrow();
  });

  test('does not ask again what is refused', async () => {
    fakeTimers();
    const connections = fakeChannel(400);
    signInAsAdmin();
    render(<ProgressPanel />);
    await opened(connections, 1);
    await passTime(60_000);
    expect(connections).toHaveLength(1);
  });

  async function followed() {
    fakeTimers();
    const connections = fakeChannel();
    signInAsAdmin();
    render(<ProgressPanel />);
    await opened(connections, 1);
    const [first] = connections;
    if (first === undefined) throw new Error('no connection');
    return [first, connections] as const;
  }
});
