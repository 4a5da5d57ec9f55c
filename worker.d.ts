// What a service worker has beside the globals of every worker, and what `ludopoli/site/pwa.py` writes above it.

declare const KEPT: {
  cache: string;
  version: string;
  shell: string[];
  offline: string;
  tables: string;
  renew: string;
  /** The regular expressions of addresses, each with the page that is shown there without network. */
  instead: [string, string][];
  icon: string;
  drawn: string[];
};

declare const clients: Clients;
declare const registration: ServiceWorkerRegistration;
declare function skipWaiting(): Promise<void>;
declare function addEventListener<K extends keyof ServiceWorkerGlobalScopeEventMap>(
  type: K,
  listener: (event: ServiceWorkerGlobalScopeEventMap[K]) => void,
): void;
