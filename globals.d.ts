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

/** What an element of the page may contain; null, undefined and false leave nothing. */
type Child = Node | string | number | false | null | undefined | Child[];

/** The value of an attribute; null, undefined and false leave it out. */
type Attribute = string | number | boolean | null | undefined;

/** A listener of an element, for any kind of event. */
type Listener = { hear(event: Heard): unknown }["hear"];

/** An event of an element that `el` made. */
interface Heard extends Event {
  readonly currentTarget: any;
}

/** The players, as the page names and orders them. */
interface Names {
  order(): number[];
  name(seat: number): string;
  short(seat: number): string;
  isMe(seat: number): boolean;
}

/** The words of a game for its cards. */
interface CardNames {
  cardName(card: string): string;
  theCard(card: string): string;
  suitName(suit: string): string;
}

/** The rule that binds a turn: its code, and the values of its text. */
interface Duty {
  code: string;
  card?: string;
  suit?: string;
}

/** What a game adds to the announcement of a turn. */
interface TurnWords extends CardNames {
  dutyLines: Record<string, (duty: Sent, game: TurnWords) => string[]>;
  question(store: Sent): string | null;
}

/** What a game asks before a card is played, see `makePrompt`. */
interface Asking {
  node: HTMLElement;
  press(key: string): boolean;
  begin?(): void;
  update?(): void;
  close?(): void;
  picks?: { has(card: string): boolean; bars(card: string): boolean; take(card: string): void };
}
