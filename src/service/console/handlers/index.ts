import type { Handlers } from '../asked.js';
import type { ConsoleParts } from '../parts.js';
import type { Sessions } from '../sessions.js';
import { accountHandlers } from './accounts.js';
import { keyHandlers } from './keys.js';
import { listHandlers } from './lists.js';
import { overviewHandlers } from './overview.js';
import { sessionHandlers } from './sessions.js';
import { tryHandlers } from './try.js';
import { webhookHandlers } from './webhooks.js';

/** A handler for each route. */
export const handlersOf = (parts: ConsoleParts, sessions: Sessions): Handlers => ({
  ...sessionHandlers(parts, sessions),
  ...accountHandlers(parts),
  ...overviewHandlers(parts),
  ...tryHandlers(parts),
  ...keyHandlers(parts),
  ...listHandlers(parts),
  ...webhookHandlers(parts),
});
