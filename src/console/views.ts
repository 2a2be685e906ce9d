import type { ConsoleView } from './console-view.js';
import type { IconName } from './icons.js';
import type { ViewName } from './place.js';
import { AccountsView } from './views/accounts/accounts-view.js';
import { KeysView } from './views/keys/keys-view.js';
import { ListsView } from './views/lists/lists-view.js';
import { LiveView } from './views/live/live-view.js';
import { OverviewView } from './views/overview/overview-view.js';
import { SessionsView } from './views/sessions/sessions-view.js';
import { TryView } from './views/try/try-view.js';
import { WebhooksView } from './views/webhooks/webhooks-view.js';

/** A view of the page, and its link in the navigation. */
export interface ViewEntry extends ViewName {
  /** The words of its link, and its part of the document's title. */
  readonly title: string;
  readonly icon: IconName;
  readonly View: new () => ConsoleView;
}

/**
 * All views, in the order of the navigation. Each class becomes the element `console-…`, by its name here. An operator with several accounts
 * begins at the first of the operator's views.
 */
export const views: readonly ViewEntry[] = [
  { scope: 'account', name: '', title: 'Overview', icon: 'overview', View: OverviewView },
  { scope: 'account', name: 'live', title: 'Live', icon: 'live', View: LiveView },
  { scope: 'account', name: 'try', title: 'Try', icon: 'try', View: TryView },
  { scope: 'account', name: 'lists', title: 'Lists', icon: 'lists', View: ListsView },
  { scope: 'account', name: 'keys', title: 'Keys', icon: 'keys', View: KeysView },
  { scope: 'account', name: 'webhooks', title: 'Webhooks', icon: 'webhooks', View: WebhooksView },
  { scope: 'operator', name: 'accounts', title: 'Accounts', icon: 'accounts', View: AccountsView },
  { scope: 'operator', name: 'live', title: 'All calls', icon: 'live', View: LiveView },
  { scope: 'session', name: 'sessions', title: 'Sessions', icon: 'sessions', View: SessionsView },
];

/** Registers the elements of all views, each class once. */
export const defineViews = (): void => {
  for (const View of new Set(views.map((entry) => entry.View))) {
    const { name } = views.find((entry) => entry.View === View)!;
    customElements.define(`console-${name || 'overview'}`, View);
  }
};
