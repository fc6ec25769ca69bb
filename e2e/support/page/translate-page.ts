import type { Page } from '@playwright/test';

/** Translates the page and what appears on it later, as browsers do: each text is replaced by elements of the translator. */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const translate = (text: Node) => {
      const parent = text.parentElement;
      if (!parent || !text.nodeValue?.trim() || parent.closest('script, style, font, textarea, option'))
        return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.nodeValue;
      outer.append(inner);
      parent.replaceChild(outer, text);
    };
    const translateAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) translate(text);
    };
    translateAll(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) translateAll(node);
    }).observe(document.body, { childList: true, subtree: true });
  });
}
