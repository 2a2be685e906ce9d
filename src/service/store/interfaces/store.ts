import type { AccountStore } from './accounts.js';
import type { ConsoleStore } from './console.js';
import type { ListStore } from './lists.js';
import type { MaintenanceStore } from './maintenance.js';
import type { MannersStore } from './manners.js';
import type { ProfileStore } from './profiles.js';
import type { WebhookStore } from './webhooks.js';

/** An open database. Every promise rejects with the database's error if it fails, and with `closed` after `close`. */
export interface Store {
  readonly accounts: AccountStore;
  readonly profiles: ProfileStore;
  readonly lists: ListStore;
  readonly maintenance: MaintenanceStore;
  readonly manners: MannersStore;
  readonly console: ConsoleStore;
  readonly webhooks: WebhookStore;
  /** Resolves when the database answers. After a failure that may concern writing, it is written to. */
  ping(): Promise<void>;
  /** Writes all waiting work, then closes the database. */
  close(): Promise<void>;
}
