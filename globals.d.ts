// What Django's catalogue of texts, `jsi18n`, puts beside the browser's own.

declare function gettext(text: string): string;
declare function ngettext(one: string, many: string, count: number): string;
declare function pgettext(context: string, text: string): string;
declare function interpolate(text: string, values: object | unknown[], named?: boolean): string;

// Our pages and our scripts are written together: what a selector finds is what the page has there.

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Element {
  readonly dataset: DOMStringMap;
  closest(selectors: string): any;
}

/** Events are listened to on elements. */
interface EventTarget {
  closest(selectors: string): any;
  matches(selectors: string): boolean;
  blur(): void;
  select(): void;
}

interface Credential {
  toJSON(): object;
}

interface Navigator {
  connection?: { saveData: boolean };
}

/** What the server has sent: the documents of the wire and of the API give its form (`ludocards/engine/wire.py`). */
type Sent = any;

/** What a game asks before a card is played, see `makePrompt`. */
interface Asking {
  node: HTMLElement;
  press(key: string): boolean;
  begin?(): void;
  update?(): void;
  close?(): void;
  picks?: { has(card: string): boolean; bars(card: string): boolean; take(card: string): void };
}
