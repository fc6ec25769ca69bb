import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Without comments: to parse it takes a third of the time. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Warning of the test tool where `env.visit` blocks the service worker. */
const ofTheTool = /^Service Worker registration blocked by Playwright$/;

/** Warning when a loaded machine needs more than some seconds to use what was fetched ahead. */
const ofSlowness = /was preloaded using link preload but not used within a few seconds/;

/** Collects what a person would never see but must not be there: errors of the console and of scripts. */
export function watchConsole(page: Page): { readonly problems: string[] } {
  const problems: string[] = [];
  page.on('console', (message) => {
    const content = message.text();
    if (ofTheTool.test(content) || ofSlowness.test(content)) return;
    if (message.type() === 'error' || message.type() === 'warning') problems.push(content);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return { problems };
}

/** What holds for every page and state: a title, one h1, no id twice, nothing wider than the screen, no record of a phone that scrolls sideways, no axe violation. */
export async function checkPage(page: Page): Promise<void> {
  const facts = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    return {
      title: document.title,
      headings: document.querySelectorAll('h1').length,
      hasAxe: window.axe !== undefined,
      twice: ids.filter((id, index) => ids.indexOf(id) !== index),
      language: document.documentElement.lang,
      frames: document.querySelectorAll('iframe, frame').length,
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      // A table that a phone shows as records, whose lines are grids.
      wideRecords: [...document.querySelectorAll('section:has(> table > tbody > tr)')]
        .filter((box) => {
          const row = box.querySelector('tbody > tr');
          return row && getComputedStyle(row).display === 'grid' && box.scrollWidth > box.clientWidth;
        })
        .map((box) => box.getAttribute('aria-label')),
    };
  });
  expect(facts.title).not.toBe('');
  expect(facts.headings).toBe(1);
  expect(facts.twice).toEqual([]);
  expect(facts.language).toBe('uk');
  expect(facts.frames).toBe(0);
  expect(facts.overflow).toBeLessThanOrEqual(0);
  expect(facts.wideRecords).toEqual([]);
  // Once for each document.
  if (!facts.hasAxe) await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    // It would parse all style sheets once more for the one rule about media that play by themselves.
    const found = await (window.axe as typeof axe).run({ resultTypes: ['violations'], preload: false });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
  expect(violations).toEqual([]);
}
