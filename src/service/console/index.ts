export { createConsole, type Console, type RoutedAnswer } from './console.js';
export type { ConsoleCaller } from './asked.js';
export { Feed } from './feed.js';
export { feedEntryOf } from './feed-entry.js';
export { consoleHeaders } from './headers.js';
export { LINK_MINUTES, signInUrl } from './link-url.js';
export { ConsoleLinks, type TokenHash } from './links.js';
export type { ConsoleParts } from './parts.js';
