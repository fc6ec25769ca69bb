import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { vi } from 'vitest';
import { seedDirectory } from '#portal/modules/directory/public.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { createSampleDatabase } from '#sample/testing/sample-database.ts';
import { createAppRouter } from '#web/app/router.tsx';
import { signedIn } from '#web/session/session-store.ts';
import type { SignIn } from '../support/sample-users.ts';
import { type SignedIn, signInRequest } from '../support/signed-in-page.ts';

/** The pages of the cabinet, rendered without a browser, on the real server and the sample of `sampleDay`. */
export interface CabinetPages {
  readonly server: TestApp;
  /** Moves the clock of the server and of the pages. */
  setClock(iso: string): void;
  /** Signs in by the call, as the form would do it. */
  signIn(signIn: SignIn): Promise<void>;
  /** Opens a page as an address that was typed, and waits until nothing is loading any more. */
  open(path: string): Promise<HTMLElement>;
  /** Path and query of the page that is shown. */
  address(): string;
  /** Waits until no call is under way, no part is busy and the page has its heading. */
  settled(): Promise<HTMLElement>;
  /** Shows another page of the same cabinet without loading it anew. */
  go(path: string): Promise<HTMLElement>;
  /** Calls that these answers replace until the next `replaceAnswers`: success fields, or 'failure' for a fault of the server. */
  replaceAnswers(answers: Readonly<Record<string, object | 'failure'>>): void;
  /** Takes the network away from the pages, or gives it back. */
  setOnline(isOnline: boolean): void;
  /** Answers of the server that were no success since this was last asked: path and status. */
  takeRefusals(): string[];
  close(): Promise<void>;
}

const sampleDay = '2026-11-22';
/** Between the end of one call and the beginning of the next, which its answer brings. */
const steadyMs = 40;

const fault = { status: 'fail', code: 'common.unexpected', message: 'Сталася помилка.', reference: 'r' };

export async function startCabinetPages(): Promise<CabinetPages> {
  const server = await startTestApp(
    `${sampleDay}T10:00:00Z`,
    {},
    { database: await createSampleDatabase(sampleDay, { signIns: true }) },
  );
  await seedDirectory(server.portalDb, server.clock.now());
  let router: ReturnType<typeof createAppRouter> | undefined;
  let pending = 0;
  let isOnline = true;
  let refusals: string[] = [];
  let replaced: Readonly<Record<string, object | 'failure'>> = {};

  /** `fetch` of the pages: the calls of the cabinet go to the server of this test. */
  async function fetchFromServer(path: string, { body, headers }: RequestInit): Promise<Response> {
    if (!isOnline) throw new TypeError('Failed to fetch');
    const answer = replaced[path];
    if (answer === 'failure') return Response.json(fault, { status: 500 });
    if (answer) return Response.json({ status: 'success', ...answer });
    pending += 1;
    try {
      const response = await server.app.inject({
        method: 'POST',
        url: path,
        headers: headers as Record<string, string>,
        payload: body as string,
      });
      if (response.statusCode >= 400) refusals.push(`${path} ${response.statusCode}`);
      return new Response(response.rawPayload as unknown as BodyInit, {
        status: response.statusCode,
        headers: response.headers as Record<string, string>,
      });
    } finally {
      pending -= 1;
    }
  }

  async function settled(): Promise<HTMLElement> {
    let idleSince = Number.POSITIVE_INFINITY;
    return waitFor(
      () => {
        const main = document.querySelector<HTMLElement>('main:not([data-shape])');
        const isBusy = pending > 0 || document.querySelector('[data-busy], [aria-busy="true"]') !== null;
        const now = performance.now();
        if (isBusy || !main?.querySelector('h1')) idleSince = Number.POSITIVE_INFINITY;
        else idleSince = Math.min(idleSince, now);
        if (!main || now - idleSince < steadyMs) throw new Error('still loading');
        return main;
      },
      { timeout: 20_000, interval: 10 },
    );
  }

  vi.stubGlobal('fetch', fetchFromServer);
  return {
    server,
    setClock(iso) {
      vi.setSystemTime(iso);
      server.clock.set(Date.parse(iso) as ReturnType<typeof server.clock.now>);
    },
    async signIn(signIn) {
      const { path, payload, login, password } = signInRequest(signIn);
      const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
      const { body } = await server.post(path, payload, { authorization });
      const { user, accounts = [] } = body as unknown as Partial<SignedIn>;
      if (!user) throw new Error(`${login}: ${JSON.stringify(body)}`);
      signedIn(user, accounts, user.dualAuth);
    },
    async open(path) {
      cleanup();
      router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
      await router.load();
      render(<RouterProvider router={router} />);
      return settled();
    },
    address() {
      const { pathname = '', searchStr = '' } = router?.state.location ?? {};
      return pathname + searchStr;
    },
    async go(path) {
      const shown = router;
      if (!shown) throw new Error('open a page first');
      await act(() => shown.navigate({ href: path }));
      return settled();
    },
    replaceAnswers(answers) {
      replaced = answers;
    },
    setOnline(now) {
      isOnline = now;
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(now);
      act(() => void window.dispatchEvent(new Event(now ? 'online' : 'offline')));
    },
    settled,
    takeRefusals() {
      const taken = refusals;
      refusals = [];
      return taken;
    },
    async close() {
      cleanup();
      vi.unstubAllGlobals();
      vi.useRealTimers();
      await server.close();
    },
  };
}

const separated = new Set(
  'ADDRESS ARTICLE BUTTON CAPTION DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 HEADER LABEL LEGEND LI MAIN NAV OL OPTION P SECTION SELECT SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
    ' ',
  ),
);

/** The text of a page with a line for each block, cell and control, and ordinary spaces; the page has no style sheets here. */
export function readText(element: Element): string {
  const parts: string[] = [];
  const add = (node: Node) => {
    if (node.nodeType === 3) parts.push(node.textContent ?? '');
    const isApart = separated.has(node.nodeName);
    if (isApart) parts.push('\n');
    for (const child of node.childNodes) add(child);
    if (isApart) parts.push('\n');
  };
  add(element);
  return parts
    .join('')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n');
}
