import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render } from '@testing-library/react';
import { vi } from 'vitest';
import { openLiveChannel } from '#contract/live.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { createSampleDatabase } from '#sample/testing/sample-database.ts';
import { createAppRouter } from '#web/app/router.tsx';
import { changeAreas, signedIn } from '#web/session/session-store.ts';
import { outboxCode } from '../support/outbox-code.ts';
import type { SignIn } from '../support/sample-users.ts';
import { type SignedIn, signInRequest } from '../support/sign-in-by-call.ts';
import { until } from './locator.ts';
import { createPage, type Page } from './page.ts';

/**
 * In place of the server's answer: success fields, a failure (`httpStatus` from 400), 'failure' for a fault of the
 * server, 'broken' for a connection that breaks; or what gives one for a payload, `undefined` for the server's own.
 */
type Answer = object | 'failure' | 'broken';
type Answers = Readonly<Record<string, Answer | ((payload: Payload) => Answer | undefined)>>;
type Payload = Readonly<Record<string, unknown>>;

export interface SavedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** The pages of the cabinet, rendered without a browser, on the real server and the sample of `sampleDay`. */
export interface CabinetPages {
  readonly server: TestApp;
  /** What is shown, as a journey uses it. */
  readonly page: Page;
  /** For what the journeys call from outside; only `fetch` of this test finds it. */
  readonly product: { readonly url: string };
  /** Errors and warnings of the console since they were last taken. */
  takeProblems(): string[];
  /** What a page gives to be kept after `press`. */
  keep(press: () => Promise<void>): Promise<SavedFile>;
  /** The code in the newest message to a contact; throws when there is none. */
  codeTo(contact: string): Promise<string>;
  /** Moves the clock of the server and of the pages. */
  setClock(iso: string): void;
  /** Signs in by the call, as the form would do it; gives the token. */
  signIn(signIn: SignIn): Promise<string>;
  /** With a network: signs in, chooses this object of a person, opens the page; gives the token. */
  visit(signIn: SignIn, path: string, account?: string): Promise<string>;
  /** Opens a page as an address that was typed, and waits until nothing is loading any more. */
  open(path: string): Promise<HTMLElement>;
  /** Path, query and fragment of the page that is shown. */
  address(): string;
  /** As the button of the browser. */
  goBack(): void;
  /** Waits until no call is under way, no part is busy and the page has its heading. */
  settled(): Promise<HTMLElement>;
  /** Opens the next address of this visit. */
  goto(url: string): Promise<HTMLElement>;
  /** Loads the page anew, as a browser does after a reload; what the modules of the pages keep stays. */
  reload(): Promise<HTMLElement>;
  /** Shows another page of the same cabinet without loading it anew. */
  go(path: string): Promise<HTMLElement>;
  /** Calls that these answers replace until the next `replaceAnswers`. */
  replaceAnswers(answers: Answers): void;
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

/** Another beginning than the sample at noon of `sampleDay`. */
interface OtherBeginning {
  readonly at: string;
  /** Fills a migrated database. */
  readonly fill: (databaseUrl: string) => Promise<void>;
}

async function createFilledDatabase({ fill }: OtherBeginning): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await fill(database.url);
  return database;
}

/** `environment`: settings of the server. */
export async function startCabinetPages(
  environment: Readonly<Record<string, string>> = {},
  beginning?: OtherBeginning,
): Promise<CabinetPages> {
  const server = await startTestApp(
    beginning?.at ?? `${sampleDay}T10:00:00Z`,
    { CODES_WITHOUT_WORK: '0', ...environment },
    {
      database: beginning
        ? await createFilledDatabase(beginning)
        : await createSampleDatabase(sampleDay, { signIns: true }),
    },
  );
  let router: ReturnType<typeof createAppRouter> | undefined;
  let history: ReturnType<typeof createMemoryHistory> | undefined;
  let pending = 0;
  let isOnline = true;
  let refusals: string[] = [];
  let replaced: Answers = {};
  let problems: string[] = [];
  let savedFile: { readonly name: string; readonly blob: Blob } | undefined;
  let offered: Blob | undefined;

  /** The answer that replaces that of the server, if one does. */
  function replacedAnswer(path: string, payload: () => Payload): Response | undefined {
    const given = replaced[path];
    const answer = typeof given === 'function' ? given(payload()) : given;
    if (answer === undefined) return undefined;
    if (answer === 'broken') throw new TypeError('Failed to fetch');
    if (answer === 'failure') return Response.json(fault, { status: 500 });
    const { httpStatus = 200, headers = {}, ...fields } = answer as ReplacedFields;
    if (httpStatus < 400) return Response.json({ status: 'success', ...fields }, { headers });
    return Response.json({ ...fault, ...fields }, { status: httpStatus, headers });
  }

  /** `fetch` of the pages and of this test: it finds the server of this test alone. */
  async function fetchFromServer(url: string, { body, headers = {}, method = 'GET' }: RequestInit = {}) {
    const path = pathOf(url);
    const isOfPage = path === url;
    if (isOfPage && !isOnline) throw new TypeError('Failed to fetch');
    // `inject` answers when a stream has ended: it stays pending, as a channel without events.
    if (path === openLiveChannel.path) return new Promise<never>(() => undefined);
    const sent = await sentBody(body);
    const answer = isOfPage ? replacedAnswer(path, () => JSON.parse(sent.json ?? '{}')) : undefined;
    if (answer) return answer;
    pending += 1;
    try {
      const response = await server.app.inject({
        method: method as 'POST',
        url: path,
        headers: { ...(headers as Record<string, string>), ...sent.headers },
        ...(sent.payload !== undefined && { payload: sent.payload }),
      });
      if (isOfPage && response.statusCode >= 400) refusals.push(`${path} ${response.statusCode}`);
      return new Response(response.rawPayload as unknown as BodyInit, {
        status: response.statusCode,
        headers: response.headers as Record<string, string>,
      });
    } finally {
      pending -= 1;
    }
  }

  const pathOf = (url: string) => url.replace(window.location.origin, '');

  /** Loads the page at the address of the history, as a browser that begins anew. */
  async function load(): Promise<HTMLElement> {
    if (!history) throw new Error('open a page first');
    cleanup();
    router = createAppRouter(history);
    await router.load();
    render(<RouterProvider router={router} />);
    return settled();
  }

  async function settled(): Promise<HTMLElement> {
    let idleSince = Number.POSITIVE_INFINITY;
    return until(() => {
      const main = document.querySelector<HTMLElement>('main:not([data-shape])');
      const isBusy = pending > 0 || document.querySelector('[data-busy], [aria-busy="true"]') !== null;
      const now = performance.now();
      if (isBusy || !main?.querySelector('h1')) idleSince = Number.POSITIVE_INFINITY;
      else idleSince = Math.min(idleSince, now);
      if (!main || now - idleSince < steadyMs) throw new Error('still loading');
      return main;
    });
  }

  vi.setSystemTime(server.clock.now());
  vi.stubGlobal('fetch', fetchFromServer);
  const recordProblem = (...args: readonly unknown[]) => {
    if (!ofTheTool.test(String(args[0]))) problems.push(args.map(String).join(' '));
  };
  vi.stubGlobal('console', { ...console, error: recordProblem, warn: recordProblem });
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL(file: Blob) {
        offered = file;
        return 'blob:offered';
      }
      static override revokeObjectURL() {}
    },
  );
  const clickLink = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    if (this.download && offered) savedFile = { name: this.download, blob: offered };
    else clickLink.call(this);
  };
  const cabinet: CabinetPages = {
    server,
    page: createPage(() => cabinet),
    product: { url: window.location.origin },
    async keep(press) {
      savedFile = undefined;
      await press();
      const { name, blob } = await until(() => {
        if (!savedFile) throw new Error('nothing was given to be kept');
        return savedFile;
      });
      return { name, content: Buffer.from(await blob.arrayBuffer()) };
    },
    takeProblems() {
      const taken = problems;
      problems = [];
      return taken;
    },
    async codeTo(contact) {
      await server.deliverMessages();
      return outboxCode(window.location.origin, contact);
    },
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
      signedIn(user, accounts);
      return user.token;
    },
    async visit(signIn, path, account) {
      cabinet.setOnline(true);
      const token = await cabinet.signIn(signIn);
      if (account !== undefined)
        changeAreas(({ person }) => ({ person: { ...person, account, isChose: true } }));
      await cabinet.open(path);
      return token;
    },
    open(url) {
      history = createMemoryHistory({ initialEntries: [pathOf(url)] });
      return load();
    },
    goto(url) {
      history?.push(pathOf(url));
      return load();
    },
    reload: load,
    address() {
      const { pathname = '', searchStr = '', hash } = router?.state.location ?? {};
      return pathname + searchStr + (hash ? `#${hash}` : '');
    },
    async go(path) {
      const shown = router;
      if (!shown) throw new Error('open a page first');
      await act(() => shown.navigate({ href: path }));
      return settled();
    },
    goBack: () => history?.back(),
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
      HTMLAnchorElement.prototype.click = clickLink;
      await server.close();
    },
  };
  return cabinet;
}

interface ReplacedFields {
  readonly httpStatus?: number;
  readonly headers?: Record<string, string>;
}

/** Said by the tools of the test. */
const ofTheTool = /not wrapped in act|not configured to support act|tag <%s> is unrecognized in this browser/;

/** What a page sends: a JSON body, or a form with a payload and a file; or bytes. */
async function sentBody(body: unknown) {
  if (body === undefined || body === null) return {};
  if (typeof body === 'string')
    return { json: body, payload: body, headers: { 'content-type': 'application/json' } };
  // What the test bank sends.
  if (body instanceof Uint8Array) return { payload: Buffer.from(body), headers: {} };
  const form = body as FormData;
  const json = String(form.get('payload'));
  const file = form.get('file') as File;
  const boundary = 'form-of-a-test';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="payload"\r\n\r\n${json}\r\n` +
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\n` +
        `content-type: ${file.type}\r\n\r\n`,
    ),
    Buffer.from(await file.arrayBuffer()),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { json, payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
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
