/** What a translator puts in the place of texts, with these texts in their order. */
interface Translation {
  readonly element: ChildNode;
  readonly texts: Text[];
}

/**
 * Keeps the cabinet working on a page that the browser translates. A translator replaces texts by elements of its own,
 * but React holds the replaced text: removing it or inserting before it throws, and what is written into it is not shown
 * (facebook/react#11538). A replaced text therefore returns to its place before React changes it, and the translator
 * translates it again. Translators run in a world of scripts of their own: their changes can only be observed.
 */
export function supportPageTranslation(): void {
  const translations = new WeakMap<Node, Translation>();

  const restore = (node: Node) => {
    const translation = translations.get(node);
    if (!translation) return;
    const { element, texts } = translation;
    for (const known of [element, ...texts]) translations.delete(known);
    if (element.parentNode) element.replaceWith(...texts);
  };

  const observer = new MutationObserver((records) => {
    const added = new Set<Node | null>();
    for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') restore(target);
      for (const node of addedNodes) if (node.nodeName === 'FONT') added.add(node);
      for (const text of removedNodes) {
        // Replaced in one step or in two. A text that React removes beside a translation was not replaced by it.
        const element = [addedNodes[0], previousSibling, nextSibling].find((node) => added.has(node ?? null));
        if (!element || !(text instanceof Text) || text.isConnected) continue;
        const translation = translations.get(element) ?? { element: element as ChildNode, texts: [] };
        if (element === nextSibling) translation.texts.unshift(text);
        else translation.texts.push(text);
        translations.set(element, translation).set(text, translation);
        observer.observe(text, { characterData: true });
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    restore(child);
    return child.parentNode ? (removeChild.call(child.parentNode, child) as Child) : child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    node: Child,
    before: Node | null,
  ): Child {
    restore(node);
    if (before) restore(before);
    let next = before;
    while (next && next.parentNode !== this) next = next.parentNode;
    return insertBefore.call(this, node, next) as Child;
  };
}
