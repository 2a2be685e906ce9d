import type { AccountInfo, KeyInfo, MadeKeyInfo } from './accounts.js';
import type { CountedListInfo, DraftInfo, ListInfo, ListRowsInfo } from './lists.js';
import type { FeedInfo, MachineInfo, OverviewInfo, TryInfo } from './overview.js';
import type { ConsoleRouteName } from './routes.js';
import type { AuditEntry, ListedSession, SessionInfo } from './session.js';
import type { DeliveryInfo, MadeWebhookInfo, WebhookInfo } from './webhooks.js';

/** The answer to a change that has nothing to say. */
export type Done = Readonly<Record<never, never>>;

/** The answer of each route; `never` for one that answers with a file. */
export interface ConsoleAnswers {
  readonly signIn: SessionInfo;
  readonly session: SessionInfo;
  readonly signOut: Done;
  readonly sessions: readonly ListedSession[];
  readonly endSession: Done;
  /** The latest first. */
  readonly audit: readonly AuditEntry[];
  readonly machine: MachineInfo;

  readonly accounts: readonly AccountInfo[];
  readonly addAccount: AccountInfo;
  readonly operatorFeed: FeedInfo;
  readonly account: AccountInfo;
  readonly renameAccount: AccountInfo;
  readonly closeAccount: AccountInfo;
  readonly changeCredits: AccountInfo;
  readonly setLowCredits: AccountInfo;
  readonly usageFile: never;

  readonly overview: OverviewInfo;
  readonly feed: FeedInfo;
  readonly tryAddress: TryInfo;

  /** The latest first, revoked ones included. */
  readonly keys: readonly KeyInfo[];
  readonly addKey: MadeKeyInfo;
  readonly changeKey: KeyInfo;
  readonly approveOrigin: KeyInfo;
  readonly rotateKey: MadeKeyInfo;
  readonly revokeKey: Done;

  /** The latest first. */
  readonly lists: readonly ListInfo[];
  readonly addListFile: DraftInfo;
  readonly addListUrl: DraftInfo;
  readonly list: CountedListInfo;
  readonly listRows: ListRowsInfo;
  readonly listFile: never;
  readonly startList: ListInfo;
  readonly pauseList: ListInfo;
  readonly cancelList: ListInfo;

  readonly webhook: WebhookInfo;
  readonly setWebhook: MadeWebhookInfo;
  readonly rotateWebhook: MadeWebhookInfo;
  readonly removeWebhook: WebhookInfo;
  readonly testWebhook: DeliveryInfo;
  /** The latest first. */
  readonly deliveries: readonly DeliveryInfo[];
  readonly sendDelivery: Done;
}

/** Every route has an answer. */
export type ConsoleAnswer<Name extends ConsoleRouteName> = ConsoleAnswers[Name];
