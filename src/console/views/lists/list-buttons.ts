import { html, nothing, type TemplateResult } from 'lit';
import type { ConsoleRouteName, ListInfo } from '../../../wire/console/index.js';
import type { Question } from '../../confirm.js';
import { plainName } from '../../format.js';
import { actionsOf, type ListAction } from './list-state.js';
import { texts } from './texts.js';

/** Carries out an action on a list. */
export type ActOnList = (action: ListAction, list: ListInfo) => void;

/** The route of each action. */
export const actionRoutes = {
  start: 'startList',
  resume: 'startList',
  pause: 'pauseList',
  cancel: 'cancelList',
} as const satisfies Readonly<Record<ListAction, ConsoleRouteName>>;

/** What is asked before a list is cancelled. */
export const cancelQuestion = ({ name, done, addresses }: ListInfo): Question => ({
  title: texts.cancelTitle(name),
  text: texts.cancelText(done, addresses),
  action: texts.cancelYes,
  keep: texts.cancelNo,
  isDanger: true,
});

const kindOf = (action: ListAction): string => (action === 'start' || action === 'resume' ? 'button-primary' : '');

/** The buttons of what can be done with a list. In a table they are small, and say which list they are for. */
export const listButtons = (list: ListInfo, act: ActOnList, isInTable = false): TemplateResult[] =>
  actionsOf(list).map(
    (action) =>
      html`<button
        class="button ${isInTable ? 'button-small' : kindOf(action)}"
        type="button"
        aria-label=${isInTable ? `${texts.actions[action]} ${plainName(list.name)}` : nothing}
        data-action=${action}
        @click=${() => act(action, list)}
      >
        ${texts.actions[action]}
      </button>`,
  );
