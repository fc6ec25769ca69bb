import { render } from '@testing-library/react';
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import './quick-styles.ts';

const parts = `
  <dialog id="shut"><p>a</p></dialog><dialog id="drawn" open><p>a</p></dialog>
  <table><tbody><tr><th>a</th><td>a</td></tr></tbody></table><details><summary>a</summary><b>a</b></details>
  <div style="visibility: hidden"><p id="inside">a</p></div><p id="plain">a</p><p hidden>a</p><svg><path /></svg>`;
const names = ['display', 'visibility', 'font-weight', 'pointer-events', 'position', 'content'];

test('a style is the one that happy-dom computes', () => {
  const other = new Window();
  other.document.body.innerHTML = `<div><section>${parts}</section></div>`;
  const { container } = render(<section />);
  (container.firstElementChild as Element).innerHTML = parts;
  const expected = [...other.document.querySelectorAll('section *')].map((element) => {
    const style = other.getComputedStyle(element);
    return names.map((name) => style.getPropertyValue(name));
  });
  const read = () =>
    [...container.querySelectorAll('section *')].map((element) => {
      const style = window.getComputedStyle(element);
      expect(style.display).toBe(style.getPropertyValue('display'));
      return names.map((name) => style.getPropertyValue(name));
    });
  expect(read()).toEqual(expected);
  expect(read()).toEqual(expected);
});

test('a style of its own, given later, is seen by the element and what is inside', () => {
  const { container } = render(
    <div>
      <p>a</p>
    </div>,
  );
  const [outer, inner] = container.querySelectorAll('div, p') as unknown as [HTMLElement, HTMLElement];
  expect(window.getComputedStyle(inner).visibility).not.toBe('hidden');
  outer.style.visibility = 'hidden';
  expect(window.getComputedStyle(inner).visibility).toBe('hidden');
  outer.removeAttribute('style');
  expect(window.getComputedStyle(inner).visibility).not.toBe('hidden');
});

test('a style sheet is refused', () => {
  const sheet = document.head.appendChild(document.createElement('style'));
  const { container } = render(<article>a</article>);
  expect(() => window.getComputedStyle(container.firstElementChild as Element)).toThrow(
    'a style sheet is loaded',
  );
  sheet.remove();
});
