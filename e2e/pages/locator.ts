import { setTimeout } from 'node:timers/promises';
import { act, fireEvent, getConfig } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  collapse,
  findByLabel,
  findByRole,
  findByText,
  isDisabled,
  isHidden,
  isOn,
  matches,
  type RoleOptions,
  type Words,
  within,
} from './find-elements.ts';

interface FilterOptions {
  readonly hasText?: Words;
  readonly hasNotText?: Words;
  readonly has?: Locator;
  readonly visible?: boolean;
}

interface UploadedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Uint8Array;
}

/** How long an element is waited for, in milliseconds. */
const TIMEOUT_MS = 60_000;
/** Between two looks for it. */
const INTERVAL_MS = 10;

/**
 * Elements of the page that is shown, found and used as Playwright's locators find and use them, so that a journey
 * reads the same with and without a browser. Only what the journeys need; there is no layout: nothing scrolls, nothing
 * covers anything. An action waits for its one element; two matches are an error.
 */
export interface Locator {
  getByRole(role: string, options?: RoleOptions): Locator;
  getByText(words: Words, options?: { readonly exact?: boolean }): Locator;
  getByLabel(words: Words, options?: { readonly exact?: boolean }): Locator;
  locator(selector: string, options?: { readonly hasText?: Words }): Locator;
  filter(options: FilterOptions): Locator;
  and(other: Locator): Locator;
  or(other: Locator): Locator;
  first(): Locator;
  last(): Locator;
  nth(index: number): Locator;
  all(): Promise<Locator[]>;
  count(): Promise<number>;
  waitFor(options?: { readonly state?: 'visible' | 'hidden' | 'detached' }): Promise<void>;
  click(): Promise<void>;
  check(): Promise<void>;
  uncheck(): Promise<void>;
  focus(): Promise<void>;
  blur(): Promise<void>;
  fill(value: string): Promise<void>;
  clear(): Promise<void>;
  press(key: string): Promise<void>;
  selectOption(choice: string | { readonly index: number }): Promise<void>;
  setInputFiles(file: UploadedFile): Promise<void>;
  textContent(): Promise<string | null>;
  innerText(): Promise<string>;
  allTextContents(): Promise<string[]>;
  allInnerTexts(): Promise<string[]>;
  inputValue(): Promise<string>;
  getAttribute(name: string): Promise<string | null>;
  isVisible(): Promise<boolean>;
  isChecked(): Promise<boolean>;
  isEnabled(): Promise<boolean>;
  isDisabled(): Promise<boolean>;
  evaluate<Result>(read: (element: Element) => Result): Promise<Result>;
  /** The elements that match now. */
  readonly elements: () => Element[];
}

/** Names of keys as Playwright has them, as user-event has them. */
const toUserKey = (key: string) =>
  key === 'Space'
    ? ' '
    : key.length === 1
      ? key
      : key.replace(/^(?:Control|ControlOrMeta)\+(.)$/, '{Control>}$1{/Control}').replace(/^(\w+)$/, '{$1}');

const user = userEvent.setup({ delay: null });

/**
 * Tries again until `check` throws no more; the error tells what the page says, not its whole document. `waitFor` would
 * look at every change of the document besides, and make happy-dom record each.
 */
export function until<Result>(check: () => Result): Promise<Result> {
  const end = performance.now() + TIMEOUT_MS;
  const look = async (): Promise<Result> => {
    for (;;) {
      const start = performance.now();
      try {
        return check();
      } catch (error) {
        if (start > end) throw withPage(error as Error);
      }
      // The page, which shares this thread, gets at least as much time as the look at it took.
      await setTimeout(Math.max(INTERVAL_MS, performance.now() - start));
    }
  };
  return getConfig().asyncWrapper(look) as Promise<Result>;
}

function withPage(error: Error): Error {
  const [line = ''] = error.message.split('\n');
  const said = collapse((document.querySelector('main') ?? document.body).textContent);
  return Object.assign(error, { message: `${line}\nThe page says: ${said}` });
}

/** A key on what has the focus; what user-event does not do is done here: Enter on a summary, Home and End on a range. */
export async function pressKey(key: string): Promise<void> {
  const focused = document.activeElement;
  if (key === 'Tab' || key === 'Shift+Tab') await user.tab({ shift: key !== 'Tab' });
  else if (focused?.matches('summary') && ['Enter', 'Space'].includes(key)) await user.click(focused);
  else if (focused?.matches('input[type=range]') && ['Home', 'End'].includes(key)) {
    const { min, max } = focused as HTMLInputElement;
    fireEvent.input(focused, { target: { value: key === 'Home' ? min : max } });
  } else await user.keyboard(toUserKey(key));
}

/** Letters on what has the focus. */
export async function typeText(text: string): Promise<void> {
  await user.keyboard(text.replaceAll(/[{[]/g, '$&$&'));
}

/** Elements of the shown document by this selector; `:visible` is understood. */
export function locate(find: () => Element[], description: string): Locator {
  const derive = (words: string, next: (root: Element) => Element[]) =>
    locate(() => [...new Set(find().flatMap(next))], `${description} ${words}`);
  const narrow = (words: string, choose: (elements: Element[]) => Element[]) =>
    locate(() => choose(find()), `${description} ${words}`);

  /** The one element, when it is there, shown and, if it is to be used, enabled. */
  function one(use?: 'enabled'): Promise<HTMLElement> {
    return until(() => {
      const found = find();
      if (found.length !== 1) throw new Error(`${description}: ${found.length} elements`);
      const [element] = found as [HTMLElement];
      if (use && (isHidden(element) || isDisabled(element))) throw new Error(`${description} cannot be used`);
      return element;
    });
  }

  const self: Locator = {
    elements: find,
    getByRole: (role, options = {}) =>
      derive(`${role} ${options.name ?? ''}`, (root) => findByRole(root as HTMLElement, role, options)),
    getByText: (words, { exact } = {}) => derive(`"${words}"`, (root) => findByText(root, words, exact)),
    getByLabel: (words, { exact } = {}) =>
      derive(`label "${words}"`, (root) => findByLabel(root, words, exact)),
    locator: (selector, options) => {
      const shown = selector.endsWith(':visible');
      const plain = selector.replace(/:visible$/, '');
      const found = derive(selector, (root) =>
        within(root, plain).filter((element) => !shown || !isHidden(element)),
      );
      return options ? found.filter(options) : found;
    },
    filter: ({ hasText, hasNotText, has, visible }) =>
      narrow('filtered', (elements) =>
        elements.filter(
          (element) =>
            (hasText === undefined || matches(collapse(element.textContent), hasText)) &&
            (hasNotText === undefined || !matches(collapse(element.textContent), hasNotText)) &&
            (has === undefined ||
              has.elements().some((inner) => inner !== element && element.contains(inner))) &&
            (visible === undefined || isHidden(element) !== visible),
        ),
      ),
    and: (other) =>
      narrow('and', (elements) => elements.filter((element) => other.elements().includes(element))),
    or: (other) => locate(() => [...new Set([...find(), ...other.elements()])], `${description} or`),
    first: () => narrow('first', (elements) => elements.slice(0, 1)),
    last: () => narrow('last', (elements) => elements.slice(-1)),
    nth: (index) => narrow(`at ${index}`, (elements) => elements.slice(index, index + 1)),
    all: async () => find().map((_, index) => self.nth(index)),
    count: async () => find().length,
    waitFor: ({ state = 'visible' } = {}) =>
      until(() => {
        const shown = find().filter((element) => !isHidden(element));
        if (state === 'visible' ? shown.length !== 1 : shown.length > 0)
          throw new Error(`${description}: ${shown.length} elements are shown`);
      }),
    click: async () => user.click(await one('enabled')),
    check: async () => {
      const box = await one('enabled');
      if (!isOn(box)) await user.click(box);
    },
    uncheck: async () => {
      const box = await one('enabled');
      if (isOn(box)) await user.click(box);
    },
    focus: async () => act(async () => (await one()).focus()),
    blur: async () => act(async () => (await one()).blur()),
    fill: async (value) => {
      const field = await one('enabled');
      act(() => field.focus());
      fireEvent.input(field, { target: { value } });
    },
    clear: () => self.fill(''),
    press: async (key) => {
      const element = await one();
      act(() => element.focus());
      await pressKey(key);
    },
    selectOption: async (choice) => {
      const select = (await one('enabled')) as HTMLSelectElement;
      const option =
        typeof choice === 'string'
          ? [...select.options].find(({ value, text }) => value === choice || text === choice)
          : select.options[choice.index];
      if (!option) throw new Error(`${description} has no option ${JSON.stringify(choice)}`);
      fireEvent.change(select, { target: { value: option.value } });
    },
    setInputFiles: async ({ name, mimeType, buffer }) => {
      const bytes = new Uint8Array(buffer);
      await user.upload(await one(), new File([bytes], name, { type: mimeType }));
    },
    textContent: async () => (await one()).textContent,
    innerText: async () => collapse((await one()).textContent),
    allTextContents: async () => find().map(({ textContent }) => textContent ?? ''),
    allInnerTexts: async () => find().map(({ textContent }) => collapse(textContent)),
    inputValue: async () => ((await one()) as HTMLInputElement).value,
    getAttribute: async (name) => (await one()).getAttribute(name),
    isVisible: async () => find().some((element) => !isHidden(element)),
    isChecked: async () => isOn(await one()),
    isEnabled: async () => !isDisabled(await one()),
    isDisabled: async () => isDisabled(await one()),
    evaluate: async (read) => read(await one()),
  };
  return self;
}
