import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type Balancer, openBalancer } from '#e2e/support/product/balancer.ts';
import {
  createProductClock,
  nextWorkingNoon,
  type ProductClock,
} from '#e2e/support/product/product-clock.ts';
import { type RunningProduct, startProduct } from '#e2e/support/product/running-product.ts';
import {
  createEnvironment,
  type OwnTestEnvironment,
  startTestEnvironment,
  type TestEnvironment,
} from '#e2e/support/product/test-environment.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';

/** A requirement: the customer sees each answer within this time (issue 37). */
const maxDelayMs = 2000;
const answerCount = 10;
const bills = '/cabinet/person/bills';

let clock: ProductClock;
/** The node that operators write at. */
let node: OwnTestEnvironment;
let otherNode: RunningProduct;
/** Before the node of the customer: its connections can be cut. */
let balancer: Balancer;
let customers: TestEnvironment;
let operatorToken = '';
let owner: { token: string; account: string };

test.beforeAll(async ({ browser }) => {
  clock = await createProductClock(nextWorkingNoon());
  node = await startTestEnvironment(browser, clock.environment);
  const { dataFolder, databaseUrl, url } = node.product;
  otherNode = await startProduct({
    dataFolder,
    environment: { ...clock.environment, DATABASE_URL: databaseUrl },
  });
  balancer = await openBalancer(url);
  customers = createEnvironment(browser, balancer.url);
  operatorToken = (await node.sessionOf(sampleSignIns.operator)).user.token;
  const { user, accounts } = await node.sessionOf(sampleSignIns.personOfOne);
  owner = { token: user.token, account: accounts[0]?.account ?? '' };
});
test.afterAll(async () => {
  await customers?.close();
  await balancer?.close();
  await otherNode?.stop();
  await node?.close();
  await clock?.remove();
});

/** The answer of a call that has to succeed. */
async function call(path: string, payload: object): Promise<Record<string, unknown>> {
  const answer = await callProduct(node.product.url, path, payload);
  expect(answer).toMatchObject({ status: 'success' });
  return answer;
}

/** Stores an answer of an operator and returns its words. */
async function reply(id: string, act: 'staffMessage' | 'askCustomer' | 'answer' = 'staffMessage') {
  const clientId = randomUUID();
  const words = `Відповідь ${clientId}`;
  await call('/api/desk/reply', {
    ...{ token: operatorToken, account: owner.account },
    ...{ id, act, clientId, text: words, lastSeenSeq: 1_000_000 },
  });
  return words;
}

const seen = (place: Locator, words: string) =>
  expect(place.getByText(words, { exact: true })).toBeVisible({ timeout: maxDelayMs });

/** Begins a chat as the customer and opens it in a page behind the balancer. */
async function openChat() {
  const begun = await call('/api/chat/send', {
    ...owner,
    ...{ text: 'Чому рахунок більший?', fileIds: [], clientId: randomUUID() },
  });
  const customer = await signedInPage(customers, sampleSignIns.personOfOne, 'desk', { path: bills });
  const { page, context } = customer;
  return { page, context, chat: await openWindow(page), id: (begun.chat as { id: string }).id };
}

async function openWindow(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Чат' }).click();
  const chat = page.getByRole('dialog', { name: 'Чат з оператором' });
  await chat.getByText('Чому рахунок більший?').last().waitFor();
  return chat;
}

/** Ten answers, each written and seen before the next. */
async function seeAnswers(chat: Locator, id: string): Promise<void> {
  for (let count = 0; count < answerCount; count += 1) await seen(chat, await reply(id));
}

test('a customer sees each of ten answers within 2 s after the start', async () => {
  const { context, chat, id } = await openChat();
  await seeAnswers(chat, id);
  await context.close();
});

test('a customer sees each of ten answers within 2 s after staff opened and left their pages', async () => {
  const { context, chat, id } = await openChat();
  const desk = '/cabinet/admin/management/desk';
  const staff = await signedInPage(node, sampleSignIns.operator, 'desk', { path: desk });
  await staff.page.getByRole('list', { name: 'Черга' }).waitFor();
  await staff.context.close();
  await seeAnswers(chat, id);
  await context.close();
});

test('a customer sees each of ten answers within 2 s after the connection was cut or the network was off', async () => {
  const { context, chat, id } = await openChat();
  for (let count = 0; count < answerCount; count += 2) {
    balancer.cut();
    await seen(chat, await reply(id));
    await context.setOffline(true);
    await chat.getByText('Немає мережі.').waitFor();
    balancer.cut();
    const words = await reply(id);
    await context.setOffline(false);
    await seen(chat, words);
  }
  await context.close();
});

test('a customer sees each of ten answers and states of a ticket within 2 s', async () => {
  const created = await call('/api/tickets/create', {
    ...owner,
    ...{ topicId: 'billCheck', title: 'Сума за жовтень', text: 'Перевірте, будь ласка.' },
    ...{ fields: [{ name: 'period', value: '2026-10' }], fileIds: [], requestId: randomUUID() },
  });
  const { id } = created.ticket as { id: string };
  const path = `/cabinet/person/tickets?ticket=${id}`;
  const { page, context } = await signedInPage(customers, sampleSignIns.personOfOne, 'desk', { path });
  const ticket = page.getByRole('article');
  await ticket.getByText('Зареєстровано').first().waitFor();
  for (let count = 0; count < answerCount; count += 2) {
    const question = await reply(id, 'askCustomer');
    await Promise.all([
      seen(ticket, question),
      expect(ticket.getByText('Чекаємо на вашу відповідь').first()).toBeVisible({ timeout: maxDelayMs }),
    ]);
    const answer = await reply(id, 'answer');
    await Promise.all([
      seen(ticket, answer),
      expect(ticket.getByText('Відповідь надано').first()).toBeVisible({ timeout: maxDelayMs }),
    ]);
  }
  await context.close();
});

test('a customer at one node sees each of ten answers of an operator at another within 2 s', async () => {
  balancer.leadTo(otherNode.url);
  const { context, chat, id } = await openChat();
  await seeAnswers(chat, id);
  await context.close();
  balancer.leadTo(node.product.url);
});

/** A tab in the background: its page is hidden and runs nothing. The headless browser itself shows every page. */
async function createHiding(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Debugger.enable');
  const setVisibility = (state: DocumentVisibilityState) =>
    page.evaluate((visibilityState) => {
      Object.defineProperties(document, {
        visibilityState: { configurable: true, value: visibilityState },
        hidden: { configurable: true, value: visibilityState === 'hidden' },
      });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  return {
    async hide() {
      await setVisibility('hidden');
      const paused = new Promise((done) => devtools.once('Debugger.paused', done));
      await devtools.send('Debugger.pause');
      void devtools.send('Runtime.evaluate', { expression: 'document.title' });
      await paused;
    },
    async show() {
      await devtools.send('Debugger.resume');
      await setVisibility('visible');
    },
  };
}

test('a customer sees each of ten answers within 2 s after the return to a hidden tab', async () => {
  const { page, context, chat, id } = await openChat();
  const tab = await createHiding(page);
  for (let count = 0; count < answerCount; count += 1) {
    await tab.hide();
    // A browser ends connections of hidden pages.
    if (count % 2 === 0) balancer.cut();
    const words = await reply(id);
    await tab.show();
    await seen(chat, words);
  }
  await context.close();
});

test('a customer sees each of ten answers within 2 s in a tab that was opened in front of another', async () => {
  const { page, context, id } = await openChat();
  const behind = await createHiding(page);
  const front = await context.newPage();
  await front.goto(customers.product.url + bills);
  const chat = await openWindow(front);
  await behind.hide();
  await seeAnswers(chat, id);
  // A page that runs nothing can't be closed.
  await behind.show();
  await context.close();
});
